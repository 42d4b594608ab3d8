import type { Job } from '../base/job.ts'
import { priceAlarms } from './losses.ts'
import { noticeAlarms } from './notice.ts'
import { foldAlarmCounts } from './queries/alarm-card.ts'
import { watchSilence } from './silence.ts'

export const alarmJobs: readonly Job[] = [
  { name: 'alarm-silence', everyMs: 30_000, run: watchSilence },
  { name: 'alarm-notices', everyMs: 10_000, run: noticeAlarms },
  { name: 'alarm-losses', everyMs: 60_000, run: priceAlarms },
  { name: 'alarm-counts', everyMs: 10_000, run: ({ db }) => db.transaction(foldAlarmCounts) },
]
