import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { type Edge, type PageAsk, type PageRead, readPage } from '../../base/page-end.ts'

/** The order of a log, newest first; rows of the same time are decided by their place. */
export interface LogOrder {
  time: { column: string; type: 'timestamptz' | 'date' }
  place: { column: string; type: 'uuid' | 'integer'; isDown: boolean }
}

/** What a row is sorted by, as its `edge`. */
export const edgeIn = ({ time, place }: LogOrder) =>
  sql<Edge>`array[${sql.ref(time.column)}::text, ${sql.ref(place.column)}::text]`.as('edge')

/** Puts a log in its order, or in the reverse, from the row at which reading starts, and takes what is read of it. */
export function takePage<DB, TB extends keyof DB, O>(
  log: SelectQueryBuilder<DB, TB, O>,
  order: LogOrder,
  read: PageRead,
): SelectQueryBuilder<DB, TB, O> {
  const { time, place } = order
  const way = (isDown: boolean) => (isDown === read.isBackwards ? 'asc' : 'desc')
  return log
    .where(behind(order, read))
    .orderBy(sql.ref(time.column), way(true))
    .orderBy(sql.ref(place.column), way(place.isDown))
    .limit(read.limit)
    .offset(read.offset)
}

function behind({ time, place }: LogOrder, { from, isBackwards }: PageRead): Expression<SqlBool> {
  if (!from) return sql<SqlBool>`true`
  const [timeOf, placeOf] = [sql.ref(time.column), sql.ref(place.column)]
  const timeFrom = sql`${from.edge[0]}::${sql.raw(time.type)}`
  const placeFrom = sql`${from.edge[1]}::${sql.raw(place.type)}`
  const than = (isDown: boolean, isEqual: boolean) =>
    sql.raw(`${isDown === isBackwards ? '>' : '<'}${isEqual ? '=' : ''}`)
  // An index finds the row by this form alone.
  if (place.isDown) return sql`(${timeOf}, ${placeOf}) ${than(true, from.isIncluded)} (${timeFrom}, ${placeFrom})`
  return sql`(${timeOf} ${than(true, true)} ${timeFrom}
    and (${timeOf} ${than(true, false)} ${timeFrom} or ${placeOf} ${than(false, from.isIncluded)} ${placeFrom}))`
}

/** A page of a log whose rows are counted: who comes from another page of it was told how many there are. */
export async function readLog<R extends { edge: Edge }>(
  page: PageAsk,
  count: () => Promise<number>,
  rowsFrom: (read: PageRead) => Promise<R[]>,
) {
  const known = page.near?.total
  const total = known ?? (await count())
  const found = await readPage(page, total, async (read) => {
    const rows = await rowsFrom(read)
    return read.isBackwards ? rows.toReversed() : rows
  })
  if (!found.position) return found
  const isCounted = found.position.isCounted && known === undefined
  return { ...found, position: { ...found.position, total, isCounted } }
}
