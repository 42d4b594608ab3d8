import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, prepared, type Session, type Transaction } from '../../database/session.ts'

const isActive = sql<boolean>`account.id in (select id from active_account)`.as('is_active')

/** By user name or any bound email, case-insensitive. A user name has no @, so at most one account matches. */
export async function findAccountByName(db: Session, name: string) {
  return builder(db)
    .selectFrom('account')
    .selectAll('account')
    .select(isActive)
    .where((where) =>
      where.or([
        where(sql`lower(user_name)`, '=', sql`lower(${name})`),
        where('account.id', '=', (of) =>
          of
            .selectFrom('email')
            .select('account_id')
            .where(sql`lower(email)`, '=', sql`lower(${name})`),
        ),
      ]),
    )
    .executeTakeFirst()
}

/** Same columns as findAccountByName, by account id. */
export async function findAccountToEnter(db: Session, accountId: string) {
  return builder(db)
    .selectFrom('account')
    .selectAll('account')
    .select(isActive)
    .where('account.id', '=', accountId)
    .executeTakeFirst()
}

export async function insertSession(
  tx: Transaction,
  session: {
    tokenHash: Buffer
    accountId: string
    userAgent: string
    now: number
    expiresAt: number
    /** Of a view: the session from which it was opened. */
    viewerSessionId?: string
  },
): Promise<void> {
  await builder(tx)
    .deleteFrom('session')
    .where('account_id', '=', session.accountId)
    .where('expires_at', '<=', instant(session.now))
    .execute()
  await builder(tx)
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      user_agent: session.userAgent,
      created_at: new Date(session.now),
      last_seen_at: new Date(session.now),
      expires_at: new Date(session.expiresAt),
      ...(session.viewerSessionId !== undefined && { viewer_session_id: session.viewerSessionId }),
    })
    .execute()
}

export async function findSession(db: Session, tokenHash: Buffer, now: number) {
  const statement = builder(db)
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .innerJoin('active_account', 'active_account.id', 'account.id')
    .leftJoin('session as viewing', 'viewing.id', 'session.viewer_session_id')
    .leftJoin('account as viewer', 'viewer.id', 'viewing.account_id')
    .select([
      'account.id',
      'account.user_name',
      'account.nickname',
      'account.role',
      'account.state_name',
      'account.main_account_id',
    ])
    .select(['session.id as session_id', 'session.last_seen_at', 'session.proved_at'])
    .select(['viewing.id as viewer_session_id', 'viewer.id as viewer_id', 'viewer.user_name as viewer_name'])
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', instant(now))
    .compile()
  const [found] = await prepared(db, 'session of a token', statement)
  return found
}

/** Marks the session as proved at `now`. */
export async function proveSession(tx: Transaction, tokenHash: Buffer, now: number): Promise<void> {
  await builder(tx)
    .updateTable('session')
    .set({ proved_at: new Date(now) })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function touchSession(tx: Transaction, sessionId: string, now: number): Promise<void> {
  await builder(tx)
    .updateTable('session')
    .set({ last_seen_at: new Date(now) })
    .where('id', '=', sessionId)
    .execute()
}

/** Replaces a session's token; the former token becomes invalid. Returns when the session ends, epoch ms. */
export async function replaceToken(
  tx: Transaction,
  sessionId: string,
  change: { tokenHash: Buffer; provedAt?: number },
): Promise<number> {
  const { expires_at } = await builder(tx)
    .updateTable('session')
    .set({
      token_hash: change.tokenHash,
      ...(change.provedAt !== undefined && { proved_at: new Date(change.provedAt) }),
    })
    .where('id', '=', sessionId)
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** Removes the proof of all sessions of the account but `kept`. */
export async function forgetProofs(tx: Transaction, accountId: string, kept: string): Promise<void> {
  await builder(tx)
    .updateTable('session')
    .set({ proved_at: null })
    .where('account_id', '=', accountId)
    .where('id', '<>', kept)
    .execute()
}

/** Ends a session. Of a view: ends the session from which it was opened, and with that session all its views. */
export async function deleteSession(tx: Transaction, tokenHash: Buffer): Promise<void> {
  await builder(tx)
    .deleteFrom('session')
    .where('id', '=', (of) =>
      of
        .selectFrom('session as ended')
        .select((column) => column.fn.coalesce('ended.viewer_session_id', 'ended.id').as('id'))
        .where('ended.token_hash', '=', tokenHash),
    )
    .execute()
}

/** When a session ends, epoch ms. */
export async function findSessionEnd(db: Session, sessionId: string): Promise<number> {
  const { expires_at } = await builder(db)
    .selectFrom('session')
    .select('expires_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return expires_at
}

/**
 * Whether `viewerId` may view the portal as the account: the account is its sub-account, or has an accepted share of
 * one of its stations at `now`.
 */
export async function findViewable(db: Session, viewerId: string, accountId: string, now: number): Promise<boolean> {
  const row = await builder(db)
    .selectFrom('account')
    .innerJoin('active_account', 'active_account.id', 'account.id')
    .select('account.id')
    .where('account.id', '=', accountId)
    .where((where) =>
      where.or([
        where('account.main_account_id', '=', viewerId),
        where.exists(
          where
            .selectFrom('station_share')
            .innerJoin('station', 'station.id', 'station_share.station_id')
            .select('station_share.id')
            .where('station.account_id', '=', viewerId)
            .whereRef('station_share.account_id', '=', 'account.id')
            .where('station_share.accepted_at', 'is not', null)
            .where((ends) => ends.or([ends('ends_at', 'is', null), ends('ends_at', '>', instant(now))])),
        ),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** The stations that a view opened by this account shows. */
export async function findOwnStations(db: Session, accountId: string): Promise<string[]> {
  const rows = await builder(db).selectFrom('station').select('id').where('account_id', '=', accountId).execute()
  return rows.map(({ id }) => id)
}

export async function findSessions(db: Session, accountId: string, now: number) {
  return builder(db)
    .selectFrom('session')
    .select(['id', 'created_at', 'last_seen_at', 'user_agent'])
    .where('account_id', '=', accountId)
    .where('viewer_session_id', 'is', null)
    .where('expires_at', '>', instant(now))
    .orderBy('last_seen_at', (of) => of.desc().nullsLast())
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Ends one session of the account; returns whether it existed. */
export async function deleteOwnSession(tx: Transaction, accountId: string, sessionId: string): Promise<boolean> {
  const gone = await builder(tx)
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .returning('id')
    .execute()
  return gone.length > 0
}

/** Ends all sessions of an account and of its sub-accounts. */
export async function deleteFamilySessions(tx: Transaction, accountId: string): Promise<void> {
  await builder(tx)
    .deleteFrom('session')
    .where('account_id', 'in', (of) =>
      of
        .selectFrom('account')
        .select('id')
        .where((where) => where.or([where('id', '=', accountId), where('main_account_id', '=', accountId)])),
    )
    .execute()
}

/** Ends all sessions of the account but `kept`; returns how many. */
export async function deleteSessions(tx: Transaction, accountId: string, kept: string | null): Promise<number> {
  const gone = await builder(tx)
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .$if(kept !== null, (query) => query.where('id', '<>', kept ?? ''))
    .returning('id')
    .execute()
  return gone.length
}

export async function findKnownBrowser(db: Session, tokenHash: Buffer, now: number) {
  return builder(db)
    .selectFrom('known_browser')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instant(now))
    .executeTakeFirst()
}

export async function insertKnownBrowser(
  tx: Transaction,
  browser: { tokenHash: Buffer; accountId: string; now: number; expiresAt: number },
): Promise<void> {
  await builder(tx).deleteFrom('known_browser').where('expires_at', '<=', instant(browser.now)).execute()
  await builder(tx)
    .insertInto('known_browser')
    .values({ token_hash: browser.tokenHash, account_id: browser.accountId, expires_at: new Date(browser.expiresAt) })
    .execute()
}

export async function deleteKnownBrowsers(tx: Transaction, accountId: string): Promise<void> {
  await builder(tx).deleteFrom('known_browser').where('account_id', '=', accountId).execute()
}
