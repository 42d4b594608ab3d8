import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

/** User name and nickname of these accounts. */
export async function findNames({ kysely }: Database, accountIds: readonly string[]) {
  return kysely
    .selectFrom('account')
    .select(['id', 'user_name', 'nickname'])
    .where('id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .execute()
}
