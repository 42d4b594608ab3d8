import type { Transaction } from '../database/session.ts'
import type { Session } from '@helioport/contract'
import {
  deleteSession,
  findAccountByName,
  findKnownBrowser,
  findSession,
  insertKnownBrowser,
  insertSession,
  touchSession,
} from './queries/session.ts'
import type { Service } from '../base/service.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { hashPassword, isPassword } from './password.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import { countAttempt, forgetAttempts } from './throttle.ts'
import { requireTotp } from './totp.ts'
import { shortAgent } from './user-agent.ts'

const sessionMs = 30 * 24 * 3_600_000
const knownBrowserMs = 365 * 24 * 3_600_000
const seenEveryMs = 5 * 60_000
const maxTokenLength = 100

/** What is known of the browser that signs in. */
export interface Caller {
  ip: string
  /** Token of the session that it had before. */
  token: string | null
  /** Token that it was given when an account signed in here before. */
  browser: string | null
  userAgent: string
}

export interface Credentials {
  account: string
  password: string
  code?: string
}

let decoyHash: Promise<string> | null = null

/**
 * Signs in by user name or email. An unknown name costs the same time as a wrong password. The session that the
 * caller had before, by its token, ends: what somebody else may have planted or seen is worth nothing afterwards.
 * Guesses are counted per account name; a browser that the account knows has a count of its own, so that guesses from
 * elsewhere keep nobody out of his own account.
 * @throws Problem session.wrongCredentials, session.accountInactive, session.codeRequired, session.wrongCode,
 *   request.tooMany
 */
export async function signIn(service: Service, { account: name, password, code }: Credentials, caller: Caller) {
  await countAttempt(service, 'signInAddress', caller.ip)
  const account = await findAccountByName(service.db.read, name.trim())
  const browser = await knownBrowserOf(service, caller.browser)
  const known = browser !== null && browser.accountId === account?.id
  const counted = known ? ['browser', browser.key] : ['name', name]
  // Before the password is looked at, so that guesses in parallel are counted too.
  await countAttempt(service, 'signIn', ...counted)
  decoyHash ??= hashPassword('no account has this name')
  const right = await isPassword(account?.password_hash ?? (await decoyHash), password)
  if (!account || !right) throw new Problem('session.wrongCredentials')
  if (!account.is_active) throw new Problem('session.accountInactive')
  const { token: former, userAgent } = caller
  return service.db.transaction(async (tx) => {
    await requireTotp(service, tx, account.id, code)
    await forgetAttempts(tx, 'signIn', ...counted)
    if (former !== null) await deleteSession(tx, hashSecret(former))
    return {
      ...(await openSession(service, tx, account.id, userAgent)),
      browser: known ? null : await rememberBrowser(service, tx, account.id),
      session: toSession(account),
    }
  })
}

async function openSession(service: Service, tx: Transaction, accountId: string, userAgent: string) {
  const now = service.now()
  const token = newSecret()
  const expiresAt = now + sessionMs
  const session = { tokenHash: hashSecret(token), accountId, userAgent: shortAgent(userAgent), now, expiresAt }
  await insertSession(tx, session)
  return { token, expiresAt }
}

async function knownBrowserOf(service: Service, token: string | null) {
  if (token === null || token.length > maxTokenLength) return null
  const hash = hashSecret(token)
  const row = await findKnownBrowser(service.db.read, hash, service.now())
  return row ? { accountId: row.account_id, key: hash.toString('base64url') } : null
}

async function rememberBrowser(service: Service, tx: Transaction, accountId: string) {
  const now = service.now()
  const token = newSecret()
  const expiresAt = now + knownBrowserMs
  await insertKnownBrowser(tx, { tokenHash: hashSecret(token), accountId, now, expiresAt })
  return { token, expiresAt }
}

export async function signOut(service: Service, account: SignedIn): Promise<void> {
  await service.db.transaction((tx) => deleteSession(tx, account.tokenHash))
}

export async function findSignedIn(service: Service, token: string | null): Promise<SignedIn | null> {
  if (token === null || token.length > maxTokenLength) return null
  const tokenHash = hashSecret(token)
  const now = service.now()
  const row = await findSession(service.db.read, tokenHash, now)
  if (!row) return null
  if (now - (row.last_seen_at ?? 0) >= seenEveryMs)
    await service.db.transaction((tx) => touchSession(tx, row.session_id, now))
  return { ...toSession(row), sessionId: row.session_id, tokenHash, provedAt: row.proved_at }
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
