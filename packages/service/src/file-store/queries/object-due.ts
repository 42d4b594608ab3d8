import { sql } from 'kysely'
import { backupLock } from '../../database/dump/pictures.ts'
import { instant } from '../../database/instant.ts'
import { builder, type Transaction } from '../../database/session.ts'

/** The time of an object that nothing may name any more. */
const atOnce = sql<number & Date>`'-infinity'`

/** Says, before an object is written, from when on it is removed if nothing names it. */
export async function announceObject(tx: Transaction, key: string, removeAt: number): Promise<void> {
  await builder(tx)
    .insertInto('object_due')
    .values({ key, remove_at: new Date(removeAt) })
    .onConflict((on) =>
      on
        .column('key')
        .doUpdateSet({ remove_at: new Date(removeAt) })
        .where('object_due.remove_at', '>', atOnce),
    )
    .execute()
}

/** A row names the object from this transaction on. False: it is being removed already. */
export async function claimObject(tx: Transaction, key: string): Promise<boolean> {
  const { numDeletedRows } = await builder(tx)
    .deleteFrom('object_due')
    .where('key', '=', key)
    .where('remove_at', '>', atOnce)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Keys of objects that nothing can name from now on; none while a backup reads objects. */
export async function takeDueObjects(tx: Transaction, now: number, limit: number): Promise<string[]> {
  const within = builder(tx)
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${backupLock}) as held`.execute(within)
  if (rows[0]?.held !== true) return []
  const due = await within
    .updateTable('object_due')
    .set({ remove_at: atOnce })
    .where('key', 'in', (where) =>
      where
        .selectFrom('object_due')
        .select('key')
        .where('remove_at', '<=', instant(now))
        .orderBy('remove_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('key')
    .execute()
  return due.map(({ key }) => key)
}

export async function deleteDueObjects(tx: Transaction, keys: readonly string[]): Promise<void> {
  await builder(tx)
    .deleteFrom('object_due')
    .where('key', 'in', [...keys])
    .execute()
}
