import { timingSafeEqual } from 'node:crypto'
import { apiBasePath } from '@helioport/contract'
import { keyedHash } from '../base/seal.ts'
import type { Service } from '../base/service.ts'
import { oneLine } from './one-line.ts'
import { noteReceipt } from './queries/message.ts'

export const receiptPath = '/sms-receipts'

/** What a gateway tells of a short message that it took. */
export interface SmsReceipt {
  state: 'delivered' | 'undelivered'
  /** In the gateway's own words. */
  reason?: string
}

/** Address to which the gateway tells what became of one short message. Signed: nobody else can tell, nor of another one. */
export const receiptUrl = (service: Service, messageId: string) =>
  `${service.settings.baseUrl}${apiBasePath}${receiptPath}/${messageId}.${signatureOf(service, messageId).toString('base64url')}`

/** The message that a token stands for; null: nobody signed it. */
function readToken(service: Service, token: string): string | null {
  const [messageId = '', signature = ''] = token.split('.')
  const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(service, messageId)]
  return given.length === right.length && timingSafeEqual(given, right) ? messageId : null
}

/** Keeps what the gateway tells. False: the address is none of ours, or the message was forgotten long ago. */
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
