import type { Job } from '../base/job.ts'
import { answerMailRequests } from './mail-request.ts'
import { forgetUnactivated } from './registration.ts'

export const accountJobs: readonly Job[] = [
  { name: 'mail-requests', everyMs: 1_000, run: answerMailRequests },
  { name: 'unactivated-accounts', everyMs: 3_600_000, run: forgetUnactivated },
]
