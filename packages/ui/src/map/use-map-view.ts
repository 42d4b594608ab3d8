import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Position } from './types.ts'
import { type MapView, panBy, positionAt, type Size, zoomBy } from './view.ts'

const keyStep = 60
const clickSlack = 4

export interface MapGestures {
  view: MapView
  setView: (view: MapView) => void
  zoom: (steps: number) => void
  /** Spread into the element that receives drags and keys. */
  handlers: {
    onPointerDown: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: (event: PointerEvent) => void
    onPointerCancel: (event: PointerEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
  }
}

/**
 * The view of a map, moved by the person; `home` until then. `onPick` gets the position of a click that was no drag.
 * The wheel zooms only with Ctrl or Command, so that the page can scroll past a map.
 */
export function useMapView(
  element: RefObject<HTMLElement | null>,
  home: MapView,
  size: Size,
  onPick: ((at: Position) => void) | undefined,
): MapGestures {
  const [moved, setMoved] = useState<MapView>()
  const view = moved ?? home
  const drag = useRef<{ x: number; y: number; far: boolean } | null>(null)

  useEffect(() => {
    const target = element.current
    if (!target) return
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const box = target.getBoundingClientRect()
      const around = [event.clientX - box.left, event.clientY - box.top] as const
      setMoved((former) => zoomBy(former ?? home, size, -event.deltaY / 200, around))
    }
    target.addEventListener('wheel', onWheel, { passive: false })
    return () => target.removeEventListener('wheel', onWheel)
  }, [element, home, size])

  const end = () => {
    drag.current = null
  }
  const arrows: Record<string, readonly [number, number]> = {
    ArrowLeft: [keyStep, 0],
    ArrowRight: [-keyStep, 0],
    ArrowUp: [0, keyStep],
    ArrowDown: [0, -keyStep],
  }
  return {
    view,
    setView: setMoved,
    zoom: (steps) => setMoved(zoomBy(view, size, steps)),
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return
        drag.current = { x: event.clientX, y: event.clientY, far: false }
      },
      onPointerMove: (event) => {
        const from = drag.current
        if (!from) return
        const [dx, dy] = [event.clientX - from.x, event.clientY - from.y]
        if (!from.far && Math.hypot(dx, dy) < clickSlack) return
        // Captured only when a drag begins, so that a plain click still reaches the link under it.
        if (!from.far) event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { x: event.clientX, y: event.clientY, far: true }
        setMoved(panBy(view, size, dx, dy))
      },
      onPointerUp: (event) => {
        const from = drag.current
        end()
        if (!from || from.far || !onPick) return
        const box = event.currentTarget.getBoundingClientRect()
        const at = [event.clientX - box.left, event.clientY - box.top] as [number, number]
        onPick(positionAt(view, size, at))
      },
      onPointerCancel: end,
      onKeyDown: (event) => {
        const step = arrows[event.key]
        const zoomed = event.key === '+' || event.key === '=' ? 1 : event.key === '-' ? -1 : 0
        if (!step && zoomed === 0) return
        event.preventDefault()
        setMoved(step ? panBy(view, size, ...step) : zoomBy(view, size, zoomed))
      },
    },
  }
}
