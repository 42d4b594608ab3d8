import type { Reach } from '../../access/queries/access.ts'
import { query, type Session } from '../../database/session.ts'

interface Owner {
  id: string
  user_name: string
  nickname: string
  /** Its stations that are reached singly, by shares. */
  station_ids: string[]
}

/** Other accounts whose stations the account reaches. */
export async function findNames(db: Session, accountId: string, { ownerId, stationIds }: Reach): Promise<Owner[]> {
  const { rows } = await query<Owner>(
    db,
    `select account.id, user_name, nickname, coalesce(given.ids, '{}') as station_ids
     from account left join (
       select account_id, array_agg(id::text) as ids from station where id = any($3::uuid[]) group by account_id
     ) given on given.account_id = account.id
     where account.id <> $1 and (given.account_id is not null
       or (account.id = $2 and exists (select from station where station.account_id = $2)))`,
    [accountId, ownerId, stationIds],
  )
  return rows
}
