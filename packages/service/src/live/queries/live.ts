import { type StationRight } from '@helioport/contract'
import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, type Session } from '../../database/session.ts'

/** Of these sessions those that are valid at `now`, with their end in epoch ms. */
export async function findLiveSessions(db: Session, ids: readonly string[], now: number) {
  return builder(db)
    .selectFrom('session')
    .innerJoin('active_account', 'active_account.id', 'session.account_id')
    .select(['session.id', 'session.expires_at'])
    .where('session.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('expires_at', '>', instant(now))
    .execute()
}

export interface Reached {
  account_id: string
  station_id: string
  /** Epoch ms. */
  ends_at: number | null
  rights: StationRight[]
}

/** Every station that the accounts reach, with their rights there. */
export async function findReach(db: Session, accountIds: readonly string[]): Promise<Reached[]> {
  return builder(db)
    .selectFrom('station_access')
    .select(['account_id', 'station_id', 'ends_at', 'rights'])
    .where('account_id', '=', sql<string>`any(${[...accountIds]}::uuid[])`)
    .execute()
}
