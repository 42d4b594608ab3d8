import { lowLightAlarms } from '@helioport/contract'
import { sql } from 'kysely'
import { accessOf } from '../../access/queries/access.ts'
import { query, type Session } from '../../database/session.ts'
import type { DayPresence } from '../../figure/coverage.ts'

/** Devices that the account sees at `now`: what their status and the sums over all of them need, no more. */
export async function findDevicesInBrief(db: Session, accountId: string, now: number) {
  return accessOf(db, accountId, now)
    .innerJoin('device', 'device.station_id', 'station_access.station_id')
    .leftJoin('device_latest', 'device_latest.device_no', 'device.no')
    .select([
      'device.no',
      'device.station_id',
      'device.rated_power_w',
      'device_latest.ts',
      'device_latest.interval_s',
      'device_latest.mode',
      'device_latest.error_word',
      'device_latest.power_w',
      'device_latest.counter_kwh',
    ])
    .where('device.removed_at', 'is', null)
    .execute()
}

interface PresenceRow extends DayPresence {
  device_no: number
  samples: number
}

/** When the devices of each station were heard of on its own local today. */
export async function findPresences(
  db: Session,
  stations: readonly { id: string; today: string }[],
): Promise<PresenceRow[]> {
  const { rows } = await query<PresenceRow>(
    db,
    `select device_no, samples, daylight_bins, interval_s, first_ts, first_power_w, last_ts, last_power_w
     from device_day where (station_id, date) in (select * from unnest($1::uuid[], $2::date[]))`,
    [stations.map((station) => station.id), stations.map((station) => station.today)],
  )
  return rows
}

export interface StationTotals {
  station_id: string
  today_kwh: number | null
  yesterday_kwh: number | null
  today_income: number | null
  today_irradiation: number | null
  month_kwh: number | null
  month_income: number | null
  year_kwh: number | null
  year_income: number | null
  income: number | null
  co2_kg: number | null
}

/** Sums of each station, at its own local today. */
export async function findStationTotals(
  db: Session,
  stations: readonly { id: string; today: string }[],
): Promise<StationTotals[]> {
  const { rows } = await query<StationTotals>(
    db,
    `select own.station_id, today.energy_kwh as today_kwh, yesterday.energy_kwh as yesterday_kwh,
       today.income as today_income, today.irradiation_kwh_m2 as today_irradiation, sums.*
     from unnest($1::uuid[], $2::date[]) as own (station_id, date)
     left join station_day today on today.station_id = own.station_id and today.date = own.date
     left join station_day yesterday on yesterday.station_id = own.station_id and yesterday.date = own.date - 1
     cross join lateral (
       select sum(energy_kwh) filter (where month >= date_trunc('month', own.date::timestamp)) as month_kwh,
         sum(income) filter (where month >= date_trunc('month', own.date::timestamp)) as month_income,
         sum(energy_kwh) filter (where month >= date_trunc('year', own.date::timestamp)) as year_kwh,
         sum(income) filter (where month >= date_trunc('year', own.date::timestamp)) as year_income,
         sum(income) as income, sum(co2_kg) as co2_kg
       from station_month where station_month.station_id = own.station_id
     ) sums`,
    [stations.map((station) => station.id), stations.map((station) => station.today)],
  )
  return rows
}

/** Alarms that are open at the stations whose alarms the account may see, without what weak light raises by itself. */
export async function countReachedAlarms(db: Session, accountId: string, now: number): Promise<number> {
  const { count } = await accessOf(db, accountId, now)
    .innerJoin('device', 'device.station_id', 'station_access.station_id')
    .innerJoin('alarm', 'alarm.device_no', 'device.no')
    .where('alarm.cleared_at', 'is', null)
    .where('alarm.code', 'not in', [...lowLightAlarms])
    .where(sql<boolean>`'alarms' = any(station_access.rights)`)
    .select((of) => of.fn.count<number>('alarm.group_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
