import { type ApiKey, type ApiKeyInput, apiKeyPrefix, apiKeyRules, type NewApiKey, proofMs } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { findAccount } from '../account/queries/account.ts'
import { type Caller, securityEventMail } from '../account/security.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import type { Service } from '../base/service.ts'
import { queueContent } from '../message/outbox.ts'
import {
  type ApiKeyRow,
  countApiKeys,
  deleteApiKey,
  findApiKeys,
  insertApiKey,
  setApiKeyProof,
} from './queries/api-key.ts'

const dayMs = 24 * 3_600_000
const shownEnding = 4

export async function listApiKeys(service: Service, accountId: string): Promise<ApiKey[]> {
  const now = service.now()
  return (await findApiKeys(service.db.read, accountId, now)).map((row) => toApiKey(row, now))
}

/**
 * Makes a key, which is shown only this once, and mails the owner. The caller has checked that the account reaches its
 * stations; at each use the key has the rights that the account has then.
 * @throws Problem key.tooMany
 */
export async function makeApiKey(
  service: Service,
  accountId: string,
  input: ApiKeyInput,
  caller: Caller,
): Promise<NewApiKey> {
  const { name, scopes, stationIds, days } = input
  const key = `${apiKeyPrefix}${newSecret()}`
  const now = service.now()
  const expiresAt = now + days * dayMs
  const id = await service.db.transaction(async (tx) => {
    if ((await countApiKeys(tx, accountId)) >= apiKeyRules.max) throw new Problem('key.tooMany')
    const until = iso(expiresAt).slice(0, 10)
    const account = await findAccount(tx, accountId)
    const mail = securityEventMail(service, 'apiKeyMade', account, { name, until }, caller)
    await queueContent(service, tx, 'apiKeyMade', account, mail)
    return insertApiKey(tx, {
      accountId,
      keyHash: hashSecret(key),
      ending: key.slice(-shownEnding),
      name,
      scopes,
      stationIds,
      now,
      expiresAt,
    })
  })
  return { ...(await ownKey(service, accountId, id)), key }
}

/** @throws Problem notFound */
export async function revokeApiKey(service: Service, accountId: string, apiKeyId: string): Promise<void> {
  const isGone = await service.db.transaction((tx) => deleteApiKey(tx, accountId, apiKeyId))
  if (!isGone) throw new Problem('notFound')
}

/**
 * Marks the key as proved for as long as a proof lasts. The endpoint requires a proof of the session itself.
 * @throws Problem notFound; key.scope where the key may send no commands
 */
export async function proveApiKey(service: Service, accountId: string, apiKeyId: string) {
  const { scopes } = await ownKey(service, accountId, apiKeyId)
  if (!scopes.includes('control')) throw new Problem('key.scope')
  const now = service.now()
  await service.db.transaction((tx) => setApiKeyProof(tx, accountId, apiKeyId, now))
  return { provedUntil: iso(now + proofMs) }
}

async function ownKey(service: Service, accountId: string, apiKeyId: string): Promise<ApiKey> {
  const now = service.now()
  const [row] = await findApiKeys(service.db.read, accountId, now, apiKeyId)
  if (!row) throw new Problem('notFound')
  return toApiKey(row, now)
}

function toApiKey(row: ApiKeyRow, now: number): ApiKey {
  const provedUntil = row.proved_at === null ? null : row.proved_at + proofMs
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    stationIds: row.all_stations ? null : (row.station_ids ?? []),
    ending: row.ending,
    createdAt: iso(row.created_at),
    expiresAt: iso(row.expires_at),
    lastUsedAt: row.last_used_at === null ? null : iso(row.last_used_at),
    provedUntil: provedUntil === null || provedUntil < now ? null : iso(provedUntil),
  }
}
