import type { BulletinInput } from '@helioport/contract'
import { sql } from 'kysely'
import { builder, likeOf, type Session, type Transaction } from '../../database/session.ts'

export interface BulletinFilter {
  kind: 'news' | 'download'
  locale: string
  search?: string
}

export type BulletinRow = Awaited<ReturnType<typeof findBulletins>>['rows'][number]

/** One page of bulletins that match the filter, newest first, with whether the account has read each. */
export async function findBulletins(
  db: Session,
  accountId: string,
  { kind, locale, search }: BulletinFilter,
  page: { limit: number; offset: number },
) {
  const found = builder(db)
    .selectFrom('bulletin')
    .where('kind', '=', kind)
    .where('locale', '=', locale)
    .$if(search !== undefined && search !== '', (query) =>
      query.where((where) =>
        where.or(
          (['title', 'body', 'version', 'file_name'] as const).map((column) =>
            where(column, 'ilike', likeOf(search ?? '')),
          ),
        ),
      ),
    )
  const rows = await found
    .selectAll('bulletin')
    .select(unreadBy(accountId))
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Expression over the query's row `bulletin`. */
const unreadBy = (accountId: string) =>
  sql<boolean>`not exists (
    select from bulletin_read where bulletin_id = bulletin.id and bulletin_read.account_id = ${accountId}
  )`.as('unread')

export async function findBulletin(db: Session, accountId: string, id: string) {
  return builder(db)
    .selectFrom('bulletin')
    .selectAll('bulletin')
    .select(unreadBy(accountId))
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertBulletin(tx: Transaction, input: BulletinInput, now: number): Promise<string> {
  const { id } = await builder(tx)
    .insertInto('bulletin')
    .values({ ...input, version: input.version ?? '', published_at: new Date(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateBulletin(tx: Transaction, id: string, input: BulletinInput): Promise<void> {
  await builder(tx)
    .updateTable('bulletin')
    .set({ ...input, version: input.version ?? '' })
    .where('id', '=', id)
    .execute()
}

export async function deleteBulletin(tx: Transaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await builder(tx).deleteFrom('bulletin').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ignores bulletins that no longer exist. */
export async function insertReads(tx: Transaction, accountId: string, bulletinIds: readonly string[]): Promise<void> {
  await builder(tx)
    .insertInto('bulletin_read')
    .columns(['account_id', 'bulletin_id'])
    .expression((of) =>
      of
        .selectFrom('bulletin')
        .select((each) => [each.val(accountId).as('account_id'), 'bulletin.id'])
        .where('bulletin.id', 'in', bulletinIds),
    )
    .onConflict((on) => on.doNothing())
    .execute()
}
