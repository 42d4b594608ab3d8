import { analyseDueDays, closeDays } from '../rules/analyse-days.ts'
import { clusterClosed, forgetEnded, forgetOld } from '../rules/retention.ts'
import type { Job } from './job.ts'

export const statisticsJobs: readonly Job[] = [
  { name: 'close days', everyMs: 10 * 60_000, run: closeDays },
  { name: 'analyse days', everyMs: 1_000, run: async (service) => void (await analyseDueDays(service)) },
  { name: 'forget old', everyMs: 6 * 3_600_000, run: forgetOld, slow: true },
  { name: 'forget ended', everyMs: 3_600_000, run: forgetEnded },
  { name: 'cluster months', everyMs: 3_600_000, run: clusterClosed, slow: true },
]
