import type { Job } from '../base/job.ts'
import { deliverWebhooks, forgetDeliveries } from './deliver.ts'
import { findEvents } from './find-events.ts'

export const webhookJobs: readonly Job[] = [
  { name: 'webhook-events', everyMs: 1_000, run: findEvents },
  { name: 'webhook-deliveries', everyMs: 1_000, run: deliverWebhooks },
  { name: 'webhook-log', everyMs: 3_600_000, run: forgetDeliveries },
]
