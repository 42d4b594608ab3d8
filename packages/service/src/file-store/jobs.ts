import type { Job } from '../base/job.ts'
import { removeDueFiles } from './file-store.ts'

export const fileStoreJobs: readonly Job[] = [
  { name: 'remove-files', everyMs: 60_000, run: removeDueFiles, slow: true },
]
