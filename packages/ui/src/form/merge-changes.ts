/** As it is sent: lists of ids have no order of their own. */
const textOf = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.toSorted() : value)

const isSame = (one: unknown, other: unknown) => one === other || textOf(one) === textOf(other)

/**
 * What a person changed of `base`, put into what it has become meanwhile. `conflicts`: fields that both have changed, to
 * different values; they hold the person's own.
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
