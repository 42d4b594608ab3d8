import { accountRules } from '@helioport/contract'
import { Problem } from '../../base/problem.ts'
import type { Service } from '../../base/service.ts'
import type { Session, Transaction } from '../../database/session.ts'
import { findPasskeyRequired } from '../queries/account.ts'
import { findTotp } from '../queries/totp.ts'
import { spendRecoveryCode } from './recovery-code.ts'
import { spendTotp } from './totp.ts'

const isAppCode = new RegExp(accountRules.code.pattern)

/** What a sign-in needs besides the password. */
async function factorsOf(db: Session, accountId: string) {
  const [totp, isPasskeyRequired] = await Promise.all([findTotp(db, accountId), findPasskeyRequired(db, accountId)])
  return { secret: totp && totp.confirmed_at !== null ? totp.secret : null, isPasskeyRequired }
}

export async function hasSecondFactor(service: Service, accountId: string): Promise<boolean> {
  const { secret, isPasskeyRequired } = await factorsOf(service.db.read, accountId)
  return secret !== null || isPasskeyRequired
}

/**
 * Where the account has a second factor, requires a code of the authenticator app, or a recovery code in place of app
 * or passkey. A code works once and is used up in `tx`. A sign-in with the passkey itself needs no password.
 * @throws Problem session.codeRequired, session.passkeyRequired, session.wrongCode
 */
export async function requireSecondFactor(
  service: Service,
  tx: Transaction,
  accountId: string,
  code: string | undefined,
  /** False: a linked company sign-in replaced the password, so a required passkey is not asked for. */
  { byPassword = true } = {},
): Promise<void> {
  const { secret, isPasskeyRequired } = await factorsOf(tx, accountId)
  if (secret === null && !(isPasskeyRequired && byPassword)) return
  if (code === undefined) throw new Problem(secret === null ? 'session.passkeyRequired' : 'session.codeRequired')
  if (secret !== null && isAppCode.test(code)) await spendTotp(service, tx, accountId, secret, code)
  else if (!(await spendRecoveryCode(tx, accountId, code))) throw new Problem('session.wrongCode')
}
