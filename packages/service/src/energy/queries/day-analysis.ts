import { binSums, energySums, lossBins, lossSums, temperatureSums } from '../../database/sum-columns.ts'
import { query, type Session, type Transaction } from '../../database/session.ts'
import type { LocalDay } from '@helioport/time/node'
import { isInOperation } from '../../figure/capacity.ts'

export interface DueDay {
  station_id: string
  date: string
}

/** Days of one station and one month that are due for analysis at `now`, newest first. */
export async function findDueDays(db: Session, now: number, limit: number): Promise<DueDay[]> {
  const { rows } = await query<DueDay>(
    db,
    `with newest as (
       select station_id, date from station_day where due_at <= $1 order by date desc, station_id limit 1
     )
     select due.station_id, due.date from station_day due join newest on newest.station_id = due.station_id
     where due.due_at <= $1 and date_trunc('month', due.date) = date_trunc('month', newest.date)
     order by due.date desc limit $2`,
    [new Date(now), limit],
  )
  return rows
}

/** The days among these that are still due; read under the station's lock. */
export async function keepDue(tx: Transaction, stationId: string, dates: readonly string[]): Promise<string[]> {
  const { rows } = await query<{ date: string }>(
    tx,
    'select date from station_day where station_id = $1 and date = any($2::date[]) and due_at is not null order by date',
    [stationId, dates],
  )
  return rows.map((row) => row.date)
}

/** Marks the station's days from `from` to `to` due for analysis. */
export async function markDaysDue(
  tx: Transaction,
  stationId: string,
  now: number,
  from: string,
  to = 'infinity',
): Promise<void> {
  await query(tx, 'update station_day set due_at = $2 where station_id = $1 and date >= $3 and date <= $4', [
    stationId,
    new Date(now),
    from,
    to,
  ])
}

/** Marks days due, from the first to the last reading (epoch ms), of other stations that use this logger's sensors. */
export async function markSensorDaysDue(
  tx: Transaction,
  logger: { no: number; station_id: string | null },
  { first, last }: { first: number; last: number },
  now: number,
): Promise<void> {
  await query(
    tx,
    `update station_day set due_at = $3
     from station_sensor join station on station.id = station_sensor.station_id
     where station_sensor.logger_no = $1 and station_sensor.is_collector and station.id is distinct from $2::uuid
       and station_day.station_id = station.id
       and station_day.date between ($4::timestamptz at time zone station.time_zone)::date
         and ($5::timestamptz at time zone station.time_zone)::date`,
    [logger.no, logger.station_id, new Date(now), new Date(first), new Date(last)],
  )
}

export interface AnalysedDeviceRow {
  no: number
  logger_no: number
  capacity_kwp: number
  rated_power_w: number
  counting: boolean
  /** The roll-up has samples of the day, or its energy from later counter points. */
  is_told: boolean
  seen_before: boolean
  /** Epoch ms; null: not removed. */
  removed_at: number | null
  /** Local day from which on the device is in operation; see CapacitySpan. */
  since: string
}

/** Devices that were in operation on that day, with their capacity at its end; see CapacitySpan. */
export async function findAnalysedDevices(db: Session, stationId: string, day: LocalDay): Promise<AnalysedDeviceRow[]> {
  const { rows } = await query<AnalysedDeviceRow>(
    db,
    `select device.no, logger.no as logger_no, device.rated_power_w, device.removed_at,
       coalesce((select capacity_kwp from former_serial where device_no = device.no and until >= $3
         order by until limit 1), device.capacity_kwp) as capacity_kwp,
       least(device.installed_on, (select min(date) from device_day where device_no = device.no and samples > 0)) as since,
       device_latest.counter_kwh is not null as counting, coalesce(today.samples > 0 or today.energy_kwh is not null, false) as is_told,
       exists (select from device_day before where before.device_no = device.no and before.samples > 0
         and before.date >= $2::date - 30 and before.date < $2::date) as seen_before
     from device
     join logger on logger.id = device.logger_id
     left join device_latest on device_latest.device_no = device.no
     left join device_day today on today.device_no = device.no and today.date = $2::date
     where device.station_id = $1 and (device.removed_at is null or device.removed_at > $4 or today.samples > 0)
     order by device.no`,
    [stationId, day.date, new Date(day.to), new Date(day.from)],
  )
  return rows.filter(({ since }) => isInOperation({ from: since, to: null }, day.date))
}

export interface AnalysedStationRow {
  time_zone: string
  latitude: number
  longitude: number
  capacity_kwp: number
  temperature_coefficient: number
}

export async function findAnalysedStation(db: Session, stationId: string) {
  const { rows } = await query<AnalysedStationRow>(
    db,
    `select time_zone, latitude, longitude, capacity_kwp, temperature_coefficient from station where id = $1`,
    [stationId],
  )
  return rows[0]
}

/** Energy over its temperature-corrected reference in the 30 days before; null: there is no such day. */
export async function findUsualRatio(db: Session, stationId: string, date: string): Promise<number | null> {
  const { rows } = await query<{ ratio: number | null }>(
    db,
    `select sum(pr25_kwh) / nullif(sum(pr25_reference_kwh
       + pr25_heat_kwh * (select temperature_coefficient from station where id = $1)), 0) as ratio
     from station_day where station_id = $1 and date >= $2::date - 30 and date < $2::date
       and pr25_kwh > 0 and loss_outage_kwh is not null and loss_outage_kwh < 0.05 * loss_final_kwh`,
    [stationId, date],
  )
  return rows[0]?.ratio ?? null
}

const ownColumns = ['dc_kwh', ...energySums, 'peak_at', 'peak_power_w', 'pr_peak_wm2', ...binSums] as const
const stationColumns = [
  ...ownColumns,
  'irradiation_kwh_m2',
  'income',
  'co2_kg',
  ...temperatureSums,
  ...lossSums,
  ...lossBins,
] as const
const typeOf = (column: string) =>
  column === 'peak_at' ? 'timestamptz' : column.endsWith('_bins') ? 'integer' : 'double precision'
const stored = (column: string, value: number | null | undefined) =>
  column === 'peak_at' && typeof value === 'number' ? new Date(value) : (value ?? null)

export type OwnSums = { [K in (typeof ownColumns)[number]]: number | null }
export type StationSums = { [K in (typeof stationColumns)[number]]: number | null }

/** Sums of the devices of one day. A device without data of that day gets its row, too: data was expected. */
export async function saveDeviceSums(
  tx: Transaction,
  stationId: string,
  date: string,
  devices: readonly { no: number; sums: OwnSums }[],
): Promise<void> {
  const set = ownColumns.map((column) => `${column} = excluded.${column}`).join(', ')
  await query(
    tx,
    `insert into device_day (station_id, date, device_no, samples, daylight_bins, spliced_kwh, resets, outliers,
       quarter_w, ${ownColumns.join(', ')})
     select $1, $2, no, 0, 0, 0, 0, 0, '{}', ${ownColumns.join(', ')}
     from unnest($3::integer[], ${ownColumns.map((column, nth) => `$${nth + 4}::${typeOf(column)}[]`).join(', ')})
       as d (no, ${ownColumns.join(', ')})
     on conflict (device_no, date) do update set ${set}`,
    [
      stationId,
      date,
      devices.map((device) => device.no),
      ...ownColumns.map((column) => devices.map(({ sums }) => stored(column, sums[column]))),
    ],
  )
}

type Power = readonly (number | null)[]

/** Means of quarter-hours: power (W), sensors. */
export type StationQuarters = Partial<
  Record<'quarter_w' | 'quarter_irradiance_wm2' | 'quarter_ambient_c' | 'quarter_module_c', Power>
>

/** Sets the day's energy of these devices to unknown. */
export async function forgetEnergy(
  tx: Transaction,
  stationId: string,
  date: string,
  deviceNos: readonly number[],
): Promise<void> {
  await query(
    tx,
    'update device_day set energy_kwh = null where station_id = $1 and date = $2 and device_no = any($3::integer[])',
    [stationId, date, deviceNos],
  )
  await query(
    tx,
    `update station_day set energy_kwh = (select sum(energy_kwh order by device_no) from device_day
       where station_id = $1 and date = $2) where station_id = $1 and date = $2`,
    [stationId, date],
  )
}

export async function saveStationSums(
  tx: Transaction,
  stationId: string,
  date: string,
  sums: Partial<StationSums>,
  day: { isFinal: boolean; quarters?: StationQuarters; binW?: Power; leans?: boolean },
): Promise<void> {
  const columns = stationColumns.filter((column) => column in sums)
  const quarters = Object.entries(day.quarters ?? {})
  await query(
    tx,
    `update station_day set due_at = null, is_final = $3,
       leans = coalesce($4::boolean, leans), bin_w = coalesce($5::real[], bin_w),
       ${[
         ...columns.map((column, nth) => `${column} = $${nth + 6}::${typeOf(column)}`),
         ...quarters.map(([column], nth) => `${column} = $${nth + 6 + columns.length}::real[]`),
       ].join(', ')}
     where station_id = $1 and date = $2`,
    [
      stationId,
      date,
      day.isFinal,
      day.leans ?? null,
      day.binW ?? null,
      ...columns.map((column) => stored(column, sums[column])),
      ...quarters.map(([, values]) => values),
    ],
  )
}

const sumsOf = (columns: readonly string[]) =>
  columns
    .map((column) => {
      if (column === 'peak_power_w' || column === 'pr_peak_wm2') return `max(${column}) as ${column}`
      // The earliest of equal peaks, so that the month does not depend on the order of its days.
      if (column === 'peak_at') {
        return '(array_agg(peak_at order by peak_power_w desc nulls last, peak_at))[1] as peak_at'
      }
      return `sum(${column} order by date) as ${column}`
    })
    .join(', ')

/** Sums of the month that contains `date`, of the station and of every device with a day in it. */
export async function saveMonth(tx: Transaction, stationId: string, date: string): Promise<void> {
  const month = `${date.slice(0, 7)}-01`
  const save = async (table: 'station' | 'device', key: string, own: readonly string[]) => {
    const columns = ['energy_kwh', ...own]
    await query(
      tx,
      `insert into ${table}_month (${key}, month, days, known_days, ${columns.join(', ')})
       select ${key}, $2::date, count(*), count(energy_kwh), ${sumsOf(columns)} from ${table}_day
       where ${
         table === 'station'
           ? 'station_id = $1'
           : "device_no in (select distinct device_no from device_day where station_id = $1 and date >= $2 and date < $2::date + interval '1 month')"
       } and date >= $2::date and date < $2::date + interval '1 month'
       group by ${key}
       on conflict (${key}, month) do update set ${['days', 'known_days', ...columns].map((column) => `${column} = excluded.${column}`).join(', ')}`,
      [stationId, month],
    )
  }
  await save('station', 'station_id', stationColumns)
  await save('device', 'device_no', ownColumns)
}

/** Marks later days due whose analysis used the usual ratio, of which this day is a part. */
export async function markLeaning(tx: Transaction, stationId: string, now: number, date: string): Promise<void> {
  await query(
    tx,
    `update station_day set due_at = $3
     where station_id = $1 and date > $2::date and date <= $2::date + 30 and leans and due_at is null`,
    [stationId, date, new Date(now)],
  )
}

/** Days up to `before` whose analysis is not final and that are not due, at most `limit`. */
export async function findOpenDays(db: Session, before: string, limit: number) {
  const { rows } = await query<DueDay & { time_zone: string }>(
    db,
    `select station_id, date, time_zone from station_day join station on station.id = station_day.station_id
     where not is_final and due_at is null and date <= $1::date order by date limit $2`,
    [before, limit],
  )
  return rows
}

/**
 * Adds missing rows for days between a station's first day and yesterday there: no data arrived, but data was expected.
 */
export async function addSilentDays(tx: Transaction, now: number, limit: number): Promise<number> {
  const { rowCount } = await query(
    tx,
    `insert into station_day (station_id, date, due_at)
     select station.id, silent.date::date, $1 from station
     cross join lateral (select min(date) as date from station_day where station_id = station.id) first
     cross join lateral generate_series(first.date + 1, ($1::timestamptz at time zone station.time_zone)::date - 1,
       interval '1 day') as silent (date)
     where not exists (select from station_day known where known.station_id = station.id
       and known.date = silent.date::date)
     limit $2
     on conflict do nothing`,
    [new Date(now), limit],
  )
  return rowCount ?? 0
}

/** Saves which irradiance sensors are stuck now, and at which value: it is no live irradiance until it changes. */
export async function saveStuckSensors(
  tx: Transaction,
  stuck: readonly { loggerNo: number; wm2: number | null }[],
): Promise<void> {
  if (stuck.length === 0) return
  await query(
    tx,
    `update sensor_latest set stuck_wm2 = stuck.wm2 from unnest($1::integer[], $2::real[]) as stuck (logger_no, wm2)
     where sensor_latest.logger_no = stuck.logger_no and sensor_latest.stuck_wm2 is distinct from stuck.wm2`,
    [stuck.map(({ loggerNo }) => loggerNo), stuck.map(({ wm2 }) => wm2)],
  )
}
