import { apiKeyPrefix, apiKeyQuota } from '@helioport/contract'
import { Problem } from '../base/problem.ts'
import { type KeyHolder, type Quota, stateNameOf } from '../base/signed-in.ts'
import { hashSecret } from '../base/secret.ts'
import type { Service } from '../base/service.ts'
import { countRequest, findKeyHolder, touchApiKey } from './queries/api-key.ts'

/** Precision of a key's "last used", in ms. */
const usedEveryMs = 60_000
const windowMs = apiKeyQuota.windowS * 1000
const form = new RegExp(`^${apiKeyPrefix}[A-Za-z0-9_-]{43}$`)

/**
 * The holder of a key with their current rights, and the remaining quota; counts this request.
 * @throws Problem key.invalid: wrong, revoked, expired, or its account is not active: the same answer
 */
export async function openKey(service: Service, key: string): Promise<{ holder: KeyHolder; quota: Quota }> {
  const keyHash = hashSecret(key)
  const now = service.now()
  const row = form.test(key) ? await findKeyHolder(service.db.read, keyHash, now) : undefined
  if (!row) throw new Problem('key.invalid')
  const windowAt = now - (now % windowMs)
  const requests = await service.db.transaction(async (tx) => {
    if (row.last_used_at === null || now - row.last_used_at >= usedEveryMs) await touchApiKey(tx, row.id, now)
    return countRequest(tx, row.id, windowAt)
  })
  const holder = {
    accountId: row.account_id,
    userName: row.user_name,
    nickname: row.nickname,
    role: row.role,
    stateName: stateNameOf(row),
    mainAccountId: row.main_account_id,
    // No session has this id.
    sessionId: row.id,
    tokenHash: keyHash,
    provedAt: row.proved_at,
    view: null,
    key: { name: row.name, scopes: row.scopes, stationIds: row.all_stations ? null : row.station_ids },
  }
  const left = Math.max(0, apiKeyQuota.requests - requests)
  const resetS = Math.max(1, Math.ceil((windowAt + windowMs - now) / 1000))
  return { holder, quota: { left, resetS, isUsedUp: requests > apiKeyQuota.requests } }
}
