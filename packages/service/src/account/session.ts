import type { Transaction } from '../database/session.ts'
import { type OpenSession, proofMs } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { findAccount } from './queries/account.ts'
import { deleteOwnSession, deleteSessions, findSessions, replaceToken } from './queries/session.ts'
import type { Service } from '../base/service.ts'
import { isPassword } from './proof/password.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { countAttempt, forgetAttempts } from './proof/throttle.ts'
import { requireSecondFactor } from './proof/second-factor.ts'

export async function listSessions(service: Service, account: SignedIn): Promise<OpenSession[]> {
  const rows = await findSessions(service.db.read, account.accountId, service.now())
  return rows.map((row) => ({
    id: row.id,
    createdAt: iso(row.created_at),
    lastSeenAt: iso(row.last_seen_at ?? row.created_at),
    userAgent: row.user_agent,
    current: row.id === account.sessionId,
  }))
}

/** @throws Problem notFound: the account has no such session */
export async function endSession(service: Service, account: SignedIn, sessionId: string): Promise<void> {
  if (!(await service.db.transaction((tx) => deleteOwnSession(tx, account.accountId, sessionId))))
    throw new Problem('notFound')
}

export async function endOtherSessions(service: Service, account: SignedIn): Promise<{ ended: number }> {
  return { ended: await service.db.transaction((tx) => deleteSessions(tx, account.accountId, account.sessionId)) }
}

/**
 * Proves that the person at the browser is the one who signed in. The session gets another token.
 * @throws Problem password.wrong, session.codeRequired, session.passkeyRequired, session.wrongCode, request.tooMany
 */
export async function prove(service: Service, account: SignedIn, given: { password: string; code?: string }) {
  await requirePassword(service, account, given.password)
  const provedAt = service.now()
  return service.db.transaction(async (tx) => {
    await requireSecondFactor(service, tx, account.accountId, given.code)
    await forgetAttempts(tx, 'proof', account.sessionId)
    return { ...(await changeToken(tx, account, provedAt)), provedUntil: iso(provedAt + proofMs) }
  })
}

/** Replaces the token of a session; the old token becomes invalid. */
export async function changeToken(tx: Transaction, account: Pick<SignedIn, 'sessionId'>, provedAt?: number) {
  const token = newSecret()
  const change = { tokenHash: hashSecret(token), ...(provedAt !== undefined && { provedAt }) }
  return { token, expiresAt: await replaceToken(tx, account.sessionId, change) }
}

/**
 * Counts per session, so that guesses in a stolen session lock no other out. Returns the hash of the right password.
 * @throws Problem password.wrong, request.tooMany
 */
export async function requirePassword(
  service: Service,
  { accountId, sessionId }: SignedIn,
  password: string,
): Promise<string> {
  await countAttempt(service, 'proof', sessionId)
  const { password_hash } = await findAccount(service.db.read, accountId)
  if (!(await isPassword(password_hash, password))) throw new Problem('password.wrong')
  return password_hash
}
