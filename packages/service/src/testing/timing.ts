const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0

/**
 * By how many ms the median of `one` differs from that of `other`; each takes the number of its round and returns ms.
 * Measured in pairs, in turns the one or the other first: what slows this machine down slows both. After each `step`
 * pairs it is looked whether they agree to 1 ms, on a machine that has other work later than on another.
 */
export async function timeDifference(
  one: (nth: number) => Promise<number>,
  other: (nth: number) => Promise<number>,
  { step, most = 500 }: { step: number; most?: number },
): Promise<number> {
  const differences: number[] = []
  for (let nth = 0; nth < most; nth += 1) {
    if (nth % 2 === 0) differences.push((await one(nth)) - (await other(nth)))
    else {
      const second = await other(nth)
      differences.push((await one(nth)) - second)
    }
    if (differences.length % step === 0 && Math.abs(median(differences)) < 1) break
  }
  return Math.abs(median(differences))
}
