import type { Job } from '../base/job.ts'
import { deliverPushes, forgetPushes } from './send.ts'

export const pushJobs: readonly Job[] = [
  { name: 'push-messages', everyMs: 1_000, run: deliverPushes },
  { name: 'push-log', everyMs: 3_600_000, run: forgetPushes },
]
