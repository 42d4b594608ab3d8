import type { Transaction } from '../database/session.ts'
import type { Session } from '@helioport/contract'
import {
  deleteSession,
  findAccountByName,
  findOwnStations,
  findSession,
  insertSession,
  touchSession,
} from './queries/session.ts'
import { holdPassword } from './queries/account.ts'
import type { Service } from '../base/service.ts'
import { type SignedIn, stateNameOf } from '../base/signed-in.ts'
import { decoyHash, isPassword } from './proof/password.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import { countGuessAt, type Guesser } from './proof/guess.ts'
import { rememberBrowser } from './proof/known-browser.ts'
import { forgetAttempt } from './proof/throttle.ts'
import { requireSecondFactor } from './proof/second-factor.ts'
import { shortAgent } from './user-agent.ts'

const sessionMs = 30 * 24 * 3_600_000
const seenEveryMs = 5 * 60_000
const maxTokenLength = 100

/** The browser that signs in. */
export interface Caller extends Guesser {
  /** Token of the browser's previous session. */
  token: string | null
  userAgent: string
}

export interface Credentials {
  account: string
  password: string
  code?: string
}

/**
 * Signs in by user name or email. An unknown name takes the same time as a wrong password. The caller's previous
 * session ends: this prevents session fixation, and a token that leaked becomes invalid.
 * Guesses are counted per account, not per name of it; guess.ts explains why the limit locks no owner out.
 * @throws Problem session.wrongCredentials, session.accountInactive, session.codeRequired, session.passkeyRequired, session.wrongCode,
 *   request.tooMany
 */
export async function signIn(service: Service, { account: name, password, code }: Credentials, caller: Caller) {
  const account = await findAccountByName(service.db.read, name.trim())
  const { attempt, isKnownBrowser } = await countGuessAt(service, 'signIn', account?.id ?? name, caller)
  const right = await isPassword(account?.password_hash ?? (await decoyHash()), password)
  if (!account || !right) throw new Problem('session.wrongCredentials')
  if (!account.is_active) throw new Problem('session.accountInactive')
  return service.db.transaction(async (tx) => {
    await requireSecondFactor(service, tx, account.id, code)
    await forgetAttempt(tx, attempt)
    return completeSignIn(service, tx, account, caller, isKnownBrowser)
  })
}

type OpenedAccount = NonNullable<Awaited<ReturnType<typeof findAccountByName>>>

/**
 * Opens a session for an account whose credentials were checked; the caller's previous session ends. Refuses where the
 * password changed since the account was read: a change of the password ends all earlier sessions.
 * @throws Problem session.wrongCredentials
 */
export async function completeSignIn(
  service: Service,
  tx: Transaction,
  account: OpenedAccount,
  { token: former, userAgent }: Pick<Caller, 'token' | 'userAgent'>,
  isKnownBrowser: boolean,
) {
  if (!(await holdPassword(tx, account.id, account.password_hash))) throw new Problem('session.wrongCredentials')
  if (former !== null) await deleteSession(tx, hashSecret(former))
  return {
    ...(await openSession(service, tx, account.id, userAgent)),
    browser: isKnownBrowser ? null : await rememberBrowser(service, tx, account.id),
    session: toSession(account),
  }
}

async function openSession(service: Service, tx: Transaction, accountId: string, userAgent: string) {
  const now = service.now()
  const token = newSecret()
  const expiresAt = now + sessionMs
  const session = { tokenHash: hashSecret(token), accountId, userAgent: shortAgent(userAgent), now, expiresAt }
  await insertSession(tx, session)
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
  const view = await viewOf(service, row)
  return { ...toSession(row), sessionId: row.session_id, tokenHash, provedAt: row.proved_at, key: null, view }
}

/** Null: the session is not a view. */
async function viewOf(
  service: Service,
  row: NonNullable<Awaited<ReturnType<typeof findSession>>>,
): Promise<SignedIn['view']> {
  const { viewer_session_id: viewerSessionId, viewer_id: viewerId, viewer_name: viewerUserName } = row
  if (viewerSessionId === null || viewerId === null || viewerUserName === null) return null
  const stationIds = await findOwnStations(service.db.read, viewerId)
  const as = row.main_account_id === viewerId ? 'subAccount' : 'share'
  return { as, viewerUserName, viewerSessionId, viewerId, stationIds }
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
    stateName: stateNameOf(row),
    mainAccountId: row.main_account_id,
    view: null,
  }
}
