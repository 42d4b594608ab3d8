import { query, type Transaction } from '../../database/session.ts'

/** Location and time zone of a station. */
export interface StationPlace {
  station_id: string
  time_zone: string
  latitude: number
  longitude: number
}

/**
 * Stations of these devices (and that of their logger, for its sensors), each with its devices, in the order of
 * locking. No device can be moved until the transaction ends. Omits devices without a station.
 */
export async function findPlaces(
  tx: Transaction,
  deviceNos: ReadonlySet<number>,
  loggerStationId: string | null,
): Promise<(StationPlace & { device_nos: number[] })[]> {
  const { rows } = await query<StationPlace & { device_nos: number[] }>(
    tx,
    `with held as (select no, station_id from device where no = any($1::integer[]) order by no for share)
     select station.id as station_id, time_zone, latitude, longitude,
       coalesce(array_agg(held.no) filter (where held.no is not null), '{}') as device_nos
     from station left join held on held.station_id = station.id
     where held.no is not null or station.id = $2
     group by station.id order by station.id`,
    [[...deviceNos], loggerStationId],
  )
  return rows
}
