import { rebuildDays } from '../rules/rebuild.ts'
import { settleCommands } from '../rules/command-queue.ts'
import { mailJobs } from './mail-jobs.ts'
import { recordJobs } from './record-jobs.ts'
import type { Service } from '../service.ts'
import { statisticsJobs } from './statistics-jobs.ts'

/**
 * Work that nobody waits for. Each run must be safe to be cut short and to be run again: the rows say what is left
 * to do, not the memory of a process.
 */
export interface Job {
  name: string
  everyMs: number
  run: (service: Service) => Promise<void>
  /** It may take minutes: it runs beside the others, which do not wait for it. */
  slow?: true
}

/** Every recurring job of the service. */
export const jobs: readonly Job[] = [
  ...mailJobs,
  ...statisticsJobs,
  ...recordJobs,
  { name: 'rebuild', everyMs: 1_000, run: (service) => rebuildDays(service) },
  { name: 'commands', everyMs: 1_000, run: settleCommands },
]
