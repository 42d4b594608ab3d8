import type { Job } from '../base/job.ts'
import { deleteAccounts } from './deletion.ts'
import { writeCopies } from './write-copies.ts'

export const ownDataJobs: readonly Job[] = [
  { name: 'account-copies', everyMs: 2_000, run: writeCopies, slow: true },
  { name: 'account-deletions', everyMs: 60_000, run: deleteAccounts, slow: true },
]
