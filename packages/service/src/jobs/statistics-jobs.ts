import { analyseDueDays, closeDays } from '../rules/analyse-days.ts'
import type { Job } from './jobs.ts'

export const statisticsJobs: readonly Job[] = [
  { name: 'close days', everyMs: 10 * 60_000, run: closeDays },
  { name: 'analyse days', everyMs: 1_000, run: async (service) => void (await analyseDueDays(service)) },
]
