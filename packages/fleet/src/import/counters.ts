/**
 * The reading at the end of an interval is stamped this much earlier, so that it does not collide with the next row or
 * fall into the next day.
 */
const beforeEndMs = 1000

/** A lifetime counter computed from power or energies, for files without one. */
export interface MadeCounter {
  /** Returns the counter (kWh) at a row and adds the row's energy, generated within `holdMs`. Gaps add nothing. */
  at: (at: number, energyKwh: number, holdMs: number) => number
  /** End of the open interval, with the counter's reading there; undefined if it had no energy. */
  closing: () => { at: number; energyTotalKwh: number } | undefined
}

/**
 * With `start`, the interval of a row begins at its time: the counter at a row is the sum of all earlier rows. With
 * `end`, the interval ends at its time: the sum includes the row itself. Negative energy (own use) is not counted.
 */
export function madeCounter(stamp: 'start' | 'end'): MadeCounter {
  let [kwh, openKwh, openUntil] = [0, 0, Number.NaN]
  return {
    at(at, energyKwh, holdMs) {
      const made = Math.max(energyKwh, 0)
      kwh += stamp === 'start' ? openKwh : made
      openKwh = stamp === 'start' ? made : 0
      openUntil = at + holdMs
      return kwh
    },
    closing() {
      if (openKwh <= 0) return undefined
      kwh += openKwh
      openKwh = 0
      return { at: openUntil - beforeEndMs, energyTotalKwh: kwh }
    },
  }
}

/** A lifetime counter computed from a daily one: a decrease means that a new day has begun. */
export function dailyCounter(): (kwhToday: number) => number {
  let [former, last] = [0, 0]
  return (kwhToday) => {
    if (kwhToday < last) former += last
    last = kwhToday
    return former + kwhToday
  }
}
