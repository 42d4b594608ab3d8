/** Fewer readings show nothing. */
const enough = 20
/** A counter that began again stands at most at so much of where it was. */
const anew = 0.1
/** It climbs in steps; a lifetime counter that comes back after a night of zeros jumps. */
const largestStep = 0.25

/**
 * Which counter readings in the order of time are of: one that only grows over hundreds of them, or one that climbs, falls to
 * almost nothing and climbs again. Null: of none, as what was made in each interval.
 */
export function counterShape(values: readonly number[]): 'energyTotal' | 'energyToday' | null {
  const [first = 0, last = 0] = [values[0], values.at(-1)]
  if (values.length <= enough) return null
  const steps = values.slice(1).map((value, nth) => ({ from: values[nth] ?? 0, by: value - (values[nth] ?? 0) }))
  const falls = steps.filter(({ by }) => by < 0)
  if (falls.length === 0) return last > first ? 'energyTotal' : null
  const rises = steps.filter(({ by }) => by > 0)
  const most = values.reduce((high, value) => Math.max(high, value), 0)
  const isAnew = falls.filter(({ from, by }) => from + by <= anew * from).length
  // One fall may be the place where the beginning of a long file meets its end.
  const doesFall = isAnew > 0 && falls.length - isAnew <= 1 && rises.length >= 4 * falls.length
  return doesFall && rises.every(({ by }) => by <= largestStep * most) ? 'energyToday' : null
}
