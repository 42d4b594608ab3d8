import { median } from './statistics.ts'

/** Groups strings by length: at least three strings that agree within a percent form a group. */
export function byLength(strings: readonly { i: number; vocV: number; modules: number | undefined }[]): number[][] {
  const vocs = new Map(strings.map(({ i, vocV }) => [i, vocV]))
  const voc = (i: number) => vocs.get(i) ?? 0
  const known = Map.groupBy(strings, ({ modules }) => modules)
  if (known.size > 1) return [...known.values()].map((group) => group.map(({ i }) => i))
  const groups: number[][] = []
  let rest = strings.map(({ i }) => i)
  while (rest.length > 0) {
    const centre = mostAgreed(rest.map(voc))
    const near = rest.filter((i) => Math.abs(voc(i) / centre - 1) < 0.01)
    const enough = near.length >= 3 && near.length >= strings.length / 6
    const distinct = groups.every((group) => Math.abs(median(group.map(voc)) / centre - 1) > 0.035)
    if (!enough || (groups.length > 0 && !distinct)) break
    groups.push(near)
    rest = rest.filter((i) => !near.includes(i))
  }
  if (groups.length === 0) return [rest]
  // A string without a group is compared with the nearest longer group: it may have lost a part.
  for (const i of rest) {
    const longer = groups.filter((group) => median(group.map(voc)) > 0.99 * voc(i))
    const nearest = (longer.length > 0 ? longer : groups).toSorted(
      (a, b) => Math.abs(median(a.map(voc)) - voc(i)) - Math.abs(median(b.map(voc)) - voc(i)),
    )[0]
    nearest?.push(i)
  }
  return groups
}

function mostAgreed(values: readonly number[]): number {
  const votes = values.map((value) => values.filter((other) => Math.abs(other / value - 1) < 0.01))
  const most = votes.toSorted((a, b) => b.length - a.length)[0] ?? []
  return median(most)
}
