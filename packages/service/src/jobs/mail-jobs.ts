import { sendDailyMails } from '../rules/daily-mail.ts'
import { answerMailRequests } from '../rules/mail-request.ts'
import { deliverMessages } from '../rules/message.ts'
import { forgetUnactivated } from '../rules/registration.ts'
import type { Job } from './job.ts'

export const mailJobs: readonly Job[] = [
  { name: 'mail-requests', everyMs: 1_000, run: answerMailRequests },
  { name: 'messages', everyMs: 1_000, run: deliverMessages },
  { name: 'daily-mails', everyMs: 60_000, run: sendDailyMails },
  { name: 'unactivated-accounts', everyMs: 3_600_000, run: forgetUnactivated },
]
