/** Fields of an unchecked answer; empty unless it is an object. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** The value at this path of keys; undefined if the path does not exist. */
export function fieldAt(value: unknown, ...keys: string[]): unknown {
  let found = value
  for (const key of keys) {
    const fields = fieldsOf(found)
    if (!Object.hasOwn(fields, key)) return undefined
    found = fields[key]
  }
  return found
}

/** A text, or a number as text, since some devices write numbers; undefined: neither. */
export function textAt(value: unknown, ...keys: string[]): string | undefined {
  const found = fieldAt(value, ...keys)
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : undefined
}
