import type { Job } from '../base/job.ts'
import { takeEarlyRows } from './take-early-rows.ts'

export const ingestJobs: readonly Job[] = [{ name: 'early-rows', everyMs: 15_000, run: takeEarlyRows, slow: true }]
