import type { DeviceCurves } from '@helioport/contract'
import { zoneClock } from '@helioport/time'

type Grid = Pick<DeviceCurves, 'from' | 'timeZone' | 'binMinutes'>

const minuteMs = 60_000

/** Local time at the start of each bin, in minutes since the first bin. */
function clockMinutes({ from, timeZone, binMinutes }: Grid, bins: number): number[] {
  const clock = zoneClock(timeZone)
  const start = Date.parse(from)
  const wallAt = (bin: number) => {
    const at = start + bin * binMinutes * minuteMs
    return (at + clock.offsetAt(at)) / minuteMs
  }
  const first = wallAt(0)
  return Array.from({ length: bins }, (_, bin) => wallAt(bin) - first)
}

/**
 * Values of another day or inverter in the bins of the shown ones, aligned by local time: noon stays at noon after a
 * clock change. Longer bins are repeated; shorter ones and a repeated hour are averaged; unknown values and a skipped
 * hour stay null. Undefined: there is no such curve.
 */
export function comparedValues(
  shown: Grid & { bins: number },
  other: DeviceCurves,
  parameter: string,
): (number | null)[] | undefined {
  const values = other.curves.find((curve) => curve.parameter === parameter)?.values
  if (!values) return undefined
  const step = Math.min(shown.binMinutes, other.binMinutes)
  // All values per step of the finer grid.
  const told = new Map<number, number[]>()
  for (const [bin, minute] of clockMinutes(other, values.length).entries()) {
    const value = values[bin]
    if (value === null || value === undefined) continue
    for (let at = minute; at < minute + other.binMinutes; at += step) told.set(at, [...(told.get(at) ?? []), value])
  }
  return clockMinutes(shown, shown.bins).map((minute) => {
    const known: number[] = []
    for (let at = minute; at < minute + shown.binMinutes; at += step) known.push(...(told.get(at) ?? []))
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  })
}
