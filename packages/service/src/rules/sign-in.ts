import type { Session } from '@helioport/contract'
import {
  deleteAttempts,
  deleteSession,
  findAccountByName,
  findSession,
  insertAttempt,
  insertSession,
  recentAttempts,
} from '../queries/session.ts'
import type { Service } from '../service.ts'
import { hashPassword, isPassword } from './password.ts'
import { Problem } from './problem.ts'
import { hashSecret, newSecret } from './secret.ts'

const sessionMs = 30 * 24 * 3_600_000

/** Failed sign-ins that one account name may have in the window; then it waits, it is never locked for good. */
export const maxAttempts = 10
export const attemptWindowMs = 5 * 60_000

export interface SignedIn extends Session {
  tokenHash: Buffer
  /** When the person last proved to be the one who signed in, epoch ms. */
  provedAt: number | null
}

let decoyHash: Promise<string> | null = null

/**
 * Signs in by user name or email. An unknown name costs the same time as a wrong password. The session that the
 * caller had before, by its token, ends: what somebody else may have planted or seen is worth nothing afterwards.
 * @throws Problem session.wrongCredentials, session.accountInactive, request.tooMany
 */
export async function signIn(service: Service, name: string, password: string, formerToken: string | null) {
  const now = service.now()
  const key = hashSecret(name.normalize('NFKC').trim().toLowerCase())
  // Counted before the password is looked at, so that guesses in parallel are counted too.
  await insertAttempt(service.db, key, now, now - attemptWindowMs)
  const attempts = await recentAttempts(service.db, key, now - attemptWindowMs)
  if (attempts.count > maxAttempts) {
    const retryAfterS = Math.max(1, Math.ceil((attempts.oldest + attemptWindowMs - now) / 1000))
    throw new Problem('request.tooMany', { retryAfterS })
  }
  const account = await findAccountByName(service.db, name.trim())
  decoyHash ??= hashPassword('no account has this name')
  const right = await isPassword(account?.password_hash ?? (await decoyHash), password)
  if (!account || !right) throw new Problem('session.wrongCredentials')
  if (account.activated_at === null || account.disabled_at !== null) throw new Problem('session.accountInactive')
  await deleteAttempts(service.db, key)
  if (formerToken !== null) await deleteSession(service.db, hashSecret(formerToken))

  const token = newSecret()
  const expiresAt = now + sessionMs
  await insertSession(service.db, { tokenHash: hashSecret(token), accountId: account.id, now, expiresAt })
  return { token, expiresAt, session: toSession(account) }
}

export async function signOut(service: Service, account: SignedIn): Promise<void> {
  await deleteSession(service.db, account.tokenHash)
}

export async function findSignedIn(service: Service, token: string | null): Promise<SignedIn | null> {
  if (token === null || token.length > 100) return null
  const tokenHash = hashSecret(token)
  const row = await findSession(service.db, tokenHash, service.now())
  return row ? { ...toSession(row), tokenHash, provedAt: row.proved_at } : null
}

function toSession(row: {
  id: string
  user_name: string
  nickname: string
  role: Session['role']
  state_name: string
  main_account_id: string | null
}): Session {
  return {
    accountId: row.id,
    userName: row.user_name,
    nickname: row.nickname,
    role: row.role,
    stateName: row.state_name,
    mainAccountId: row.main_account_id,
  }
}
