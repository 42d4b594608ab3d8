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

/** Long enough to walk to the cellar with it. */
export const claimMs = 30 * 60_000

/** Short codes are kept as hashes that are nothing without the key of the service. */
const hashOf = (service: Service, code: string) => keyedHash(service.settings.key, 'claim', plainCode(code))

/** A code for a logger, shown this once, which ends the former one. */
export async function openClaim(service: Service, loggerId: string): Promise<NewLoggerClaim> {
  const code = newSpokenCode(claimSigns, randomInt)
  const now = service.now()
  const expiresAt = now + claimMs
  await service.db.transaction((tx) => putClaim(tx, { loggerId, hash: hashOf(service, code), now, expiresAt }))
  return { code, expiresAt: iso(expiresAt) }
}

/**
 * The logger that a code is of, and a new key for it; the code is gone. Keys that were shown and never used end: from
 * now on the program that claimed it is the logger. Wrong, used and out of date are one answer, and cost the same.
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
