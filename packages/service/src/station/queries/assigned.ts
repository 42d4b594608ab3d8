import { query, type Session } from '../../database/session.ts'

/** Ids of the devices that are at the station now. */
export async function findDeviceIdsAt(db: Session, stationId: string): Promise<string[]> {
  const { rows } = await query<{ id: string }>(
    db,
    'select id from device where station_id = $1 and removed_at is null order by no',
    [stationId],
  )
  return rows.map(({ id }) => id)
}
