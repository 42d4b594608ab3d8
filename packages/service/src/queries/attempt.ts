import type { Database } from '../database/database.ts'
import { instant } from './instant.ts'

/** Counts one try and says how many there are now, and when the oldest of them is forgotten (epoch ms). */
export async function insertAttempt({ kysely }: Database, key: Buffer, now: number, expiresAt: number) {
  await kysely.deleteFrom('attempt').where('expires_at', '<=', instant(now)).execute()
  await kysely
    .insertInto('attempt')
    .values({ key, at: new Date(now), expires_at: new Date(expiresAt) })
    .execute()
  const row = await kysely
    .selectFrom('attempt')
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('expires_at').as('firstEnd')])
    .where('key', '=', key)
    .where('expires_at', '>', instant(now))
    .executeTakeFirstOrThrow()
  return { count: row.count, firstEnd: row.firstEnd ?? expiresAt }
}

export async function deleteAttempts({ kysely }: Database, key: Buffer): Promise<void> {
  await kysely.deleteFrom('attempt').where('key', '=', key).execute()
}
