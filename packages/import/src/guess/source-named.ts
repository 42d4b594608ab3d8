import type { SeriesPlan } from '../series/unfold.ts'

/** The number of a word in a heading, up to 3 digits; longer digits belong to serials and keys. */
export function numberIn(heading: string): number | null {
  const words = heading.split(/[^\p{L}\p{N}]+/u)
  const [, digits] = words.map((word) => /^\p{L}*(\d{1,3})\p{L}*$/u.exec(word)).find((found) => found !== null) ?? []
  return digits === undefined ? null : Number(digits)
}

/** The key of the device where each line is of one device; else ''. */
export const keyNamed = (heading: string, series: SeriesPlan | null): string =>
  series !== null && series.values.length > 1 ? heading.split(' · ').slice(0, -1).join(' · ') : ''

/** Common part of the columns of one device: a number, or the key where each line is of one device; else ''. */
export function sourceNamed(heading: string, series: SeriesPlan | null): string {
  const number = numberIn(heading)
  return number === null ? keyNamed(heading, series) : String(number)
}
