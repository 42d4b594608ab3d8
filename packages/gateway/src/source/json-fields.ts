/** The fields of an answer that may be anything; no field where it is no object. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** What stands below these keys; undefined where there is no such way. */
export function fieldAt(value: unknown, ...keys: string[]): unknown {
  let found = value
  for (const key of keys) {
    const fields = fieldsOf(found)
    if (!Object.hasOwn(fields, key)) return undefined
    found = fields[key]
  }
  return found
}

/** A text, or a number that a device writes where others write text; undefined: neither. */
export function textAt(value: unknown, ...keys: string[]): string | undefined {
  const found = fieldAt(value, ...keys)
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : undefined
}
