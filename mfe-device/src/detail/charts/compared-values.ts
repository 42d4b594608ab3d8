import type { DeviceCurves } from '@helioport/contract'
import { zoneClock } from '@helioport/time'

type Grid = Pick<DeviceCurves, 'from' | 'timeZone' | 'binMinutes'>

const minuteMs = 60_000

/** What the clock of a plant shows at the start of each bin, in minutes since the first one's. */
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
 * Values of another day or inverter in the bins of the shown ones, by the clock on the wall: after a change of clocks noon
 * still stands at noon. An inverter that sends more seldom has longer bins; shorter ones are averaged, as is an hour that
 * came twice; what is not known, or an hour that was left out, stays so. Undefined: it has no such curve.
 */
export function comparedValues(
  shown: Grid & { bins: number },
  other: DeviceCurves,
  parameter: string,
): (number | null)[] | undefined {
  const values = other.curves.find((curve) => curve.parameter === parameter)?.values
  if (!values) return undefined
  const step = Math.min(shown.binMinutes, other.binMinutes)
  // Of each of the finer steps: all that stood there.
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
