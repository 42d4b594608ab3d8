import { likeOf, query, type Session } from '../../database/session.ts'

/** Up to so many what a search finds is read one by one; a word that most have is found faster by looking at all of them. */
const mostFound = 1000

/** Pieces of so many signs are in the index; of fewer every text would be read here, and once more for what is shown. */
const leastSigns = 3

/**
 * Ids of what an owner has by a part of its texts, from their index where there is one; null: too many, or too short to be
 * found by it.
 */
export async function findTexts(
  db: Session,
  kind: 'station' | 'device',
  ownerId: string,
  search: string,
): Promise<string[] | null> {
  if ([...search].length < leastSigns) return null
  const { rows } = await query<{ id: string }>(
    db,
    `select ${kind}_id as id from ${kind}_text where account_id = $1 and search_text ilike $2 limit ${mostFound + 1}`,
    [ownerId, likeOf(search)],
  )
  return rows.length > mostFound ? null : rows.map(({ id }) => id)
}
