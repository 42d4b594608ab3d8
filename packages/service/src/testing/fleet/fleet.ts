import { keepDueFigures } from '../../station/figures/keep-figures.ts'
import type { Person, TestPortal } from '../test-portal.ts'

/** Number of stations whose stored figures the service computes itself. */
export const keptEach = 50

/** Runs a statement without the service's time limit: on a cluster, 20,000 devices at once take longer. */
async function runUntimed(pool: TestPortal['db']['pool'], text: string, values: unknown[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local statement_timeout = 0')
    await client.query(text, values)
    await client.query('commit')
  } finally {
    // The connection closes, and a failed transaction with it.
    client.release(true)
  }
}

/**
 * Makes a fleet of an account by a few statements, with the stored figures of lists: the service computes those of the
 * first stations, the others get copies.
 */
export async function addFleet(
  { db, clock, service }: TestPortal,
  owner: Pick<Person, 'accountId'>,
  { stations, devicesEach }: { stations: number; devicesEach: number },
): Promise<void> {
  const now = new Date(clock.now)
  const run = (text: string, values: unknown[] = []) => runUntimed(db.pool, text, [owner.accountId, now, ...values])
  await run(
    `insert into station (account_id, created_at, name, installed_on, capacity_kwp, energy_base_kwh,
       temperature_coefficient, description, latitude, longitude, time_zone, address, currency, sort_number)
     select $1, $2, 'Station ' || nth, '2020-01-01', 10, 0, -0.004, '', 52.5, 13.4, 'Europe/Berlin', '', 'EUR', nth
     from generate_series(1, $3::integer) nth`,
    [stations],
  )
  await run(
    `insert into tariff (station_id, from_date, rate, bands) select id, '2020-01-01', 0.1, '[]' from station
     where account_id = $1 and $2::timestamptz is not null`,
  )
  await run(
    `insert into logger (account_id, station_id, serial, created_at)
     select $1, id, 'L-' || left(id::text, 13), $2 from station where account_id = $1`,
  )
  await run(
    `insert into device (logger_id, account_id, station_id, serial, name, model, rated_power_w, capacity_kwp, mppt_count,
       string_count, installed_on, supports_reactive_power, supports_iv_scan, sort_number, created_at)
     select logger.id, $1, logger.station_id, logger.serial || '-' || nth, 'Inverter ' || nth, 'PV10', 10000, 10, 2, 4,
       '2020-01-01', true, true, nth, $2
     from logger cross join generate_series(1, $3::integer) nth where logger.account_id = $1`,
    [devicesEach],
  )
  // Every third device is silent since yesterday; powers differ.
  await run(
    `insert into device_latest (device_no, ts, interval_s, mode, error_word, power_w, counter_kwh,
       ac_voltage_v, ac_current_a, mppt_voltage_v, mppt_current_a, string_current_a)
     select no, $2::timestamptz - case when no % 3 = 0 then interval '1 day' else interval '1 minute' end, 300, 3, 0,
       no * 7919 % 10000, no, '{}', '{}', '{}', '{}', '{}' from device where account_id = $1`,
  )
  await run(
    `delete from station_due where account_id = $1 and $2::timestamptz is not null
       and station_id in (select id from station where account_id = $1 and sort_number > ${keptEach})`,
  )
  await keepDueFigures(service)
  const first = `(station.sort_number - 1) % ${keptEach} + 1`
  await run(
    `insert into station_figure
     select (jsonb_populate_record(kept, jsonb_build_object('station_id', station.id, 'sort_number', station.sort_number,
       'name_key', 'station ' || lpad(station.sort_number::text, 12, '0'), 'search_text', station.name))).*
     from station join station_figure kept on kept.account_id = $1 and kept.sort_number = ${first}
     where station.account_id = $1 and station.sort_number > ${keptEach} and $2::timestamptz is not null`,
  )
  await run(
    `insert into station_sum
     select (jsonb_populate_record(kept, jsonb_build_object('station_id', station.id))).*
     from station join station_figure own on own.account_id = $1 and own.sort_number = ${first}
     join station_sum kept on kept.station_id = own.station_id
     where station.account_id = $1 and station.sort_number > ${keptEach} and $2::timestamptz is not null`,
  )
  await run(
    `insert into device_figure
     select device.id, station.id, $1, lpad(station.sort_number::text, 12, '0') || lpad(device.sort_number::text, 12, '0'),
       kept.name_key, own.name_key, kept.model_key, kept.search_text, kept.status, kept.urgency, kept.power_w,
       kept.energy_today_kwh, kept.yield_today, kept.energy_total_kwh, kept.income_currency, kept.income_today,
       kept.hours_total, kept.cabinet_c, kept.measured_at
     from device join station on station.id = device.station_id join station_figure own on own.station_id = station.id
     join station_figure like_it on like_it.account_id = $1 and like_it.sort_number = ${first}
     join device same on same.station_id = like_it.station_id and same.sort_number = device.sort_number
     join device_figure kept on kept.device_id = same.id
     where station.account_id = $1 and station.sort_number > ${keptEach} and $2::timestamptz is not null`,
  )
}
