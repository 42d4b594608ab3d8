/** Returns the error text of an invalid value, which says what is valid; undefined: the value is valid. */
export type Rule<Value, Values = unknown> = (value: Value, values: Values) => string | undefined

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === false || (typeof value === 'string' && value.trim() === '')

export const required =
  (text: string): Rule<unknown> =>
  (value) =>
    isEmpty(value) ? text : undefined

/** Bounds are inclusive; an empty value passes. */
export const between =
  (min: number, max: number, text: string): Rule<number | null> =>
  (value) =>
    value !== null && !(value >= min && value <= max) ? text : undefined

/** An empty text passes. */
export const matches =
  (pattern: RegExp, text: string): Rule<string> =>
  (value) =>
    value !== '' && !pattern.test(value) ? text : undefined

export const maxLength =
  (length: number, text: string): Rule<string> =>
  (value) =>
    [...value].length > length ? text : undefined

/** The first error of several rules. */
export const all =
  <Value, Values>(...rules: Rule<Value, Values>[]): Rule<Value, Values> =>
  (value, values) => {
    for (const rule of rules) {
      const objection = rule(value, values)
      if (objection !== undefined) return objection
    }
    return undefined
  }
