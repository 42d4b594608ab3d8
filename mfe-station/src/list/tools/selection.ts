import type { ListedStation } from '@helioport/contract'

/** Stations for a bulk action: the selected ones, or all that match the filter. */
export type Selection = { kind: 'rows'; ids: readonly string[] } | { kind: 'found' }

export const nothingChosen: Selection = { kind: 'rows', ids: [] }

export const isChosen = (selection: Selection, id: string): boolean =>
  selection.kind === 'found' || selection.ids.includes(id)

/**
 * Adds or removes one station. From "all matching", only those of the page stay selected, since the others are not
 * visible.
 */
export function toggled(selection: Selection, id: string, page: readonly ListedStation[]): Selection {
  const ids = selection.kind === 'found' ? page.map((station) => station.id) : selection.ids
  return { kind: 'rows', ids: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] }
}

/** Selects all stations of the page, or none if all were selected. */
export function pageToggled(selection: Selection, page: readonly ListedStation[]): Selection {
  const own = page.map(({ id }) => id)
  if (selection.kind === 'found') return nothingChosen
  const isWhole = own.every((id) => selection.ids.includes(id))
  const others = selection.ids.filter((id) => !own.includes(id))
  return { kind: 'rows', ids: isWhole ? others : [...others, ...own] }
}

/** Splits a list into chunks of at most `most`, in order. */
export function chunksOf<T>(all: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, nth) => all.slice(nth * most, (nth + 1) * most))
}
