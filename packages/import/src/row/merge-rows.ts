import type { Losses } from './losses.ts'
import type { ReadRow } from './read-file.ts'

/**
 * Rows of all files by time, one an instant: what one file has not measured comes from the other. A value that is there
 * already and differs is a loss; a row that says nothing new is counted as repeated.
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
