import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { Frame } from './layout.ts'
import type { BinSpan, Zoom } from './use-zoom.ts'

/** Ratio of shown bins after one notch of a wheel (100 px) to those before. */
const notch = 0.8
/** Share of the shown span by which a sideways notch moves it. */
const sideways = 0.1

interface Pinch {
  span: BinSpan
  begun: [number, number]
}

export interface Fingers {
  onPointerDown: (event: PointerEvent) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: (event: PointerEvent) => void
  onPointerCancel: (event: PointerEvent) => void
}

/**
 * Zoom by wheel and by two fingers. A plain wheel scrolls the page. It zooms while the chart has the focus, or with
 * Ctrl (browsers report a pinch on a touchpad as a wheel with Ctrl). Sideways, or with Shift, it moves a zoomed chart.
 */
export function useGestures(host: RefObject<HTMLElement | null>, frame: Frame, zoom: Zoom): Fingers {
  const state = useRef({ frame, zoom })
  useEffect(() => {
    state.current = { frame, zoom }
  })
  useEffect(() => {
    const element = host.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      const { zoom: now, frame: size } = state.current
      const isMove = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
      const hasFocus = element.contains(document.activeElement)
      if (isMove ? !now.span : !event.ctrlKey && !event.metaKey && !hasFocus) return
      event.preventDefault()
      const notches = (isMove ? event.deltaX || event.deltaY : event.deltaY) / 100
      if (isMove) return now.move(notches * sideways)
      const share = shareAt(element, size, event.clientX)
      now.scale(share * (now.shown[1] - now.shown[0]), notch ** -notches)
    }
    // React's wheel listeners are passive: they cannot keep the page from scrolling.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [host])

  const touches = useRef(new Map<number, number>())
  const pinch = useRef<Pinch>(undefined)
  const placeOf = (event: PointerEvent) => shareAt(event.currentTarget, frame, event.clientX)
  const lift = (event: PointerEvent) => {
    touches.current.delete(event.pointerId)
    pinch.current = undefined
  }
  return {
    onPointerDown: (event) => {
      if (event.pointerType !== 'touch') return
      touches.current.set(event.pointerId, placeOf(event))
      const [one, two] = [...touches.current.values()]
      if (one !== undefined && two !== undefined) pinch.current = { span: zoom.shown, begun: [one, two] }
    },
    onPointerMove: (event) => {
      if (!touches.current.has(event.pointerId)) return
      touches.current.set(event.pointerId, placeOf(event))
      const [one, two] = [...touches.current.values()]
      if (!pinch.current || one === undefined || two === undefined) return
      zoom.pinch(pinch.current.span, pinch.current.begun, [one, two])
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

/** Horizontal position in the window as a share of the plot's width. */
function shareAt(element: Element, frame: Frame, clientX: number): number {
  const wide = frame.width - frame.left - frame.right
  const share = (clientX - element.getBoundingClientRect().left - frame.left) / Math.max(1, wide)
  return Math.min(1, Math.max(0, share))
}
