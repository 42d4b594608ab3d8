import { rebuildDays } from '../rules/rebuild.ts'
import { settleCommands } from '../rules/command-queue.ts'
import { mailJobs } from './mail-jobs.ts'
import { recordJobs } from './record-jobs.ts'
import type { Job } from './job.ts'
import { statisticsJobs } from './statistics-jobs.ts'

/** Every recurring job of the service. */
export const jobs: readonly Job[] = [
  ...mailJobs,
  ...statisticsJobs,
  ...recordJobs,
  { name: 'rebuild', everyMs: 1_000, run: (service) => rebuildDays(service) },
  { name: 'commands', everyMs: 1_000, run: settleCommands },
]
