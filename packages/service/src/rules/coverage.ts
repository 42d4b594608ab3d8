import { sampleMinutes } from '@helioport/contract'
import type { LocalDay } from './calendar.ts'
import { daylightOf, type Place } from './sun.ts'

const binMs = sampleMinutes * 60_000

/** Under this share of its rated power an inverter counts as asleep before its first and after its last frame. */
const asleepShare = 0.02

export interface DayPresence {
  daylight_bins: number
  first_ts: number | null
  first_power_w: number | null
  last_ts: number | null
  last_power_w: number | null
}

export function isAsleepAt(powerW: number | null, ratedW: number): boolean {
  return powerW === null || powerW < asleepShare * ratedW
}

/**
 * Share of the daylight bins up to `now` for which the devices' data are known, 0 to 1; null before sunrise and in a
 * polar night. Where an inverter woke up after sunrise or fell asleep before sunset, its sleep is known: no power.
 */
export function coverageOf(
  devices: readonly { ratedW: number; presence: DayPresence | undefined }[],
  day: LocalDay,
  place: Place,
  now: number,
): number | null {
  const light = daylightOf(day, place)
  if (!light || devices.length === 0) return null
  const expected = binsIn(light.from, Math.min(light.to, now))
  if (expected === 0) return null
  const known = devices.map(({ presence, ratedW }) => {
    if (!presence || presence.first_ts === null || presence.last_ts === null) return 0
    const before = isAsleepAt(presence.first_power_w, ratedW) ? binsIn(light.from, presence.first_ts) : 0
    const after = isAsleepAt(presence.last_power_w, ratedW)
      ? binsIn(presence.last_ts + binMs, Math.min(light.to, now))
      : 0
    return Math.min(expected, presence.daylight_bins + before + after)
  })
  return known.reduce((sum, bins) => sum + bins, 0) / (expected * devices.length)
}

function binsIn(from: number, to: number): number {
  return Math.max(0, Math.floor((to - from) / binMs))
}
