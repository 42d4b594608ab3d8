import { type DayPresence, isAsleepAt } from './coverage.ts'
import type { LocalDay } from './calendar.ts'

const quarterMs = 15 * 60_000
const maxQuarters = 96

/**
 * Power of a station, W, as means over a quarter of an hour from local midnight up to `now`; null where a device
 * that is awake has no data. The 25-hour day shows its first 24 hours: at its end the sun is long down.
 */
export function sparklineOf(
  devices: readonly { ratedW: number; presence: (DayPresence & { quarter_w: (number | null)[] }) | undefined }[],
  day: LocalDay,
  now: number,
): (number | null)[] {
  const seen = devices.flatMap(({ presence, ratedW }) => (presence?.first_ts != null ? [{ presence, ratedW }] : []))
  const until = Math.min(day.to, now)
  const count = Math.min(maxQuarters, Math.max(0, Math.ceil((until - day.from) / quarterMs)))
  return Array.from({ length: count }, (_, quarter) => {
    const from = day.from + quarter * quarterMs
    let sum: number | null = null
    for (const { presence, ratedW } of seen) {
      const power = presence.quarter_w[quarter] ?? null
      if (power !== null) sum = (sum ?? 0) + power
      else if (!isAsleepIn(presence, ratedW, from)) return null
    }
    return sum
  })
}

function isAsleepIn(presence: DayPresence, ratedW: number, from: number): boolean {
  if (presence.first_ts !== null && from + quarterMs <= presence.first_ts) {
    return isAsleepAt(presence.first_power_w, ratedW)
  }
  if (presence.last_ts !== null && from > presence.last_ts) return isAsleepAt(presence.last_power_w, ratedW)
  return false
}
