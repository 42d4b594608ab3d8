import type { BulletinInput } from '@helioport/contract'
import { builder, type Session, type Transaction } from '../../database/session.ts'

export async function findBulletins(
  db: Session,
  kind: 'news' | 'download',
  locale: string,
  page: { limit: number; offset: number },
) {
  const found = builder(db).selectFrom('bulletin').where('kind', '=', kind).where('locale', '=', locale)
  const rows = await found
    .selectAll()
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function insertBulletin(tx: Transaction, input: BulletinInput, now: number) {
  return builder(tx)
    .insertInto('bulletin')
    .values({ ...input, published_at: new Date(now) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateBulletin(tx: Transaction, id: string, input: BulletinInput) {
  return builder(tx).updateTable('bulletin').set(input).where('id', '=', id).returningAll().executeTakeFirst()
}

export async function deleteBulletin(tx: Transaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await builder(tx).deleteFrom('bulletin').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
