import { maxImportLines } from '@helioport/contract'
import {
  type ChosenPlan,
  daySums,
  FileProblem,
  fingerprintOf,
  guessFiles,
  type KnownDevice,
  planOf,
  readPlant,
  type SourceFile,
  type SourceRows,
  sourceRows,
} from '@helioport/import/text'
import type { ReadFile, ReadRows } from './reader.ts'

/** A question to the reader of the files, and its answer. */
export type Question =
  | { ask: 'guess'; zone: string; devices: readonly KnownDevice[] }
  | { ask: 'read'; chosen: ChosenPlan; zone: string; devices: readonly KnownDevice[] }
  | { ask: 'rows'; source: number; from: number; count: number }
/** `file`: the file with the problem; null: all of them. */
export type Answer = { value: unknown } | { problem: string; message: string; file: string | null }

/** A workbook of 150 MB has some hundred thousand rows; larger ones must be exported as CSV. */
const limits = { lines: maxImportLines, unpackedBytes: 150 * 1024 * 1024 }
const listedLosses = 200

/**
 * Answers questions about files. The first file determines the columns. The read rows stay here. `onShare`: progress.
 */
export function serveReader(
  files: Promise<readonly SourceFile[]>,
  onShare: (share: number) => void = () => {},
): (question: Question) => Promise<Answer> {
  let sources: SourceRows[] = []
  const answers = {
    guess: async ({ zone, devices }: Extract<Question, { ask: 'guess' }>) => {
      return guessFiles(await files, { zone, devices, limits })
    },
    read: async ({ chosen, zone, devices }: Extract<Question, { ask: 'read' }>): Promise<ReadFile> => {
      const plan = planOf(chosen, devices)
      const plant = await readPlant(await files, plan, limits, onShare)
      sources = sourceRows(plant, plan)
      const lost = Object.values(plant.lost).reduce((sum, count) => sum + count, 0)
      return {
        files: (await files).length,
        fingerprint: fingerprintOf(sources),
        records: plant.records,
        repeated: plant.repeated,
        sums: plant.sums,
        intervalMinutes: plant.intervalMs / 60_000,
        from: plant.rows[0]?.at ?? 0,
        to: plant.rows.at(-1)?.at ?? 0,
        days: daySums(sources, zone),
        sources: sources.map(({ deviceId, intervalS, rows }) => ({ deviceId, intervalS, count: rows.length })),
        lost,
        losses: plant.losses.slice(0, listedLosses),
      }
    },
    rows: async ({ source, from, count }: Extract<Question, { ask: 'rows' }>): Promise<ReadRows> => {
      const all = sources[source]?.rows
      const length = Math.max(0, Math.min(count, (all?.length ?? 0) - from))
      const each = <T>(of: (nth: number) => T) => Array.from({ length }, (_, nth) => of(from + nth))
      return {
        rows: each((nth) => all?.at(nth) ?? []),
        lines: each((nth) => all?.lineAt(nth) ?? 0),
        ...((await files).length > 1 && { files: each((nth) => all?.fileAt(nth) ?? '') }),
      }
    },
  }
  const answer = (question: Question): Promise<unknown> =>
    question.ask === 'guess'
      ? answers.guess(question)
      : question.ask === 'read'
        ? answers.read(question)
        : answers.rows(question)
  return async (question) => {
    try {
      return { value: await answer(question) }
    } catch (error) {
      const [problem, file] = error instanceof FileProblem ? [error.code, error.file] : ['failed', null]
      return { problem, message: String(error), file }
    }
  }
}
