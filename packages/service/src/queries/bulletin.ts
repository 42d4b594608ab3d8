import type { BulletinInput } from '@helioport/contract'
import type { Database } from '../database/database.ts'

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
