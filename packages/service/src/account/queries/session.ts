import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

const isActive = sql<boolean>`account.id in (select id from active_account)`.as('is_active')

/** By user name or any bound email, whatever the case. A user name holds no @, so at most one account fits. */
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

export async function insertSession(
  tx: Transaction,
  session: { tokenHash: Buffer; accountId: string; userAgent: string; now: number; expiresAt: number },
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
    })
    .execute()
}

export async function findSession(db: Session, tokenHash: Buffer, now: number) {
  return builder(db)
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .innerJoin('active_account', 'active_account.id', 'account.id')
    .select(['account.id', 'user_name', 'nickname', 'role', 'state_name', 'main_account_id', 'proved_at'])
    .select(['session.id as session_id', 'last_seen_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instant(now))
    .executeTakeFirst()
}

/** From now on its person counts as having proved to be it. */
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

/** Gives a session another token; the former opens nothing any more. Returns when it ends. */
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

/** All sessions of the account but `kept` have to prove themselves anew. */
export async function forgetProofs(tx: Transaction, accountId: string, kept: string): Promise<void> {
  await builder(tx)
    .updateTable('session')
    .set({ proved_at: null })
    .where('account_id', '=', accountId)
    .where('id', '<>', kept)
    .execute()
}

export async function deleteSession(tx: Transaction, tokenHash: Buffer): Promise<void> {
  await builder(tx).deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

export async function findSessions(db: Session, accountId: string, now: number) {
  return builder(db)
    .selectFrom('session')
    .select(['id', 'created_at', 'last_seen_at', 'user_agent'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', instant(now))
    .orderBy('last_seen_at', (of) => of.desc().nullsLast())
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Ends one session of the account; says whether there was one. */
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

/** Ends all sessions of the account but `kept`; says how many. */
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
