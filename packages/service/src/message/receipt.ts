import { timingSafeEqual } from 'node:crypto'
import { apiBasePath } from '@helioport/contract'
import { keyedHash } from '../base/seal.ts'
import type { Service } from '../base/service.ts'
import { oneLine } from './one-line.ts'
import { noteReceipt } from './queries/message.ts'

export const receiptPath = '/sms-receipts'

/** What a gateway reports of a short message that it accepted. */
export interface SmsReceipt {
  state: 'delivered' | 'undelivered'
  /** The gateway's own text. */
  reason?: string
}

/** Address for the gateway's receipt of one short message; its signature is valid for this message alone. */
export const receiptUrl = (service: Service, messageId: string) =>
  `${service.settings.baseUrl}${apiBasePath}${receiptPath}/${messageId}.${signatureOf(service, messageId).toString('base64url')}`

/** The message id of a token; null: the signature is invalid. */
function readToken(service: Service, token: string): string | null {
  const [messageId = '', signature = ''] = token.split('.')
  const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(service, messageId)]
  return given.length === right.length && timingSafeEqual(given, right) ? messageId : null
}

/** Stores a receipt. False: the token is invalid, or the message was deleted. */
export async function takeReceipt(
  service: Service,
  token: string,
  { state, reason = '' }: SmsReceipt,
): Promise<boolean> {
  const messageId = readToken(service, token)
  if (messageId === null) return false
  const receipt = { state, reason: state === 'undelivered' ? oneLine(reason) : '', now: service.now() }
  return service.db.transaction((tx) => noteReceipt(tx, messageId, receipt))
}

const signatureOf = ({ settings }: Service, messageId: string) => keyedHash(settings.key, 'sms-receipt', messageId)
