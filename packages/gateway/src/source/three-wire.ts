import { tidyNumber } from './tidy.ts'

type Told = readonly (number | undefined)[]

/**
 * Voltages of the phases of which only those between the lines are told, in the order AB, BC, CA. With a neutral missing
 * a phase is held against the middle of the triangle that the three make. One alone is a single phase.
 */
export function phasesOfLines([ab, bc, ca]: Told): (number | undefined)[] {
  if (!isLive(bc) && !isLive(ca)) return [isLive(ab) ? ab : undefined]
  if (!isLive(ab) || !isLive(bc) || !isLive(ca)) return []
  const phases = [toMiddle(ab, ca, bc), toMiddle(ab, bc, ca), toMiddle(bc, ca, ab)]
  return phases.every(Number.isFinite) ? phases : []
}

/** From a corner of the triangle to its middle; of three that make no triangle it is no number. */
const toMiddle = (one: number, other: number, opposite: number): number =>
  tidyNumber(Math.round((Math.sqrt(2 * (one ** 2 + other ** 2) - opposite ** 2) / 3) * 10) / 10)

const isLive = (voltage: number | undefined): voltage is number => voltage !== undefined && voltage > 0
