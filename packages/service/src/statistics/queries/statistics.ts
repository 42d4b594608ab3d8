import { offlineAfterIntervals } from '@helioport/contract'
import { sql } from 'kysely'
import { lossBins, lossSums } from '../../database/sum-columns.ts'
import { type BinStep, ownSums, sumSource, type SumRow } from '../../energy/queries/sums.ts'
import { accessOf } from '../../access/queries/access.ts'
import { query, type Session } from '../../database/session.ts'
import { sensorLagS } from '../../station/queries/weather.ts'

export type DeviceSumRow = SumRow & { device_no: number; bin: string }

/** Sums of one device per bin. */
export async function findDeviceSums(
  db: Session,
  deviceNo: number,
  step: BinStep,
  span: { from: string; to: string },
): Promise<DeviceSumRow[]> {
  const { from, bin } = sumSource('device', step)
  const { rows } = await query<DeviceSumRow>(
    db,
    `select s.device_no, ${bin} as bin, ${ownSums} from ${from}
     join device on device.no = s.device_no left join station on station.id = device.station_id
     where s.device_no = $1 and s.at >= $2 and s.at <= $3 group by 1, 2 order by 2`,
    [deviceNo, span.from, span.to],
  )
  return rows
}

/** Sums of each of these devices over the whole span. */
export async function findSumsOfDevices(
  db: Session,
  deviceNos: readonly number[],
  step: BinStep,
  span: { from: string; to: string },
): Promise<(SumRow & { device_no: number })[]> {
  const { from } = sumSource('device', step)
  const { rows } = await query<SumRow & { device_no: number }>(
    db,
    `select s.device_no, ${ownSums} from ${from}
     join device on device.no = s.device_no left join station on station.id = device.station_id
     where s.device_no = any($1::integer[]) and s.at >= $2 and s.at <= $3 group by 1`,
    [deviceNos, span.from, span.to],
  )
  return rows
}

export type LossRow = { [K in (typeof lossSums)[number]]: number | null } & {
  [K in (typeof lossBins)[number]]: number
} & { date: string; energy_kwh: number | null; income: number | null; expected_bins: number; due: boolean }

/** Losses of each day of a station. */
export async function findLosses(
  db: Session,
  stationId: string,
  span: { from: string; to: string },
): Promise<LossRow[]> {
  const { rows } = await query<LossRow>(
    db,
    `select date, energy_kwh, income, expected_bins, loss_final_kwh is null and due_at is not null as due,
       ${[...lossSums, ...lossBins].join(', ')}
     from station_day where station_id = $1 and date >= $2 and date <= $3 order by date`,
    [stationId, span.from, span.to],
  )
  return rows
}

/** Energy of the days `from` to `to`, summed over the stations; null: nothing is known. */
export async function findEnergy(
  db: Session,
  of: { stationIds: readonly string[] } | { deviceNo: number },
  span: { from: string; to: string },
): Promise<number | null> {
  const [table, key, value] =
    'stationIds' in of
      ? ['station_day', 'station_id = any($1::uuid[])', of.stationIds]
      : ['device_day', 'device_no = $1', of.deviceNo]
  const { rows } = await query<{ energy_kwh: number | null }>(
    db,
    `select sum(energy_kwh) as energy_kwh from ${table} where ${key} and date >= $2 and date <= $3`,
    [value, span.from, span.to],
  )
  return rows[0]?.energy_kwh ?? null
}

/** Those of the stations that have data of their local today. */
export async function findBegun(db: Session, stations: readonly { id: string; today: string }[]): Promise<Set<string>> {
  const { rows } = await query<{ station_id: string }>(
    db,
    `select station_id from station_day
     where (station_id, date) in (select * from unnest($1::uuid[], $2::date[]))`,
    [stations.map((station) => station.id), stations.map((station) => station.today)],
  )
  return new Set(rows.map((row) => row.station_id))
}

/** First day of each of these stations, by their id. */
export async function findFirstDays(db: Session, stationIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await query<{ id: string; date: string }>(
    db,
    `select id, date from unnest($1::uuid[]) as own (id)
     cross join lateral (select min(date) as date from station_day where station_id = own.id) first where date is not null`,
    [stationIds],
  )
  return new Map(rows.map(({ id, date }) => [id, date]))
}

/** First day that is known of these stations, or of a device. */
export async function findFirstDay(
  db: Session,
  of: { stationIds: readonly string[] } | { deviceNo: number },
): Promise<string | null> {
  const { rows } =
    'stationIds' in of
      ? await query<{ date: string | null }>(
          db,
          `select min(first.date) as date from unnest($1::uuid[]) as own (id)
           cross join lateral (select min(date) as date from station_day where station_id = own.id) first`,
          [of.stationIds],
        )
      : await query<{ date: string | null }>(db, 'select min(date) as date from device_day where device_no = $1', [
          of.deviceNo,
        ])
  return rows[0]?.date ?? null
}

export type ReachedStation = Awaited<ReturnType<typeof findReachedStations>>[number]

/** When the newest row of a device or a sensor will be three of its intervals old. */
const staleAt = (latest: 'device_latest' | 'sensor_latest') => {
  const lag = latest === 'device_latest' ? sql`device_latest.lag_s` : sensorLagS
  return sql`${sql.ref(`${latest}.ts`)} + (${offlineAfterIntervals} * ${sql.ref(`${latest}.interval_s`)} + ${lag}) * interval '1 second'`
}

/**
 * Every station that the account sees at `now`, with the newest times of the device, and of the sensor, that will be
 * stale last; one narrow row each.
 */
export async function findReachedStations(
  db: Session,
  accountId: string,
  now: number,
  only?: string | readonly string[],
) {
  const ids = typeof only === 'string' ? [only] : only
  return accessOf(db, accountId, now)
    .innerJoin('station', 'station.id', 'station_access.station_id')
    .select([
      'station.id',
      'station.name',
      'station.account_id',
      'station.capacity_kwp',
      'station.energy_base_kwh',
      'station.currency',
      'station.time_zone',
      'station.latitude',
      'station.longitude',
      'station_access.rights',
    ])
    .select((of) => {
      const device = of
        .selectFrom('device')
        .innerJoin('device_latest', 'device_latest.device_no', 'device.no')
        .whereRef('device.station_id', '=', 'station.id')
        .orderBy(staleAt('device_latest'), 'desc')
        .limit(1)
      const sensor = of
        .selectFrom('logger')
        .innerJoin('sensor_latest', 'sensor_latest.logger_no', 'logger.no')
        .whereRef('logger.station_id', '=', 'station.id')
        .orderBy(staleAt('sensor_latest'), 'desc')
        .limit(1)
      return [
        device.select('device_latest.ts').as('ts'),
        device.select('device_latest.interval_s').as('interval_s'),
        device.select('device_latest.lag_s').as('lag_s'),
        sensor.select('sensor_latest.ts').as('sensor_ts'),
        sensor.select('sensor_latest.interval_s').as('sensor_interval_s'),
        sensor.select(sensorLagS.as('lag_s')).as('sensor_lag_s'),
      ]
    })
    .$if(ids !== undefined, (query) => query.where('station_access.station_id', '=', sql<string>`any(${ids}::uuid[])`))
    .orderBy('station.sort_number')
    .orderBy(sql`lower(station.name)`)
    .orderBy('station.id')
    .execute()
}
