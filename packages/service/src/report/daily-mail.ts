import { type DailyMail, dailyMails } from '@helioport/contract'
import { findAccount, setNotifications } from '../account/queries/account.ts'
import { takeLink } from '../account/queries/code.ts'
import { findDueDailyMails, takeDay } from './queries/daily-mail.ts'
import { doEach } from '../base/do-each.ts'
import type { Service } from '../base/service.ts'
import { queueContent } from '../message/outbox.ts'
import type { MailContent } from '../message/template/content.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret } from '../base/secret.ts'
import { countAttempt } from '../account/proof/throttle.ts'
import { reportMail } from './report-mail.ts'
import { serviceMail } from './service-mail.ts'

/** Local hour of the account from which mails are sent: before work, when the plants' days are over. */
const hour = 7

type Account = Awaited<ReturnType<typeof findAccount>>

/** `day`: the local day of the account. */
const mailOf: Record<DailyMail, (service: Service, account: Account, day: string) => Promise<MailContent>> = {
  service: serviceMail,
  report: reportMail,
}

/** Queues every due daily mail, at most once per account and local day, even with concurrent runs. */
export async function sendDailyMails(service: Service): Promise<void> {
  await doEach(dailyMails, async (kind) => {
    const due = await findDueDailyMails(service.db.read, kind, hour, service.now())
    await doEach(due, async ({ account, day }) => {
      const content = await mailOf[kind](service, account, day)
      await service.db.transaction(async (tx) => {
        if (await takeDay(tx, account.id, kind, day)) await queueContent(service, tx, kind, account, content)
      })
    })
  })
}

/**
 * Stops the mail that the link belongs to, signed in or not. For links in mails of earlier versions; mails now have
 * signed links (stop-link.ts). @throws Problem link.invalid, request.tooMany
 */
export async function unsubscribe(service: Service, ip: string, token: string): Promise<{ kind: DailyMail }> {
  await countAttempt(service, 'address', 'link', ip)
  return service.db.transaction(async (tx) => {
    const link = await takeLink(tx, hashSecret(token), dailyMails, service.now())
    const kind = dailyMails.find((each) => each === link?.purpose)
    if (!link || !kind) throw new Problem('link.invalid')
    await setNotifications(tx, (await findAccount(tx, link.account_id)).id, { [kind]: false })
    return { kind }
  })
}
