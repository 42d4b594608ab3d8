/** The reading at the end of an interval is given this much earlier: it must not meet the next row, or the next day. */
const beforeEndMs = 1000

/** Lifetime counters made from power, for files that have none. */
export interface PowerCounter {
  /**
   * Reads the counter (kWh) at a row and takes its power in. Each row's power, where positive, counts for one interval
   * or until the next row, whichever is shorter: nothing is made up for a gap.
   */
  at: (at: number, powerW: number | undefined) => number
  /** End of the interval that is still open, with the counter's reading there; nothing when it made no energy. */
  closing: () => { at: number; energyTotalKwh: number } | undefined
}

/**
 * Left rectangles (`start`): a row's power counts from its time on, so the counter at a row holds all earlier rows.
 * Right rectangles (`end`): it counts for the interval before its time, so the counter at a row holds that row too.
 */
export function powerCounter(stamp: 'start' | 'end', intervalMs: number): PowerCounter {
  let [kwh, last, lastPowerW] = [0, Number.NaN, 0]
  const add = (powerW: number, ms: number) => {
    kwh += (Math.max(powerW, 0) * ms) / 3.6e9
  }
  return {
    at(at, powerW) {
      const step = Number.isNaN(last) ? intervalMs : Math.min(at - last, intervalMs)
      if (stamp === 'start') {
        if (!Number.isNaN(last)) add(lastPowerW, step)
      } else add(powerW ?? 0, step)
      last = at
      lastPowerW = powerW ?? 0
      return kwh
    },
    closing() {
      if (stamp === 'end' || Number.isNaN(last) || lastPowerW <= 0) return undefined
      return { at: last + intervalMs - beforeEndMs, energyTotalKwh: kwh + (lastPowerW * intervalMs) / 3.6e9 }
    },
  }
}
