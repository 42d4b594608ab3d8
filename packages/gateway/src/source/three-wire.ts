import { tidyNumber } from './tidy.ts'

type Told = readonly (number | undefined)[]

/**
 * Phase voltages from line-to-line voltages, in the order AB, BC, CA. Without a neutral, a phase is measured against
 * the centroid of the triangle of the three. One voltage alone is a single phase.
 */
export function phasesOfLines([ab, bc, ca]: Told): (number | undefined)[] {
  if (!isLive(bc) && !isLive(ca)) return [isLive(ab) ? ab : undefined]
  if (!isLive(ab) || !isLive(bc) || !isLive(ca)) return []
  const phases = [toMiddle(ab, ca, bc), toMiddle(ab, bc, ca), toMiddle(bc, ca, ab)]
  return phases.every(Number.isFinite) ? phases : []
}

/** Distance of a corner from the centroid; NaN for three lengths that make no triangle. */
const toMiddle = (one: number, other: number, opposite: number): number =>
  tidyNumber(Math.round((Math.sqrt(2 * (one ** 2 + other ** 2) - opposite ** 2) / 3) * 10) / 10)

const isLive = (voltage: number | undefined): voltage is number => voltage !== undefined && voltage > 0
