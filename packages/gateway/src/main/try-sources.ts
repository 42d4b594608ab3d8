import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SensorFrame } from '@helioport/contract/ingest'
import type { Reading } from '../source/source.ts'
import { SourceRun } from './source-run.ts'
import { openSources, type SourceTools } from './sources.ts'

/** Readings of one source, or why there are none. */
export interface Tried {
  source: string
  trouble: string | null
  readings: Reading[]
  sensors: SensorFrame[]
  notes: readonly string[]
}

/**
 * Reads each source once and shows it to a person, before there is a portal or a key.
 * @throws SourceArgumentError
 */
export async function trySources(texts: readonly string[], tools: Omit<SourceTools, 'folder'>): Promise<Tried[]> {
  // A separate folder: the gateway's own marks of read files must not change.
  const folder = await mkdtemp(join(tmpdir(), 'helioport-try-'))
  const runs = openSources(texts, { ...tools, folder }).map(
    (source) => new SourceRun(source, tools.now, () => undefined),
  )
  try {
    return await Promise.all(
      runs.map(async (run) => {
        await run.ask()
        const { name, trouble, notes } = run.state
        return { source: name, trouble, ...run.take(), notes }
      }),
    )
  } finally {
    await Promise.allSettled(runs.map((run) => run.close()))
    await rm(folder, { recursive: true, force: true })
  }
}
