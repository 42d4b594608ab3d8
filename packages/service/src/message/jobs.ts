import type { Job } from '../base/job.ts'
import { deliverMessages } from './outbox.ts'

/** Each way on its own: behind a mail server that takes its time no code by SMS grows old. */
export const messageJobs: readonly Job[] = [
  { name: 'messages', everyMs: 1_000, run: (service) => deliverMessages(service, 'mail') },
  { name: 'short messages', everyMs: 1_000, run: (service) => deliverMessages(service, 'sms') },
]
