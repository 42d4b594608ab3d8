/** Text for comparison. Lists of ids are sets: their order does not count. */
const textOf = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.toSorted() : value)

const isSame = (one: unknown, other: unknown) => one === other || textOf(one) === textOf(other)

/**
 * Applies the person's changes of `base` to `theirs`, the state saved meanwhile. `conflicts`: fields that both sides
 * changed to different values; these hold the person's own.
 */
export function mergeChanges<Values extends object>(base: Values, mine: Values, theirs: Values) {
  const values = { ...theirs }
  const conflicts: (keyof Values & string)[] = []
  for (const name of Object.keys(mine) as (keyof Values & string)[]) {
    if (isSame(mine[name], base[name])) continue
    values[name] = mine[name]
    if (!isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name])) conflicts.push(name)
  }
  return { values, conflicts }
}
