import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { binAt, type Frame } from './layout.ts'
import type { ChartModel } from './model.ts'
import type { Zoom } from './use-zoom.ts'

/** Bins by which a key moves. */
const strides: Record<string, number> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  PageDown: 12,
  PageUp: -12,
  Home: -1e9,
  End: 1e9,
}

/** Ratio of shown bins after a key to those before. */
const zoomKeys: Record<string, number> = { '+': 0.5, '=': 0.5, '-': 2 }

/** Share of the shown span by which a key with Shift moves it. */
const keyShare = 0.25

export interface Reading {
  /** The bin whose values are shown. */
  bin: number | undefined
  /** Spread into the element that takes pointer and keys. */
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerDown: (event: PointerEvent) => void
    onPointerUp: () => void
    onPointerLeave: (event: PointerEvent) => void
    onDoubleClick: () => void
    onBlur: () => void
  }
}

/** The bin chosen by pointer or keys; also passes zoom gestures on to `zoom`. */
export function useReading(model: ChartModel, frame: Frame, zoom: Zoom): Reading {
  const [bin, setBin] = useState<number>()
  const pointAt = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    const under = binAt(model, frame, event.clientX - box.left)
    setBin(under)
    return under
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return bin === undefined ? zoom.reset() : setBin(undefined)
    const factor = zoomKeys[event.key]
    if (factor !== undefined) {
      zoom.scale(bin ?? model.bins / 2, factor)
      return setBin(undefined)
    }
    const stride = strides[event.key]
    if (stride === undefined) return
    event.preventDefault()
    if (event.shiftKey) return zoom.move(Math.sign(stride) * keyShare)
    const start = model.curves[0]?.last?.index ?? 0
    setBin(Math.min(Math.max(bin === undefined ? start : bin + stride, 0), model.bins - 1))
  }
  return {
    // Newer data may have fewer bins.
    bin: bin !== undefined && bin < model.bins ? bin : undefined,
    handlers: {
      onKeyDown,
      onPointerMove: (event) => zoom.draw(pointAt(event)),
      onPointerDown: (event) => zoom.begin(event, pointAt(event)),
      onPointerUp: zoom.end,
      onPointerLeave: (event) => {
        zoom.end()
        if (event.pointerType === 'mouse') setBin(undefined)
      },
      onDoubleClick: zoom.reset,
      onBlur: () => setBin(undefined),
    },
  }
}
