import { FileProblem, ofFile } from '../problem.ts'
import type { SourceFile } from '../table/table.ts'
import { type Guess, guessPlan } from './guess-plan.ts'
import { zoneMissing, zoneNamed } from './zone-named.ts'

/**
 * Guesses the columns of several files: the first file sets the formats of times and numbers; the others add further
 * columns, such as weather, and questions. @throws FileProblem as guessPlan, for the first file
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
  const zoneless = [...guess.zoneless]
  for (const file of others) {
    const own = await guessPlan(file, options).catch((error: unknown) => {
      // The reading of the file reports the problem later.
      if (error instanceof FileProblem) return null
      throw error
    })
    if (!own || own.series) continue
    const fresh = own.columns.filter(({ heading }) => !columns.some((known) => known.heading === heading))
    columns.push(...fresh)
    if (own.asks.includes('zone')) {
      // One answer for all files would be wrong for the first file.
      if (zoneNamed(guess.time.column) !== null) throw zoneMissing(file.name, guess.time.column)
      asks.add('zone')
      zoneless.push(file.name)
    }
    if (fresh.some(({ kind, unit }) => kind !== 'ignore' && unit === null)) asks.add('unit')
    if (own.asks.includes('device')) asks.add('device')
  }
  return { ...guess, columns, asks: [...asks], zoneless }
}
