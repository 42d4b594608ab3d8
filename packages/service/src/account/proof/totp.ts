import { Secret, TOTP } from 'otpauth'
import type { Transaction } from '../../database/session.ts'
import type { TotpSecret } from '@helioport/contract'
import { findTotp, putTotp, takeTotpStep } from '../queries/totp.ts'
import type { Service } from '../../base/service.ts'
import { Problem } from '../../base/problem.ts'
import { seal, unseal } from '../../base/seal.ts'

/** RFC 6238 with what authenticator apps support: SHA-1, 6 digits, 30 s; one step either way tolerates clock drift. */
const stepMs = 30_000
const secretBytes = 20
const forgivenSteps = 1

/** Issues a new secret, valid once one of its codes is confirmed. @throws Problem conflict: a confirmed one exists */
export async function enrolTotp(service: Service, accountId: string, userName: string): Promise<TotpSecret> {
  const secret = new Secret({ size: secretBytes })
  const sealed = seal(service.settings.key, accountId, secret.base32)
  if (!(await service.db.transaction((tx) => putTotp(tx, accountId, sealed)))) throw new Problem('conflict')
  return { secret: secret.base32, uri: totpOf(secret.base32, userName).toString() }
}

export async function hasTotp(service: Service, accountId: string): Promise<boolean> {
  return ((await findTotp(service.db.read, accountId))?.confirmed_at ?? null) !== null
}

/** Uses a code of the authenticator up. @throws Problem session.wrongCode */
export async function spendTotp(
  service: Service,
  tx: Transaction,
  accountId: string,
  sealed: Buffer,
  code: string,
): Promise<void> {
  const now = service.now()
  const totp = totpOf(unseal(service.settings.key, accountId, sealed))
  const delta = totp.validate({ token: code, timestamp: now, window: forgivenSteps })
  if (delta === null) throw new Problem('session.wrongCode')
  const step = Math.floor(now / stepMs) + delta
  if (!(await takeTotpStep(tx, accountId, step))) throw new Problem('session.wrongCode')
}

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Helioport', label, secret: Secret.fromBase32(secret) })
