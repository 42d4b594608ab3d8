import { randomInt } from 'node:crypto'
import { claimSigns, type ClaimedLogger, type NewLoggerClaim, newSpokenCode, plainCode } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { countAttempt, forgetAttempt } from '../account/proof/throttle.ts'
import { Problem } from '../base/problem.ts'
import { keyedHash } from '../base/seal.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import type { Service } from '../base/service.ts'
import { putClaim, takeClaim } from '../inventory/queries/logger-claim.ts'
import { deleteUnusedKeys, insertLoggerKey } from '../inventory/queries/logger-key.ts'

/** Validity of a code: enough time to walk to the device and type it. */
export const claimMs = 30 * 60_000

/** Short codes are stored as keyed hashes, which are useless without the service's key. */
const hashOf = (service: Service, code: string) => keyedHash(service.settings.key, 'claim', plainCode(code))

/** A new code for a logger, shown once; it replaces the former code. */
export async function openClaim(service: Service, loggerId: string): Promise<NewLoggerClaim> {
  const code = newSpokenCode(claimSigns, randomInt)
  const now = service.now()
  const expiresAt = now + claimMs
  await service.db.transaction((tx) => putClaim(tx, { loggerId, hash: hashOf(service, code), now, expiresAt }))
  return { code, expiresAt: iso(expiresAt) }
}

/**
 * Exchanges a code for a new key of its logger. Unused keys of the logger are deleted: from now on the claiming program
 * is the logger. Wrong, used and expired codes get the same answer at the same cost.
 * @throws Problem code.wrong, request.tooMany
 */
export async function claimLogger(service: Service, ip: string, code: string): Promise<ClaimedLogger> {
  await countAttempt(service, 'claimAddress', ip)
  const attempt = await countAttempt(service, 'claim', 'all')
  const key = newSecret()
  const now = service.now()
  return service.db.transaction(async (tx) => {
    const logger = await takeClaim(tx, hashOf(service, code), now)
    if (!logger) throw new Problem('code.wrong')
    await forgetAttempt(tx, attempt)
    await deleteUnusedKeys(tx, logger.id)
    await insertLoggerKey(tx, { loggerId: logger.id, keyHash: hashSecret(key), now })
    return { serial: logger.serial, key }
  })
}
