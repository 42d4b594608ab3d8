import { changePasswordHash, holdPassword } from './queries/account.ts'
import { deleteCode } from './queries/code.ts'
import { deletePushDevices } from './queries/push-device.ts'
import { insertMailRequest } from '../message/queries/message.ts'
import { deleteKnownBrowsers, deleteSessions, findAccountByName } from './queries/session.ts'
import type { Service } from '../base/service.ts'
import { spendCode } from './proof/code.ts'
import { countGuessAt, type Guesser } from './proof/guess.ts'
import { type Caller, tellOwner } from './security.ts'
import { hashPassword } from './proof/password.ts'
import { Problem } from '../base/problem.ts'
import { requireProof } from '../base/proof.ts'
import { changeToken, requirePassword } from './session.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { countAttempt, forgetAttempt, forgetAttempts } from './proof/throttle.ts'
import { hasSecondFactor } from './proof/second-factor.ts'

/** Asks for a code; whether there is such an account says the mail alone. */
export async function askPasswordCode(service: Service, ip: string, account: string): Promise<void> {
  await countAttempt(service, 'address', 'mail', ip)
  const known = await findAccountByName(service.db.read, account)
  await countAttempt(service, 'message', 'password', known?.id ?? account)
  await service.db.transaction((tx) =>
    insertMailRequest(tx, { kind: 'password', target: account, locale: null, now: service.now() }),
  )
}

/** No account: the same work is done for a target that no code was ever sent to. */
const nobody = '00000000-0000-0000-0000-000000000000'

interface Reset {
  account: string
  code: string
  password: string
  passwordAgain: string
}

/**
 * A new password by a mailed code. All sessions end, no browser is known any more or shows alarms (one of them may be
 * why the password is renewed), and the owner is told. What else a sign-in needs (the authenticator app) it needs as before.
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
    await tellOwner(service, tx, account.id, { what: 'passwordReset' }, caller)
    await forgetAttempt(tx, attempt)
    // Guesses at the former password say nothing of this one.
    await forgetAttempts(tx, 'signIn', 'account', account.id)
  })
}

interface Change {
  oldPassword: string
  password: string
  passwordAgain: string
}

/**
 * Changes the password of who is signed in. All other sessions end, as does a code for a new password that somebody asked
 * for; this one gets another token. The old password is
 * proof enough where it is all that a sign-in takes; where it takes more, the session has to be proved.
 * @throws Problem password.wrong, password.same, password.mismatch, session.proofRequired, request.tooMany
 */
export async function changePassword(service: Service, account: SignedIn, input: Change, caller: Caller) {
  if (input.password !== input.passwordAgain) throw new Problem('password.mismatch')
  if (await hasSecondFactor(service, account.accountId)) requireProof(account, service.now())
  const former = await requirePassword(service, account, input.oldPassword)
  if (input.password.normalize('NFKC') === input.oldPassword.normalize('NFKC')) throw new Problem('password.same')
  const passwordHash = await hashPassword(input.password)
  return service.db.transaction(async (tx) => {
    // Of two changes at once one finds what it knows.
    if (!(await holdPassword(tx, account.accountId, former))) throw new Problem('password.wrong')
    await changePasswordHash(tx, account.accountId, passwordHash, service.now())
    await deleteSessions(tx, account.accountId, account.sessionId)
    await deleteCode(tx, 'password', account.accountId)
    await tellOwner(service, tx, account.accountId, { what: 'password' }, caller)
    await forgetAttempts(tx, 'proof', account.sessionId)
    return changeToken(tx, account)
  })
}
