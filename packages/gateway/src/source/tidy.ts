/** A serial in the portal's form: 4 to 32 letters, digits and dashes; null if too little or too much is left. */
export function tidySerial(text: string): string | null {
  const serial = text
    .trim()
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return serial.length >= 4 && serial.length <= 32 ? serial : null
}

/** A name in the portal's form, at most 60 characters; undefined if there is none. */
export function tidyName(...words: (string | undefined)[]): string | undefined {
  const name = words
    .map((word) => word?.trim() ?? '')
    .filter((word) => word !== '')
    .join(' ')
  return name === '' ? undefined : name.slice(0, 60)
}

/** Removes digits of floating-point noise: no meter has more than 12 significant ones. */
export const tidyNumber = (value: number): number => Number(value.toPrecision(12))

/** A finite number, else undefined: missing values, `null`, NaN and texts were not measured. */
export function measured(value: unknown, factor = 1): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? tidyNumber(value * factor) : undefined
}

/** The portal refuses frames with more inputs: for the largest inverters only these are sent, and the sum of all. */
const mostInRow = 12

/** Values at their positions: null for gaps, cut after the last measured one; undefined when none was measured. */
export function measuredRow(values: readonly (number | undefined)[], most = mostInRow): (number | null)[] | undefined {
  const own = values.slice(0, most)
  const last = own.findLastIndex((value) => value !== undefined)
  return last < 0 ? undefined : own.slice(0, last + 1).map((value) => value ?? null)
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Without undefined fields. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>
}
