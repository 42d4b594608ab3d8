import type { ListedStation } from '@helioport/contract'

/** Stations that something is to be done with: those that were chosen, or all that the filter finds. */
export type Selection = { kind: 'rows'; ids: readonly string[] } | { kind: 'found' }

export const nothingChosen: Selection = { kind: 'rows', ids: [] }

export const isChosen = (selection: Selection, id: string): boolean =>
  selection.kind === 'found' || selection.ids.includes(id)

/** One more, or one fewer; of all that are found only those of the page stay, since nobody sees the others. */
export function toggled(selection: Selection, id: string, page: readonly ListedStation[]): Selection {
  const ids = selection.kind === 'found' ? page.map((station) => station.id) : selection.ids
  return { kind: 'rows', ids: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] }
}

/** All of the page, or none of them where all were chosen. */
export function pageToggled(selection: Selection, page: readonly ListedStation[]): Selection {
  const own = page.map(({ id }) => id)
  if (selection.kind === 'found') return nothingChosen
  const isWhole = own.every((id) => selection.ids.includes(id))
  const others = selection.ids.filter((id) => !own.includes(id))
  return { kind: 'rows', ids: isWhole ? others : [...others, ...own] }
}

/** Lists of at most `most` each, in order. */
export function chunksOf<T>(all: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, nth) => all.slice(nth * most, (nth + 1) * most))
}
