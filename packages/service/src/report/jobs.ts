import type { Job } from '../base/job.ts'
import { sendDailyMails } from './daily-mail.ts'

export const reportJobs: readonly Job[] = [{ name: 'daily-mails', everyMs: 60_000, run: sendDailyMails }]
