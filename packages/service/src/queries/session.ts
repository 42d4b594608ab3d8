import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { instant } from './instant.ts'

/** By user name or email, whatever the case. A user name holds no @, so at most one account fits. */
export async function findAccountByName({ kysely }: Database, name: string) {
  return kysely
    .selectFrom('account')
    .selectAll()
    .where((where) =>
      where.or([
        where(sql`lower(user_name)`, '=', sql`lower(${name})`),
        where(sql`lower(email)`, '=', sql`lower(${name})`),
      ]),
    )
    .executeTakeFirst()
}

export async function insertSession(
  { kysely }: Database,
  session: { tokenHash: Buffer; accountId: string; now: number; expiresAt: number },
): Promise<void> {
  await kysely
    .deleteFrom('session')
    .where('account_id', '=', session.accountId)
    .where('expires_at', '<=', instant(session.now))
    .execute()
  await kysely
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      created_at: new Date(session.now),
      expires_at: new Date(session.expiresAt),
    })
    .execute()
}

export async function findSession({ kysely }: Database, tokenHash: Buffer, now: number) {
  return kysely
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.id', 'user_name', 'nickname', 'role', 'state_name', 'main_account_id', 'proved_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', instant(now))
    .where('activated_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

export async function deleteSession({ kysely }: Database, tokenHash: Buffer): Promise<void> {
  await kysely.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

export async function insertAttempt({ kysely }: Database, key: Buffer, now: number, since: number): Promise<void> {
  await kysely.deleteFrom('sign_in_attempt').where('at', '<=', instant(since)).execute()
  await kysely
    .insertInto('sign_in_attempt')
    .values({ account_key: key, at: new Date(now) })
    .execute()
}

export async function recentAttempts({ kysely }: Database, key: Buffer, since: number) {
  const row = await kysely
    .selectFrom('sign_in_attempt')
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('at').as('oldest')])
    .where('account_key', '=', key)
    .where('at', '>', instant(since))
    .executeTakeFirstOrThrow()
  return { count: row.count, oldest: row.oldest ?? since }
}

export async function deleteAttempts({ kysely }: Database, key: Buffer): Promise<void> {
  await kysely.deleteFrom('sign_in_attempt').where('account_key', '=', key).execute()
}
