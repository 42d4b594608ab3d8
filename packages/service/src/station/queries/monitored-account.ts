import { sql } from 'kysely'
import { builder, type Session } from '../../database/session.ts'

/** User name and nickname of these accounts. */
export async function findNames(db: Session, accountIds: readonly string[]) {
  return builder(db)
    .selectFrom('account')
    .select(['id', 'user_name', 'nickname'])
    .where('id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .execute()
}
