import type { Job } from '../base/job.ts'
import { keepDueYields } from './keep-yields.ts'

export const statisticsJobs: readonly Job[] = [
  { name: 'keep rankings', everyMs: 300_000, run: keepDueYields, slow: true },
]
