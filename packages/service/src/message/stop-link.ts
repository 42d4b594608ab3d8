import { timingSafeEqual } from 'node:crypto'
import { apiBasePath, type Mailing, mailings, type PageLocale, paths } from '@helioport/contract'
import { keyedHash } from '../base/seal.ts'
import type { Service } from '../base/service.ts'
import { linkTo } from './outbox.ts'
import type { MailContent } from './template/content.ts'
import { word } from './word.ts'

export const stopPath = '/mail-stops'

/**
 * Address that stops one kind of mail to one account: GET shows a page, POST stops the mails. Signed, so that nobody
 * can forge a link for another account. It never expires and can be used repeatedly, since it only stops mails.
 */
export function stopUrl(service: Service, accountId: string, mailing: Mailing): string {
  const token = `${accountId}.${mailing}.${signatureOf(service, accountId, mailing).toString('base64url')}`
  return `${service.settings.baseUrl}${apiBasePath}${stopPath}/${token}`
}

/** Account and kind of mail of a token; null: the signature is invalid. */
export function readStopToken(service: Service, token: string): { accountId: string; mailing: Mailing } | null {
  const [accountId = '', kind = '', signature = ''] = token.split('.')
  const mailing = mailings.find((known) => known === kind)
  if (!mailing) return null
  const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(service, accountId, mailing)]
  return given.length === right.length && timingSafeEqual(given, right) ? { accountId, mailing } : null
}

const signatureOf = ({ settings }: Service, accountId: string, mailing: Mailing) =>
  keyedHash(settings.key, 'mail-stop', accountId, mailing)

/** Footer of an optional mail: where to stop it, and where to choose mails. */
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
