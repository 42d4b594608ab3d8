import type { Job } from '../base/job.ts'
import { forgetRequestKeys } from './once.ts'

export const requestJobs: readonly Job[] = [{ name: 'request-keys', everyMs: 3_600_000, run: forgetRequestKeys }]
