import type { Job } from '../base/job.ts'
import { sendDailyMails } from './daily-mail.ts'
import { writeSamples } from './own-mails.ts'

export const reportJobs: readonly Job[] = [
  { name: 'daily-mails', everyMs: 60_000, run: sendDailyMails },
  { name: 'mail samples', everyMs: 1_000, run: writeSamples },
]
