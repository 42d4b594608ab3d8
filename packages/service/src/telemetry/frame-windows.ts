import type { BatchWindow } from './queries/frames.ts'
import type { OwnFrame } from './judge-frames.ts'

/** The stretch of each device in the batch. */
export function windowsOf(frames: readonly OwnFrame[]): BatchWindow[] {
  const windows = new Map<number, BatchWindow & { former: number }>()
  for (const { no, frame } of frames) {
    const { at } = frame
    let window = windows.get(no)
    if (!window) {
      window = { deviceNo: no, first: at, last: at, lastCounter: null, isRising: true, former: -Infinity }
      windows.set(no, window)
    }
    if (at <= window.former) window.isRising = false
    window.former = at
    if (at < window.first) window.first = at
    if (at > window.last) window.last = at
    if (typeof frame.energyTotalKwh === 'number' && at > (window.lastCounter ?? -Infinity)) window.lastCounter = at
  }
  return [...windows.values()]
}

/** The stretch of some readings. */
export function stretchOf(readings: readonly { at: number }[]): { first: number; last: number; isRising: boolean } {
  const stretch = { first: Infinity, last: -Infinity, isRising: true }
  let former = -Infinity
  for (const { at } of readings) {
    if (at <= former) stretch.isRising = false
    former = at
    stretch.first = Math.min(stretch.first, at)
    stretch.last = Math.max(stretch.last, at)
  }
  return stretch
}
