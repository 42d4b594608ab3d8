import type { OpenidAnswer, OpenidIdentity } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { Problem } from '../base/problem.ts'
import { hashSecret } from '../base/secret.ts'
import type { Service } from '../base/service.ts'
import { findAccountOfEmail } from '../account/queries/email.ts'
import {
  deleteAnswered,
  deleteIdentity,
  findAnswered,
  findIdentities,
  findIdentity,
  putIdentity,
} from './queries/openid.ts'
import { findAccountToEnter } from '../account/queries/session.ts'
import { insertSignIn } from '../account/queries/sign-in.ts'
import { countGuessAt } from '../account/proof/guess.ts'
import { isPassword } from '../account/proof/password.ts'
import { forgetAttempt } from '../account/proof/throttle.ts'
import { requireSecondFactor } from '../account/proof/second-factor.ts'
import { type Caller as Changer, mailOwner } from '../account/security.ts'
import { type Caller, completeSignIn } from '../account/sign-in.ts'
import { shortAgent } from '../account/user-agent.ts'

/** The identity with which the browser of this token returned. @throws Problem openid.ended */
async function answeredOf(service: Service, token: string | null) {
  const found = token === null ? undefined : await findAnswered(service.db.read, hashSecret(token), service.now())
  if (!found) throw new Problem('openid.ended')
  return found
}

/**
 * The account for an identity: the linked one, else the one with the same email address.
 * @throws Problem openid.noAccount
 */
async function accountOf(service: Service, person: { issuer: string; subject: string; email: string }) {
  const identity = await findIdentity(service.db.read, person)
  const accountId = identity?.account_id ?? (await findAccountOfEmail(service.db.read, person.email))?.id
  const account = accountId === undefined ? undefined : await findAccountToEnter(service.db.read, accountId)
  if (!account) throw new Problem('openid.noAccount')
  return { account, isLinked: identity !== undefined }
}

/** @throws Problem openid.ended, openid.noAccount */
export async function getAnswer(service: Service, token: string | null): Promise<OpenidAnswer> {
  const person = await answeredOf(service, token)
  const { isLinked } = await accountOf(service, person)
  return { title: titleOf(service, person.issuer), needsPassword: !isLinked }
}

/**
 * Completes a sign-in at a company. A linked identity signs in; the first time, the password must prove that the
 * account with the same address belongs to the person: the company's word on addresses is not trusted. The
 * authenticator app is required in both cases, a required passkey only together with the password.
 * @throws Problem openid.ended, openid.noAccount, openid.passwordRequired, session.wrongCredentials,
 *   session.accountInactive, session.codeRequired, session.passkeyRequired, session.wrongCode, request.tooMany
 */
export async function signInFromCompany(
  service: Service,
  given: { password?: string; code?: string },
  caller: Caller & { flow: string | null },
) {
  const person = await answeredOf(service, caller.flow)
  const { account, isLinked } = await accountOf(service, person)
  if (!isLinked && given.password === undefined) throw new Problem('openid.passwordRequired')
  const { attempt, isKnownBrowser } = await countGuessAt(service, 'signIn', account.id, caller)
  if (!isLinked && !(await isPassword(account.password_hash, given.password ?? '')))
    throw new Problem('session.wrongCredentials')
  if (!account.is_active) throw new Problem('session.accountInactive')
  return service.db.transaction(async (tx) => {
    await requireSecondFactor(service, tx, account.id, given.code, { byPassword: !isLinked })
    const now = service.now()
    // Of two concurrent calls only one finds it.
    if (!(await deleteAnswered(tx, hashSecret(caller.flow ?? '')))) throw new Problem('openid.ended')
    if (!(await putIdentity(tx, { ...person, accountId: account.id, now }))) throw new Problem('openid.ended')
    await forgetAttempt(tx, attempt)
    if (!isLinked) {
      const value = `${titleOf(service, person.issuer)}, ${person.email}`
      await mailOwner(service, tx, account.id, { what: 'openidLinked', value }, caller)
    }
    const agent = shortAgent(caller.userAgent)
    await insertSignIn(tx, { accountId: account.id, errorCode: null, address: caller.ip, agent, now })
    return completeSignIn(service, tx, account, caller, isKnownBrowser)
  })
}

export async function listIdentities(service: Service, accountId: string): Promise<OpenidIdentity[]> {
  return (await findIdentities(service.db.read, accountId)).map((row) => ({
    id: row.id,
    title: titleOf(service, row.issuer),
    email: row.email,
    linkedAt: iso(row.linked_at),
    lastUsedAt: row.last_used_at === null ? null : iso(row.last_used_at),
  }))
}

/** @throws Problem notFound */
export async function unlinkIdentity(
  service: Service,
  accountId: string,
  identityId: string,
  caller: Changer,
): Promise<void> {
  await service.db.transaction(async (tx) => {
    const gone = await deleteIdentity(tx, accountId, identityId)
    if (!gone) throw new Problem('notFound')
    await mailOwner(service, tx, accountId, { what: 'openidUnlinked', value: gone.email }, caller)
  })
}

const titleOf = ({ settings }: Service, issuer: string) =>
  settings.openidProviders?.find((each) => sameIssuer(each.issuer, issuer))?.title ?? issuer

/** The configured issuer may end with a slash that the provider omits. */
const sameIssuer = (one: string, other: string) => one.replace(/\/$/, '') === other.replace(/\/$/, '')
