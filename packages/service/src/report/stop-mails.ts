import type { Mailing, PageLocale } from '@helioport/contract'
import { findAccount, stopMailing } from '../account/queries/account.ts'
import { countAttempt } from '../account/proof/throttle.ts'
import type { Service } from '../base/service.ts'
import { readStopToken } from '../message/stop-link.ts'

/** What a signed link stops. */
export interface Asked {
  accountId: string
  mailing: Mailing
  locale: PageLocale
}

/** Null: nobody signed it, or the account is gone. Who tries addresses is soon told to wait. */
export async function readAsked(service: Service, ip: string, token: string): Promise<Asked | null> {
  const known = readStopToken(service, token)
  if (!known) {
    await countAttempt(service, 'address', 'link', ip)
    return null
  }
  const account = await findAccount(service.db.read, known.accountId).catch(() => null)
  return account ? { ...known, locale: account.mail_locale } : null
}

export async function stopAsked(service: Service, { accountId, mailing }: Asked): Promise<void> {
  await service.db.transaction((tx) => stopMailing(tx, accountId, mailing))
}
