import type { Transaction } from '../../database/session.ts'
import { hashSecret, newSecret } from '../../base/secret.ts'
import type { Service } from '../../base/service.ts'
import { findKnownBrowser, insertKnownBrowser } from '../queries/session.ts'

const knownBrowserMs = 365 * 24 * 3_600_000
const maxTokenLength = 100

/** Whose browser it is by the token that it shows, and the key of its count; null: nobody's. */
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
