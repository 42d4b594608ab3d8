import type { Job } from '../base/job.ts'
import { keepDayValues } from './day-values.ts'
import { clusterClosed, forgetEnded, forgetOld } from './retention.ts'

export const telemetryJobs: readonly Job[] = [
  { name: 'forget old', everyMs: 6 * 3_600_000, run: forgetOld, slow: true },
  { name: 'forget ended', everyMs: 3_600_000, run: forgetEnded },
  { name: 'cluster months', everyMs: 3_600_000, run: clusterClosed, slow: true },
  { name: 'keep day values', everyMs: 600_000, run: keepDayValues, slow: true },
]
