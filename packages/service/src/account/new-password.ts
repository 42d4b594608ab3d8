import { changePasswordHash, holdPassword } from './queries/account.ts'
import { deleteCode } from './queries/code.ts'
import { deletePushDevices } from './queries/push-device.ts'
import { insertMailRequest } from '../message/queries/message.ts'
import { deleteKnownBrowsers, deleteSessions, findAccountByName } from './queries/session.ts'
import type { Service } from '../base/service.ts'
import { spendCode } from './proof/code.ts'
import { countGuessAt, type Guesser } from './proof/guess.ts'
import { type Caller, mailOwner } from './security.ts'
import { hashPassword } from './proof/password.ts'
import { Problem } from '../base/problem.ts'
import { requireProof } from '../base/proof.ts'
import { changeToken, requirePassword } from './session.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { countAttempt, forgetAttempt, forgetAttempts } from './proof/throttle.ts'
import { hasSecondFactor } from './proof/second-factor.ts'

/** Requests a code; only the mail tells whether the account exists. */
export async function askPasswordCode(service: Service, ip: string, account: string): Promise<void> {
  await countAttempt(service, 'address', 'mail', ip)
  const known = await findAccountByName(service.db.read, account)
  await countAttempt(service, 'message', 'password', known?.id ?? account)
  await service.db.transaction((tx) =>
    insertMailRequest(tx, { kind: 'password', target: account, locale: null, now: service.now() }),
  )
}

/** Target of an unknown account: no code is ever sent to it, and checking one takes the same work. */
const nobody = '00000000-0000-0000-0000-000000000000'

interface Reset {
  account: string
  code: string
  password: string
  passwordAgain: string
}

/**
 * Sets a new password by a mailed code and tells the owner. All sessions end, and all known browsers and push devices
 * are removed: one of them may be the reason for the reset. A second factor stays required.
 * @throws Problem password.mismatch, code.wrong, request.tooMany
 */
export async function resetPassword(service: Service, caller: Guesser & Caller, input: Reset): Promise<void> {
  if (input.password !== input.passwordAgain) throw new Problem('password.mismatch')
  const account = await findAccountByName(service.db.read, input.account)
  const { attempt } = await countGuessAt(service, 'code', account?.id ?? input.account, caller)
  const passwordHash = await hashPassword(input.password)
  await service.db.transaction(async (tx) => {
    await spendCode(service, tx, 'password', account?.id ?? nobody, input.code)
    if (!account) throw new Problem('code.wrong')
    await changePasswordHash(tx, account.id, passwordHash, service.now())
    await deleteSessions(tx, account.id, null)
    await deleteKnownBrowsers(tx, account.id)
    await deletePushDevices(tx, account.id)
    await mailOwner(service, tx, account.id, { what: 'passwordReset' }, caller)
    await forgetAttempt(tx, attempt)
    // Guesses at the former password do not count against the new one.
    await forgetAttempts(tx, 'signIn', 'account', account.id)
  })
}

interface Change {
  oldPassword: string
  password: string
  passwordAgain: string
}

/**
 * Changes the password of the signed-in account. All other sessions and a pending reset code end; this session gets
 * another token. Without a second factor the old password is proof enough; with one, the session must be proved.
 * @throws Problem password.wrong, password.same, password.mismatch, session.proofRequired, request.tooMany
 */
export async function changePassword(service: Service, account: SignedIn, input: Change, caller: Caller) {
  if (input.password !== input.passwordAgain) throw new Problem('password.mismatch')
  if (await hasSecondFactor(service, account.accountId)) requireProof(account, service.now())
  const former = await requirePassword(service, account, input.oldPassword)
  if (input.password.normalize('NFKC') === input.oldPassword.normalize('NFKC')) throw new Problem('password.same')
  const passwordHash = await hashPassword(input.password)
  return service.db.transaction(async (tx) => {
    // Of two concurrent changes only one finds the former hash.
    if (!(await holdPassword(tx, account.accountId, former))) throw new Problem('password.wrong')
    await changePasswordHash(tx, account.accountId, passwordHash, service.now())
    await deleteSessions(tx, account.accountId, account.sessionId)
    await deleteCode(tx, 'password', account.accountId)
    await mailOwner(service, tx, account.accountId, { what: 'password' }, caller)
    await forgetAttempts(tx, 'proof', account.sessionId)
    return changeToken(tx, account)
  })
}
