import type { Job } from '../base/job.ts'
import { analyseDueDays, closeDays } from './kept/analyse-days.ts'
import { computeDueRollUps } from './kept/due-roll-ups.ts'
import { rebuildDays } from './kept/rebuild.ts'

export const energyJobs: readonly Job[] = [
  { name: 'close days', everyMs: 10 * 60_000, run: closeDays },
  { name: 'analyse days', everyMs: 1_000, run: async (service) => void (await analyseDueDays(service)) },
  { name: 'due roll-ups', everyMs: 1_000, run: (service) => computeDueRollUps(service) },
  { name: 'rebuild', everyMs: 1_000, run: (service) => rebuildDays(service) },
]
