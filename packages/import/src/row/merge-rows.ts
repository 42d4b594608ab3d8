import type { Losses } from './losses.ts'
import type { ReadRow } from './read-file.ts'

/**
 * Merges rows of all files, one per instant, by time: values missing in one file come from another. A row that
 * contradicts an earlier value is a loss; a row without new values is counted as repeated.
 */
export function mergeRows(rows: ReadRow[], losses: Losses): { rows: ReadRow[]; repeated: number } {
  rows.sort((a, b) => a.at - b.at)
  const merged: ReadRow[] = []
  let repeated = 0
  for (const row of rows) {
    const last = merged.at(-1)
    if (!last || last.at !== row.at) {
      merged.push(row)
      continue
    }
    const outcome = mergeInto(last, row)
    if (outcome === 'nothing new') repeated += 1
    if (outcome !== 'contradicts') continue
    const text = new Date(row.at).toISOString()
    losses.add({ reason: 'duplicateTime', file: row.file, line: row.line, text })
  }
  return { rows: merged, repeated }
}

function mergeInto(target: ReadRow, row: ReadRow): 'taken' | 'nothing new' | 'contradicts' {
  const { values } = target
  const both = row.values.some(
    (value, i) => !Number.isNaN(value) && !Number.isNaN(values[i] ?? 0) && value !== values[i],
  )
  if (both) return 'contradicts'
  let taken = false
  for (const [i, value] of row.values.entries()) {
    if (Number.isNaN(value) || !Number.isNaN(values[i] ?? 0)) continue
    values[i] = value
    taken = true
  }
  return taken ? 'taken' : 'nothing new'
}
