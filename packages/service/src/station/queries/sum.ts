import type { StatusCounts } from '@helioport/contract'
import { query, type Session } from '../../database/session.ts'
import type { Reach } from '../../access/queries/access.ts'

/** A station's part of the fleet's sums; columns of the table `station_sum`. */
export interface StationSum extends StatusCounts {
  station_id: string
  account_id: string
  status: string
  currency: string
  capacity_kwp: number
  in_operation_kwp: number
  reported_kwp: number
  coverage: number | null
  rated_power_w: number
  power_w: number | null
  since_installation_kwh: number | null
  measured_kwh: number | null
  measured_since: string | null
  /** ISO; of the freshest device. `stale_at`: when its data become stale. */
  measured_at: string | null
  stale_at: string | null
  energy_today_kwh: number | null
  energy_yesterday_kwh: number | null
  energy_month_kwh: number | null
  energy_year_kwh: number | null
  irradiation_kwh_m2: number | null
  income_today: number | null
  income_month: number | null
  income_year: number | null
  income_total: number | null
  co2_kg: number | null
  open_alarms: number
}

export const sumColumns: readonly Exclude<keyof StationSum, 'station_id'>[] = [
  'account_id',
  'status',
  'currency',
  'capacity_kwp',
  'in_operation_kwp',
  'reported_kwp',
  'coverage',
  'normal',
  'abnormal',
  'standby',
  'offline',
  'rated_power_w',
  'power_w',
  'since_installation_kwh',
  'measured_kwh',
  'measured_since',
  'measured_at',
  'stale_at',
  'energy_today_kwh',
  'energy_yesterday_kwh',
  'energy_month_kwh',
  'energy_year_kwh',
  'irradiation_kwh_m2',
  'income_today',
  'income_month',
  'income_year',
  'income_total',
  'co2_kg',
  'open_alarms',
]

/** Rows of all reached stations: all stations of account $1, and the stations $2 that are shared singly. */
const reached = `
  (select * from station_sum where account_id = $1 union all select * from station_sum where station_id = any($2::uuid[]))`

const statusCount = (status: string) => `count(*) filter (where status = '${status}')`

/** Sums over all reached stations. A sum without any known part is null. */
export async function findFleetSums(
  db: Session,
  { ownerId, stationIds, alarmIds }: Pick<Reach, 'ownerId' | 'stationIds' | 'alarmIds'>,
) {
  const { rows } = await query<FleetSums>(
    db,
    `select count(*) as stations, ${statusCount('normal')} as stations_normal, ${statusCount('abnormal')} as stations_abnormal,
       ${statusCount('standby')} as stations_standby, ${statusCount('offline')} as stations_offline,
       coalesce(sum(normal), 0) as normal, coalesce(sum(abnormal), 0) as abnormal, coalesce(sum(standby), 0) as standby,
       coalesce(sum(offline), 0) as offline, coalesce(sum(capacity_kwp), 0) as capacity_kwp,
       coalesce(sum(in_operation_kwp), 0) as in_operation_kwp, coalesce(sum(reported_kwp), 0) as reported_kwp,
       coalesce(sum(rated_power_w), 0) as rated_power_w, sum(power_w) as power_w, count(power_w) as power_stations,
       coalesce(sum(in_operation_kwp) filter (where power_w is not null), 0) as power_kwp,
       sum(since_installation_kwh) as since_installation_kwh, sum(measured_kwh) as measured_kwh,
       min(measured_since)::text as measured_since, sum(energy_today_kwh) as energy_today_kwh,
       sum(energy_yesterday_kwh) as energy_yesterday_kwh,
       sum(energy_yesterday_kwh) filter (where energy_today_kwh is not null) as comparable_kwh,
       sum(energy_month_kwh) as energy_month_kwh, sum(energy_year_kwh) as energy_year_kwh, sum(co2_kg) as co2_kg,
       sum(irradiation_kwh_m2 * in_operation_kwp)
         / nullif(sum(in_operation_kwp) filter (where irradiation_kwh_m2 is not null), 0) as irradiation_kwh_m2,
       sum(coverage * in_operation_kwp)
         / nullif(sum(in_operation_kwp) filter (where coverage is not null), 0) as coverage,
       coalesce(sum(open_alarms) filter (where account_id = $1 or station_id = any($3::uuid[])), 0) as open_alarms
     from ${reached} own`,
    [ownerId, stationIds, alarmIds],
  )
  const [sums] = rows
  if (!sums) throw new Error('a sum without a row')
  return sums
}

export interface FleetSums extends StatusCounts {
  stations: number
  stations_normal: number
  stations_abnormal: number
  stations_standby: number
  stations_offline: number
  capacity_kwp: number
  in_operation_kwp: number
  reported_kwp: number
  rated_power_w: number
  power_w: number | null
  /** Number of stations whose power is known, and their capacity in operation. */
  power_stations: number
  power_kwp: number
  since_installation_kwh: number | null
  measured_kwh: number | null
  measured_since: string | null
  energy_today_kwh: number | null
  energy_yesterday_kwh: number | null
  /** Yesterday's energy of the stations whose energy of today is known. */
  comparable_kwh: number | null
  energy_month_kwh: number | null
  energy_year_kwh: number | null
  co2_kg: number | null
  irradiation_kwh_m2: number | null
  coverage: number | null
  /** Of the stations whose alarms the reader may see. */
  open_alarms: number
}

/** The station whose data become stale last; epoch ms. */
export async function findFreshest(db: Session, { ownerId, stationIds }: Pick<Reach, 'ownerId' | 'stationIds'>) {
  const { rows } = await query<{ measured_at: number; stale_at: number }>(
    db,
    `select measured_at, stale_at from ${reached} own where stale_at is not null order by stale_at desc limit 1`,
    [ownerId, stationIds],
  )
  return rows[0]
}

export interface FleetIncome {
  currency: string
  today: number | null
  month: number | null
  year: number | null
  total: number | null
  stations: number
  unknown: number
}

/**
 * Income by currency, of the stations whose income the reader may see. Pages show the first one large. Amounts in
 * different currencies cannot be compared, so they are sorted by installed capacity; currencies without a known income
 * of today come last.
 */
export async function findFleetIncomes(db: Session, { ownerId, incomeIds }: Reach): Promise<FleetIncome[]> {
  const { rows } = await query<FleetIncome>(
    db,
    `select currency, sum(income_today) as today, sum(income_month) as month, sum(income_year) as year,
       sum(income_total) as total, count(*) as stations, count(*) - count(income_today) as unknown
     from ${reached} own group by currency
     order by count(income_today) = 0, sum(capacity_kwp) desc, currency`,
    [ownerId, incomeIds],
  )
  return rows
}
