import { FileProblem, ofFile } from '../problem.ts'
import type { SourceFile } from '../table/table.ts'
import { type Guess, guessPlan } from './guess-plan.ts'
import { zoneMissing, zoneNamed } from './zone-named.ts'

/**
 * What the columns of several files are: the first says how times and numbers are written, the others add columns that it
 * does not have, as weather beside inverters, and what is to be asked of them. @throws FileProblem as guessPlan, of the first
 */
export async function guessFiles(
  files: readonly SourceFile[],
  options: Parameters<typeof guessPlan>[1],
): Promise<Guess> {
  const [first, ...others] = files
  if (!first) throw new FileProblem('noRows', 'no file')
  const guess = await ofFile(first.name, () => guessPlan(first, options))
  if (guess.series) return guess
  const columns = [...guess.columns]
  const asks = new Set(guess.asks)
  for (const file of others) {
    const own = await guessPlan(file, options).catch((error: unknown) => {
      // Whoever reads it says so.
      if (error instanceof FileProblem) return null
      throw error
    })
    if (!own || own.series) continue
    const fresh = own.columns.filter(({ heading }) => !columns.some((known) => known.heading === heading))
    columns.push(...fresh)
    if (own.asks.includes('zone')) {
      // One answer for all would be wrong for the first.
      if (zoneNamed(guess.time.column) !== null) throw zoneMissing(file.name, guess.time.column)
      asks.add('zone')
    }
    if (fresh.some(({ kind, unit }) => kind !== 'ignore' && unit === null)) asks.add('unit')
    if (own.asks.includes('device')) asks.add('device')
  }
  return { ...guess, columns, asks: [...asks] }
}
