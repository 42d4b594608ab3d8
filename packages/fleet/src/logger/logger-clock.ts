import { normal, seedOf, uniform } from '../random/noise.ts'

const dayMs = 86_400_000
/** Quartz without temperature compensation, parts per million. */
const driftPpm = 30

/**
 * Offset of a logger's clock from true time, ms. Its quartz drifts by up to 2.6 s a day; once a day, each logger at an
 * hour of its own, NTP sets it right to a few hundredths of a second.
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
