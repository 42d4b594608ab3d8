import { normal, seedOf, uniform } from '../random/noise.ts'

const dayMs = 86_400_000
/** Drift of a quartz without temperature compensation, parts per million. */
const driftPpm = 30

/**
 * Offset of a logger's clock from true time, ms. Its quartz drifts by up to 2.6 s a day; NTP corrects it once a day, at
 * an hour specific to the logger, to a few hundredths of a second.
 */
export function quartzErrorMs(seed: number, serial: string): (at: number) => number {
  const own = seedOf(seed, `clock ${serial}`)
  const rate = (driftPpm * (2 * uniform(own, 1, 0) - 1)) / 1_000_000
  const hour = Math.floor(uniform(own, 2, 0) * dayMs)
  return (at) => {
    const day = Math.floor((at - hour) / dayMs)
    return rate * (at - hour - day * dayMs) + 25 * normal(own, 3, day)
  }
}
