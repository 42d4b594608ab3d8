import type { BulletinInput } from '@helioport/contract'
import type { Database } from '../../database/database.ts'

export async function findBulletins(
  { kysely }: Database,
  kind: 'news' | 'download',
  locale: string,
  page: { limit: number; offset: number },
) {
  const found = kysely.selectFrom('bulletin').where('kind', '=', kind).where('locale', '=', locale)
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

export async function insertBulletin({ kysely }: Database, input: BulletinInput, now: number) {
  return kysely
    .insertInto('bulletin')
    .values({ ...input, published_at: new Date(now) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateBulletin({ kysely }: Database, id: string, input: BulletinInput) {
  return kysely.updateTable('bulletin').set(input).where('id', '=', id).returningAll().executeTakeFirst()
}

export async function deleteBulletin({ kysely }: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await kysely.deleteFrom('bulletin').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
