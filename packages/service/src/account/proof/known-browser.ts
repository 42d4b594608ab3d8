import type { Transaction } from '../../database/session.ts'
import { hashSecret, newSecret } from '../../base/secret.ts'
import type { Service } from '../../base/service.ts'
import { findKnownBrowser, insertKnownBrowser } from '../queries/session.ts'

const knownBrowserMs = 365 * 24 * 3_600_000
const maxTokenLength = 100

/** The account that knows the browser with this token, and the key under which its guesses count; null: none. */
export async function findKnownBrowserOf(service: Service, token: string | null) {
  if (token === null || token.length > maxTokenLength) return null
  const hash = hashSecret(token)
  const row = await findKnownBrowser(service.db.read, hash, service.now())
  return row ? { accountId: row.account_id, key: hash.toString('base64url') } : null
}

export async function rememberBrowser(service: Service, tx: Transaction, accountId: string) {
  const now = service.now()
  const token = newSecret()
  const expiresAt = now + knownBrowserMs
  await insertKnownBrowser(tx, { tokenHash: hashSecret(token), accountId, now, expiresAt })
  return { token, expiresAt }
}
