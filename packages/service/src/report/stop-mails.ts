import type { Mailing, PageLocale } from '@helioport/contract'
import { chooseMailing, findAccount } from '../account/queries/account.ts'
import { countAttempt } from '../account/proof/throttle.ts'
import type { Service } from '../base/service.ts'
import { readStopToken } from '../message/stop-link.ts'

/** The account and mail of a signed stop link, and which mails the account has. */
export interface Asked {
  accountId: string
  mailing: Mailing
  locale: PageLocale
  has: Record<Mailing, boolean>
}

/** Null: the signature is invalid, or the account is gone. Invalid links are rate limited per address. */
export async function readAsked(service: Service, ip: string, token: string): Promise<Asked | null> {
  const known = readStopToken(service, token)
  if (!known) {
    await countAttempt(service, 'address', 'link', ip)
    return null
  }
  const account = await findAccount(service.db.read, known.accountId).catch(() => null)
  if (account === null) return null
  const { daily_service, daily_report, alarms_by_mail, mail_locale: locale } = account
  return { ...known, locale, has: { service: daily_service, report: daily_report, alarm: alarms_by_mail } }
}

/** Switches one mail and returns the mails of the account. Mails go only to its own address, whoever has the link. */
export async function chooseMails(service: Service, asked: Asked, mailing: Mailing, on: boolean): Promise<Asked> {
  await service.db.transaction((tx) => chooseMailing(tx, asked.accountId, mailing, on))
  return { ...asked, mailing, has: { ...asked.has, [mailing]: on } }
}
