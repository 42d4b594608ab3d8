import { isShortWord, likeOf, query, type Session } from '../../database/session.ts'

/** Up to this many hits are read one by one; for a more frequent word a scan of all rows is faster. */
const mostFound = 1000

/** Ids of the owner's stations or devices whose text contains `search`, by an index; null: more than `mostFound`. */
export async function findTexts(
  db: Session,
  kind: 'station' | 'device',
  ownerId: string,
  search: string,
): Promise<string[] | null> {
  const like = likeOf(search)
  const isShort = isShortWord(search)
  const { rows } = await query<{ id: string }>(
    db,
    `select ${kind}_id as id from ${kind}_text where account_id = $1 and search_text ilike $2
     ${isShort ? 'and signs_of(search_text) @> array[lower($3)]' : ''} limit ${mostFound + 1}`,
    isShort ? [ownerId, like, search] : [ownerId, like],
  )
  return rows.length > mostFound ? null : rows.map(({ id }) => id)
}
