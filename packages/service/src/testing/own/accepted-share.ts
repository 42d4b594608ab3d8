import type { ShareRight } from '@helioport/contract'
import type { Person, TestPortal } from '../test-portal.ts'

/** Inserts a share of a station that its guest has accepted. */
export async function acceptedShare(
  portal: TestPortal,
  stationId: string,
  { accountId }: Pick<Person, 'accountId'>,
  rights: readonly ShareRight[],
  { name = 'guest', endsAt = null }: { name?: string; endsAt?: Date | null } = {},
): Promise<void> {
  const at = new Date(portal.clock.now)
  await portal.db.kysely
    .insertInto('station_share')
    .values({
      station_id: stationId,
      account_id: accountId,
      name,
      rights: [...rights],
      ends_at: endsAt,
      created_at: at,
      accepted_at: at,
    })
    .execute()
}
