import { likeOf, query, type Session } from '../../database/session.ts'

/** Up to so many what a search finds is read one by one; a word that most have is found faster by looking at all of them. */
const mostFound = 1000

/** Of so many signs on a word is found by its pieces (pg_trgm), with fewer by its signs. */
const leastSigns = 3

/** Ids of what an owner has by a part of its texts, from their index where there is one; null: too many. */
export async function findTexts(
  db: Session,
  kind: 'station' | 'device',
  ownerId: string,
  search: string,
): Promise<string[] | null> {
  const like = likeOf(search)
  const isShort = [...search].length < leastSigns
  const { rows } = await query<{ id: string }>(
    db,
    `select ${kind}_id as id from ${kind}_text where account_id = $1 and search_text ilike $2
     ${isShort ? 'and signs_of(search_text) @> array[lower($3)]' : ''} limit ${mostFound + 1}`,
    isShort ? [ownerId, like, search] : [ownerId, like],
  )
  return rows.length > mostFound ? null : rows.map(({ id }) => id)
}
