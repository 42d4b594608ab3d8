import { query, type Transaction } from '../../database/session.ts'
import type { Curve } from '../../figure/day-grid.ts'

/**
 * The part of a day that newer frames of the device and day cannot change: its figures up to a quarter-hour. With it a
 * live frame reads only the end of its day, however many frames the day has. Instants in epoch ms.
 */
export interface SettledDay {
  date: string
  /** All inputs of the computation except its frames. */
  inputs: string
  /** The newest frame at that time: a change before it makes the whole day be computed anew. */
  last: number
  /** Frames are read from here on. */
  read: number
  /** The counter's steps up to this instant are in the sums. */
  step: number
  first: { at: number; power_w: number | null }
  /** Number of frames before `step`. */
  samples: number
  /** Daylight bins of the settled quarter-hours. */
  daylight_bins: number
  sums: CounterSums
  spliced_kwh: number
  resets: number
  outliers: number
  /** The counter stood still while there was power; see hasStood. */
  has_stood: boolean
  quarter_w: Curve
  quarter_kwh: Curve
}

/** kWh of the steps inside the day, and of those across its beginning. */
export interface CounterSums {
  inside: number
  crossing: number
}

/**
 * The settled part of the devices' newest days, and the number of frames of these days; null: the day was deleted
 * since.
 */
export async function findSettledDays(
  tx: Transaction,
  deviceNos: readonly number[],
): Promise<Map<number, { settled: SettledDay; samples: number | null }>> {
  const { rows } = await query<{ device_no: number; state: SettledDay; samples: number | null }>(
    tx,
    `select own.device_no, own.state, day.samples from settled_day own
     left join device_day day on day.device_no = own.device_no and day.date = own.date and not day.is_kept
     where own.device_no = any($1::integer[])`,
    [deviceNos],
  )
  return new Map(rows.map(({ device_no, state, samples }) => [device_no, { settled: state, samples }]))
}

/** Saves the settled parts of days, and deletes those of days without one. */
export async function saveSettledDays(
  tx: Transaction,
  days: readonly { device_no: number; date: string; settled: SettledDay | null }[],
): Promise<void> {
  const settled = days.flatMap(({ device_no, settled: state }) => (state ? [{ device_no, state }] : []))
  const others = days.filter((day) => !day.settled)
  if (others.length > 0)
    await query(
      tx,
      `delete from settled_day own using unnest($1::integer[], $2::date[]) as day (device_no, date)
       where own.device_no = day.device_no and own.date = day.date`,
      [others.map(({ device_no }) => device_no), others.map(({ date }) => date)],
    )
  if (settled.length > 0)
    await query(
      tx,
      `insert into settled_day (device_no, date, state)
       select * from unnest($1::integer[], $2::date[], $3::json[])
       on conflict (device_no) do update set date = excluded.date, state = excluded.state`,
      [
        settled.map(({ device_no }) => device_no),
        settled.map(({ state }) => state.date),
        settled.map(({ state }) => JSON.stringify(state)),
      ],
    )
}

/** Deletes the settled parts of devices with new frames that some of their days do not contain yet. */
export async function forgetSettledDays(tx: Transaction, deviceNos: readonly number[]): Promise<void> {
  await query(tx, 'delete from settled_day where device_no = any($1::integer[])', [deviceNos])
}
