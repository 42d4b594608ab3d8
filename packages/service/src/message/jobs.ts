import type { Job } from '../base/job.ts'
import { deliverMessages } from './outbox.ts'

export const messageJobs: readonly Job[] = [{ name: 'messages', everyMs: 1_000, run: deliverMessages }]
