import type { Job } from '../base/job.ts'
import { signAuditHeads } from './chain.ts'

export const auditJobs: readonly Job[] = [{ name: 'audit-heads', everyMs: 3_600_000, run: signAuditHeads }]
