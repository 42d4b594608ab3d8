import { keepDueYields } from '../../statistics/keep-yields.ts'
import { keptEach } from './fleet.ts'
import type { Person, TestPortal } from '../test-portal.ts'

/** Sort number of the station, among the first ones, that a station copies. */
const like = `(station.sort_number - 1) % ${keptEach} + 1`

/**
 * Adds the energy of a fleet for the last days, and the rankings that follow from it: the service computes those of the
 * first stations, the others get copies.
 */
export async function addFleetDays(
  { db, clock, service }: TestPortal,
  owner: Pick<Person, 'accountId'>,
  days: number,
): Promise<void> {
  const today = new Date(clock.now).toISOString().slice(0, 10)
  const run = (text: string) =>
    db.pool.query(`with asked as (select $1::uuid as account, $2::date as today, $3::integer as days) ${text}`, [
      owner.accountId,
      today,
      days,
    ])
  await run(
    `insert into device_day (device_no, station_id, date, energy_kwh, samples, daylight_bins, spliced_kwh, resets, outliers,
       quarter_w, expected_bins, known_bins)
     select no, station.id, today - nth, (${like}) * device.sort_number * 7919 % 1000 / 20.0 + nth, 288, 170, 0, 0, 0, '{}', 170, 160
     from asked join station on station.account_id = account join device on device.station_id = station.id
     cross join lateral generate_series(0, days - 1) nth`,
  )
  await run(
    `insert into station_day (station_id, date, energy_kwh, due_at, is_final, expected_bins, known_bins)
     select station_id, date, sum(energy_kwh), null, true, sum(expected_bins), sum(known_bins)
     from asked join station on account_id = account join device_day on station_id = station.id group by 1, 2`,
  )
  for (const [kind, key] of [
    ['device', 'device_no'],
    ['station', 'station_id'],
  ])
    await run(
      `insert into ${kind}_month (${key}, month, days, known_days, energy_kwh, expected_bins, known_bins)
       select ${key}, date_trunc('month', date)::date, count(*), count(*), sum(energy_kwh), sum(expected_bins), sum(known_bins)
       from asked join station on account_id = account join ${kind}_day on station_id = station.id group by 1, 2`,
    )
  await run(
    `delete from yield_due using asked, station
     where station.id = station_id and station.account_id = account and sort_number > ${keptEach}`,
  )
  await keepDueYields(service)
  const others = `asked join station on station.account_id = account and station.sort_number > ${keptEach}
    join station first on first.account_id = account and first.sort_number = ${like}`
  const figures = 'account, period, first_day, last_day, yield, energy_kwh, coverage, known_days, expected_days'
  await run(
    `insert into station_yield select station.id, ${figures}
     from ${others} join station_yield kept on kept.station_id = first.id`,
  )
  await run(
    `insert into device_yield select device.id, station.id, ${figures}
     from ${others} join device on device.station_id = station.id
     join device same on same.station_id = first.id and same.sort_number = device.sort_number
     join device_yield kept on kept.device_id = same.id`,
  )
  await run(
    `update device_figure own set measured_kwh = month.kwh, measured_since = today - days + 1
     from asked join device on true join lateral (select sum(energy_kwh) as kwh from device_month where device_no = device.no) month on true
     where device.id = own.device_id and own.account_id = account`,
  )
  // Keeps the service from recomputing the lists' figures of today.
  await run('delete from station_due using asked where account_id = account')
}
