import type { RecoveryCodes } from '@helioport/contract'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { findPasskeyRequired } from './queries/account.ts'
import { confirmTotp, deleteTotp, findTotp } from './queries/totp.ts'
import { forgetRecoveryCodes, issueRecoveryCodes } from './proof/recovery-code.ts'
import { forgetProofs } from './queries/session.ts'
import { type Caller, mailOwner } from './security.ts'
import { countAttempt } from './proof/throttle.ts'
import { hasSecondFactor } from './proof/second-factor.ts'
import { spendTotp } from './proof/totp.ts'

/**
 * Confirms the issued secret by a code and mails the owner. Other sessions lose their proof: it lacked the app's code.
 * @throws Problem conflict (no secret waits), session.wrongCode, request.tooMany
 */
export async function confirmAuthenticator(
  service: Service,
  { accountId, sessionId }: SignedIn,
  code: string,
  caller: Caller,
): Promise<void> {
  await countAttempt(service, 'proof', sessionId)
  const row = await findTotp(service.db.read, accountId)
  if (!row || row.confirmed_at !== null) throw new Problem('conflict')
  await service.db.transaction(async (tx) => {
    await spendTotp(service, tx, accountId, row.secret, code)
    await confirmTotp(tx, accountId, service.now())
    await forgetProofs(tx, accountId, sessionId)
    await mailOwner(service, tx, accountId, { what: 'totpOn' }, caller)
  })
}

export async function removeAuthenticator(service: Service, accountId: string, caller: Caller): Promise<void> {
  await service.db.transaction(async (tx) => {
    await deleteTotp(tx, accountId)
    if (!(await findPasskeyRequired(tx, accountId))) await forgetRecoveryCodes(tx, accountId)
    await mailOwner(service, tx, accountId, { what: 'totpOff' }, caller)
  })
}

/** @throws Problem conflict: the account has no second factor that a code could replace */
export async function newRecoveryCodes(service: Service, accountId: string, caller: Caller): Promise<RecoveryCodes> {
  if (!(await hasSecondFactor(service, accountId))) throw new Problem('conflict')
  return service.db.transaction(async (tx) => {
    const codes = await issueRecoveryCodes(tx, accountId)
    await mailOwner(service, tx, accountId, { what: 'recoveryCodes' }, caller)
    return { codes }
  })
}
