/** The reading at the end of an interval is given this much earlier: it must not meet the next row, or the next day. */
const beforeEndMs = 1000

/** Lifetime counters made from power or energies, for files that have none. */
export interface MadeCounter {
  /** Reads the counter (kWh) at a row and takes its energy in, which was made in `holdMs`. Nothing is made for a gap. */
  at: (at: number, energyKwh: number, holdMs: number) => number
  /** End of the interval that is still open, with the counter's reading there; nothing when it made no energy. */
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

/** A lifetime counter made of one that begins again each day: where it falls, a day has ended. */
export function dailyCounter(): (kwhToday: number) => number {
  let [former, last] = [0, 0]
  return (kwhToday) => {
    if (kwhToday < last) former += last
    last = kwhToday
    return former + kwhToday
  }
}
