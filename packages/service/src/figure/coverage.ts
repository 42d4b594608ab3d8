import type { LocalDay } from '@helioport/time/node'
import { binCount, binMs } from './day-grid.ts'
import { type DayEnds, sleepOf } from './sleep.ts'
import { daylightOf, type Place } from './sun.ts'

export interface DayPresence extends DayEnds {
  daylight_bins: number
  /** Interval of its last frames. */
  interval_s: number
}

/**
 * Share of the daylight bins up to `now` with known data of the devices, weighted by capacity, 0 to 1; null before
 * sunrise and in a polar night. Bins in which an inverter is known to sleep count as known.
 */
export function coverageOf(
  devices: readonly { ratedW: number; kwp: number; presence: DayPresence | undefined }[],
  day: LocalDay,
  place: Place,
  now: number,
): number | null {
  const light = daylightOf(day, place)
  if (!light || devices.length === 0) return null
  const until = Math.min(light.to, now)
  const bins = Array.from({ length: binCount(day) }, (_, bin) => day.from + bin * binMs)
  const passed = bins.filter((from) => from >= light.from && from + binMs <= until)
  const expected = passed.length
  if (expected === 0) return null
  const known = devices.map(({ presence, ratedW, kwp }) => {
    if (!presence) return 0
    const sleep = sleepOf(presence, ratedW, day, place)
    const end = sleep.from + Math.max(binMs, presence.interval_s * 1000) - binMs
    const asleep = passed.filter((from) => from < sleep.until || from > end).length
    return kwp * Math.min(expected, presence.daylight_bins + asleep)
  })
  const whole = devices.reduce((sum, { kwp }) => sum + kwp, 0)
  return known.reduce((sum, bins) => sum + bins, 0) / (expected * whole)
}
