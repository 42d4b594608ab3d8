import { priceAlarms } from '../rules/alarm-losses.ts'
import { noticeAlarms } from '../rules/alarm-notice.ts'
import { signAuditHeads } from '../rules/audit.ts'
import { runExportTasks } from '../rules/export-task.ts'
import type { Job } from './job.ts'

export const recordJobs: readonly Job[] = [
  { name: 'alarm-notices', everyMs: 10_000, run: noticeAlarms },
  { name: 'alarm-losses', everyMs: 60_000, run: priceAlarms },
  { name: 'audit-heads', everyMs: 3_600_000, run: signAuditHeads },
  { name: 'export-tasks', everyMs: 1_000, run: runExportTasks, slow: true },
]
