const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0

/**
 * By what part of its time `one` takes longer or shorter than `other`, 0.1: a tenth; each takes the number of its round
 * and returns its time. Measured in pairs, in turns the one or the other first: what slows this machine down slows
 * both. After each `step` pairs it is looked whether they agree to a tenth, on a machine that has other work later than
 * on another.
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
