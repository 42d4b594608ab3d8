import type { StatisticsPeriod } from '@helioport/contract'
import type { DaySpan } from '@helioport/time/node'
import type { Reach } from '../../access/queries/access.ts'
import { query, type Session, type Transaction } from '../../database/session.ts'

/** Of all periods of one day, only today's is kept. */
export type YieldPeriod = StatisticsPeriod | 'day'

/** A day, week, month or year, or all time; see allTime. */
export interface Stretch extends DaySpan {
  period: YieldPeriod
}

/** Figures of a place in a ranking; columns of the table. */
export interface KeptYield {
  yield: number | null
  energy_kwh: number | null
  coverage: number | null
  known_days: number
  expected_days: number
}

/** A row to be kept; `device_id` null: of the station. */
export interface YieldRow extends KeptYield {
  device_id: string | null
  station_id: string
  account_id: string
  period: YieldPeriod
  first_day: string
  last_day: string
}

/** Days of a station whose stretches are due. */
export interface DueYields extends DaySpan {
  station_id: string
}

/** Any number that no other advisory lock of two numbers uses. */
const lockKey = 7_102

/** Stations of all accounts whose places are due. */
export async function findDueStations(db: Session, limit: number): Promise<string[]> {
  const { rows } = await query<{ station_id: string }>(
    db,
    'select distinct station_id from (select station_id from yield_due limit 20 * $1) marked limit $1',
    [limit],
  )
  return rows.map((row) => row.station_id)
}

/** The same of stations that a reader reaches; one row is read for each. */
export async function findDueStationsOf(
  db: Session,
  { ownerId, stationIds }: Pick<Reach, 'ownerId' | 'stationIds'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await query<{ station_id: string }>(
    db,
    `with recursive own as (
       (select station_id, 1 as nth from yield_due where account_id = $1 order by station_id limit 1)
       union all
       select (select station_id from yield_due where account_id = $1 and station_id > own.station_id
         order by station_id limit 1), nth + 1
       from own where own.station_id is not null and nth < $3
     )
     select station_id from own where station_id is not null
     union
     (select id from unnest($2::uuid[]) as given (id) where exists (select from yield_due where station_id = id) limit $3)
     limit $3`,
    [ownerId, stationIds, limit],
  )
  return rows.map((row) => row.station_id)
}

/** Whether nothing was kept yet of one of the stations. */
export async function hasUnkept(
  db: Session,
  { ownerId, stationIds }: Pick<Reach, 'ownerId' | 'stationIds'>,
): Promise<boolean> {
  const { rows } = await query<{ has: boolean }>(
    db,
    `select exists (select from yield_due where account_id = $1 and from_day = '-infinity')
       or exists (select from yield_due where station_id = any($2::uuid[]) and from_day = '-infinity') as has`,
    [ownerId, stationIds],
  )
  return rows[0]?.has ?? false
}

/**
 * Locks the stations until the commit, and deletes their marks before anything is read: a later change leaves a new
 * mark. `waits`: for locks that are held now; else only free stations are claimed. Returns these and the deleted marks.
 */
export async function claimYields(
  tx: Transaction,
  stationIds: readonly string[],
  waits: boolean,
): Promise<{ claimed: string[]; due: DueYields[] }> {
  const lock = waits ? 'pg_advisory_xact_lock' : 'pg_try_advisory_xact_lock'
  const { rows } = await query<{ id: string; got: unknown }>(
    tx,
    `select id, ${lock}(${lockKey}, hashtext(id::text)) as got from unnest($1::uuid[]) as own (id)`,
    [stationIds.toSorted()],
  )
  const claimed = rows.filter(({ got }) => waits || got === true).map(({ id }) => id)
  const { rows: due } = await query<DueYields>(
    tx,
    `delete from yield_due where station_id = any($1::uuid[])
     returning station_id, greatest(from_day, '0001-01-01') as "from", least(to_day, '9999-12-31') as to`,
    [claimed],
  )
  return { claimed, due }
}

export interface YieldStation {
  id: string
  account_id: string
  time_zone: string
  latitude: number
  longitude: number
  capacity_kwp: number
  /** First day of the station or of one of its devices; null: there is none. */
  first_day: string | null
  devices: { id: string; no: number; capacity_kwp: number }[]
}

/** Stations with the devices that they have now. */
export async function findYieldStations(db: Session, stationIds: readonly string[]): Promise<YieldStation[]> {
  const { rows } = await query<YieldStation>(
    db,
    `select station.id, account_id, time_zone, latitude, longitude, capacity_kwp,
       least((select min(date) from station_day where station_id = station.id),
         (select min(date) from device_day where station_id = station.id)) as first_day,
       coalesce((select json_agg(json_build_object('id', device.id, 'no', device.no, 'capacity_kwp', device.capacity_kwp))
         from device where device.station_id = station.id and device.removed_at is null), '[]') as devices
     from station where id = any($1::uuid[])`,
    [stationIds],
  )
  return rows
}

/** Sums of a stretch, as far as a place needs them. */
export interface StretchSum {
  energy_kwh: number | null
  days: number
  known_days: number
  expected_bins: number
  known_bins: number
}

interface KeyedSum extends StretchSum {
  station_id: string
  device_no: number | null
  period: YieldPeriod
  from: string
}

/** Sums of each stretch of a station and of its devices: of days, for years and all time of months. */
export async function findStretchSums(
  db: Session,
  stretches: readonly (Stretch & { stationId: string })[],
): Promise<KeyedSum[]> {
  const sums = 'sum(expected_bins) as expected_bins, sum(known_bins) as known_bins'
  const ofDays = `sum(energy_kwh order by date) as energy_kwh, count(*) as days, count(energy_kwh) as known_days, ${sums}`
  const ofMonths = `sum(energy_kwh order by month) as energy_kwh, sum(days) as days, sum(known_days) as known_days, ${sums}`
  const device = 'join device on device.station_id = s.station_id and device.removed_at is null'
  const [isShort, isLong] = ["s.period in ('day', 'week', 'month')", "s.period in ('year', 'total')"]
  const select = (no: string, columns: string) =>
    `select s.station_id, ${no} as device_no, s.period, s.from_day as "from", ${columns}`
  const { rows } = await query<KeyedSum>(
    db,
    `with s as materialized (
       select * from unnest($1::uuid[], $2::text[], $3::date[], $4::date[]) as s (station_id, period, from_day, to_day)
     )
     ${select('null::integer', ofDays)} from s join station_day own on own.station_id = s.station_id
       and date between from_day and to_day where ${isShort} group by 1, 3, 4
     union all
     ${select('null', ofMonths)} from s join station_month own on own.station_id = s.station_id
       and month between from_day and to_day where ${isLong} group by 1, 3, 4
     union all
     ${select('own.device_no', ofDays)} from s ${device} join device_day own on own.device_no = device.no
       and date between from_day and to_day where ${isShort} group by 1, 2, 3, 4
     union all
     ${select('own.device_no', ofMonths)} from s ${device} join device_month own on own.device_no = device.no
       and month between from_day and to_day where ${isLong} group by 1, 2, 3, 4`,
    [
      stretches.map(({ stationId }) => stationId),
      stretches.map(({ period }) => period),
      stretches.map(({ from }) => from),
      stretches.map(({ to }) => to),
    ],
  ) // prettier-ignore
  return rows
}

const columns = ['account_id', 'last_day', 'yield', 'energy_kwh', 'coverage', 'known_days', 'expected_days']

/** Stores these rows, and deletes the other kept rows of the days that were due. */
export async function storeYields(
  tx: Transaction,
  due: readonly DueYields[],
  rows: readonly YieldRow[],
): Promise<void> {
  const days = [due.map(({ station_id }) => station_id), due.map(({ from }) => from), due.map(({ to }) => to)] as const
  for (const kind of ['station', 'device'] as const) {
    const own = JSON.stringify(rows.filter(({ device_id }) => (device_id !== null) === (kind === 'device')))
    const table = `${kind}_yield`
    const key = [`${kind}_id`, 'period', 'first_day']
    const same = key.map((column) => `given.${column} = ${table}.${column}`).join(' and ')
    await query(
      tx,
      `delete from ${table} using unnest($2::uuid[], $3::date[], $4::date[]) as due (station_id, from_day, to_day)
       where ${table}.station_id = due.station_id
         and (period = 'day' or (first_day <= due.to_day and last_day >= due.from_day)) and not exists (select from json_populate_recordset(null::${table}, $1) given where ${same})`,
      [own, ...days],
    )
    const stored = [...columns, ...(kind === 'device' ? ['station_id'] : [])]
    const former = stored.map((column) => `${table}.${column}`).join(', ')
    const given = stored.map((column) => `excluded.${column}`)
    await query(
      tx,
      `insert into ${table} (${[...key, ...stored].join(', ')})
       select ${[...key, ...stored].join(', ')} from json_populate_recordset(null::${table}, $1) order by ${key.join(', ')}
       on conflict (${key.join(', ')}) do update set ${stored.map((column, nth) => `${column} = ${given[nth]}`).join(', ')}
       where (${former}) is distinct from (${given.join(', ')})`,
      [own],
    )
  }
}
