/** Fewer readings are not enough for a decision. */
const enough = 20
/** After a restart a counter is at most this share of its former value. */
const anew = 0.1
/** Largest step of a daily counter, as a share of its maximum; a lifetime counter after a night of zeros jumps. */
const largestStep = 0.25

/**
 * The kind of counter of readings in the order of time: a lifetime counter only rises; a daily counter rises, falls to
 * almost zero and rises again. Null: no counter, such as energies of intervals.
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
  // One fall may be where the sample skips from the start of a long file to its end.
  const doesFall = isAnew > 0 && falls.length - isAnew <= 1 && rises.length >= 4 * falls.length
  return doesFall && rises.every(({ by }) => by <= largestStep * most) ? 'energyToday' : null
}
