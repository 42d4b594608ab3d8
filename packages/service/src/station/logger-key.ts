import type { LoggerKey, NewLoggerKey } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import type { Service } from '../base/service.ts'
import {
  deleteLoggerKey,
  endLoggerKeys,
  findLoggerKeys,
  forgetEndedKeys,
  insertLoggerKey,
} from '../inventory/queries/logger-key.ts'

const hourMs = 3_600_000
/** Keys of a logger at a time; replacing keys needs only a few. */
const maxKeys = 10

/** Keys that the logger may send with now, newest first. */
export async function listLoggerKeys(service: Service, loggerId: string): Promise<LoggerKey[]> {
  return (await findLoggerKeys(service.db.read, loggerId, service.now())).map((row) => ({
    id: row.id,
    createdAt: iso(row.created_at),
    endsAt: row.ends_at === null ? null : iso(row.ends_at),
    lastUsedAt: row.last_used_at === null ? null : iso(row.last_used_at),
  }))
}

/**
 * Creates a key, which is shown only once; the logger's former keys end after `overlapHours` (0: at once).
 * @throws Problem conflict if the logger has too many keys
 */
export async function rotateLoggerKey(service: Service, loggerId: string, overlapHours: number): Promise<NewLoggerKey> {
  const key = newSecret()
  const now = service.now()
  const id = await service.db.transaction(async (tx) => {
    await endLoggerKeys(tx, loggerId, now + overlapHours * hourMs)
    await forgetEndedKeys(tx, loggerId, now)
    if ((await findLoggerKeys(tx, loggerId, now)).length >= maxKeys) throw new Problem('conflict')
    return insertLoggerKey(tx, { loggerId, keyHash: hashSecret(key), now })
  })
  return { id, key, createdAt: iso(now), endsAt: null, lastUsedAt: null }
}

/** The key is refused from the next request on. @throws Problem notFound */
export async function revokeLoggerKey(service: Service, loggerId: string, keyId: string): Promise<void> {
  if (!(await service.db.transaction((tx) => deleteLoggerKey(tx, loggerId, keyId)))) throw new Problem('notFound')
}
