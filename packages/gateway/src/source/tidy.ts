/** A serial as the portal takes it: 4 to 32 letters, digits and dashes; null where nothing such is left. */
export function tidySerial(text: string): string | null {
  const serial = text
    .trim()
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return serial.length >= 4 && serial.length <= 32 ? serial : null
}

/** A name as the portal takes it, at most 60 characters; undefined where none was told. */
export function tidyName(...words: (string | undefined)[]): string | undefined {
  const name = words
    .map((word) => word?.trim() ?? '')
    .filter((word) => word !== '')
    .join(' ')
  return name === '' ? undefined : name.slice(0, 60)
}

/** Without the digits that only binary arithmetic made: 12 significant ones are more than any meter has. */
export const tidyNumber = (value: number): number => Number(value.toPrecision(12))

/** A finite number, else undefined: what is not there, `null`, NaN and words were not measured. */
export function measured(value: unknown, factor = 1): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? tidyNumber(value * factor) : undefined
}

/** A frame with more inputs is none for the portal: of the largest inverters these are told, and the sum of all. */
const mostInRow = 12

/** Values with their places kept: null in the middle, cut behind the last that was measured; undefined when none was. */
export function measuredRow(values: readonly (number | undefined)[], most = mostInRow): (number | null)[] | undefined {
  const own = values.slice(0, most)
  const last = own.findLastIndex((value) => value !== undefined)
  return last < 0 ? undefined : own.slice(0, last + 1).map((value) => value ?? null)
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Without what is undefined. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>
}
