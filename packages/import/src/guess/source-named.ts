import type { SeriesPlan } from '../series/unfold.ts'

/** The number in a heading: that of a word. Serials and keys have digits of their own. */
export function numberIn(heading: string): number | null {
  const words = heading.split(/[^\p{L}\p{N}]+/u)
  const [, digits] = words.map((word) => /^\p{L}*(\d{1,3})\p{L}*$/u.exec(word)).find((found) => found !== null) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Where each line is of one device: what names it there; else ''. */
export const keyNamed = (heading: string, series: SeriesPlan | null): string =>
  series !== null && series.values.length > 1 ? heading.split(' · ').slice(0, -1).join(' · ') : ''

/** What columns of one device have in common: a number, or where each line is of one device what names it; else ''. */
export function sourceNamed(heading: string, series: SeriesPlan | null): string {
  const number = numberIn(heading)
  return number === null ? keyNamed(heading, series) : String(number)
}
