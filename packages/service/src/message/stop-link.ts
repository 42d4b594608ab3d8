import { timingSafeEqual } from 'node:crypto'
import { apiBasePath, type Mailing, mailings, type PageLocale, paths } from '@helioport/contract'
import { keyedHash } from '../base/seal.ts'
import type { Service } from '../base/service.ts'
import { linkTo } from './outbox.ts'
import type { MailContent } from './template/content.ts'
import { word } from './word.ts'

export const stopPath = '/mail-stops'

/**
 * Address that stops one kind of mail to one account: opened, it shows a page; posted to, it stops them. Signed, so that
 * nobody makes one for another; good for ever and as often as wanted, since it takes nothing away but mails.
 */
export function stopUrl(service: Service, accountId: string, mailing: Mailing): string {
  const token = `${accountId}.${mailing}.${signatureOf(service, accountId, mailing).toString('base64url')}`
  return `${service.settings.baseUrl}${apiBasePath}${stopPath}/${token}`
}

/** Whose mails of which kind the token stops; null: nobody's. */
export function readStopToken(service: Service, token: string): { accountId: string; mailing: Mailing } | null {
  const [accountId = '', kind = '', signature = ''] = token.split('.')
  const mailing = mailings.find((known) => known === kind)
  if (!mailing) return null
  const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(service, accountId, mailing)]
  return given.length === right.length && timingSafeEqual(given, right) ? { accountId, mailing } : null
}

const signatureOf = ({ settings }: Service, accountId: string, mailing: Mailing) =>
  keyedHash(settings.key, 'mail-stop', accountId, mailing)

/** The end of a mail that was asked for: where it is stopped, and where mails are chosen. */
export function endOf(
  service: Service,
  accountId: string,
  locale: PageLocale,
  mailing: Mailing,
): Pick<MailContent, 'footer' | 'oneClickUrl'> {
  const oneClickUrl = stopUrl(service, accountId, mailing)
  const choose = { label: word(locale, 'footer.choose'), url: linkTo(service, paths.setting('notifications')) }
  return { footer: [choose, { label: word(locale, 'footer.stop'), url: oneClickUrl }], oneClickUrl }
}
