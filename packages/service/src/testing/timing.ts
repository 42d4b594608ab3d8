const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0

/**
 * Relative difference between the times of `one` and `other` (0.1: a tenth); each takes its round's number and returns
 * its time. Measured in pairs with alternating order, so that a slow machine affects both. Stops after `step` pairs, or
 * a multiple of that on a busy machine, once the difference is below a tenth.
 */
export async function timeDifference(
  one: (nth: number) => Promise<number>,
  other: (nth: number) => Promise<number>,
  { step, most = 500 }: { step: number; most?: number },
): Promise<number> {
  const differences: number[] = []
  const times: number[] = []
  const difference = () => Math.abs(median(differences)) / median(times)
  for (let nth = 0; nth < most; nth += 1) {
    const isFirst = nth % 2 === 0
    const early = isFirst ? await one(nth) : await other(nth)
    const late = isFirst ? await other(nth) : await one(nth)
    differences.push(isFirst ? early - late : late - early)
    times.push(early, late)
    if (differences.length % step === 0 && difference() < 0.1) break
  }
  return difference()
}
