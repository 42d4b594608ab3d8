import type { Job } from '../base/job.ts'
import { priceAlarms } from './losses.ts'
import { noticeAlarms } from './notice.ts'

export const alarmJobs: readonly Job[] = [
  { name: 'alarm-notices', everyMs: 10_000, run: noticeAlarms },
  { name: 'alarm-losses', everyMs: 60_000, run: priceAlarms },
]
