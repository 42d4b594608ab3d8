import type { Job } from '../base/job.ts'
import { deliverMessages } from './outbox.ts'

/** One job per channel: a slow mail server must not delay codes by SMS. */
export const messageJobs: readonly Job[] = [
  { name: 'messages', everyMs: 1_000, run: (service) => deliverMessages(service, 'mail') },
  { name: 'short messages', everyMs: 1_000, run: (service) => deliverMessages(service, 'sms') },
]
