import { isShortWord, likeOf, query, type Session } from '../../database/session.ts'

/** Up to so many what a search finds is read one by one; a word that most have is found faster by looking at all of them. */
const mostFound = 1000

/** Ids of what an owner has by a part of its texts, from their index where there is one; null: too many. */
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
