import { createHmac, randomBytes } from 'node:crypto'
import { webhookSecretPrefix } from '@helioport/contract'

export const newWebhookSecret = () => `${webhookSecretPrefix}${randomBytes(32).toString('base64')}`

/** Headers by Standard Webhooks, with one signature per secret; `at`: when the message is sent, epoch ms. */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  at: number,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Helioport-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
