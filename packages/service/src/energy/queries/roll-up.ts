import {
  type CounterPoint,
  contextColumns,
  contextPoints,
  type DayContext,
  dayOf,
  firstPointBefore,
  formerFrames,
  lastPointAfter,
} from '../../telemetry/queries/counter-points.ts'
import { query, type Session, type Transaction } from '../../database/session.ts'
import { longestIntervalMs } from '../../figure/interval.ts'
import type { SettledDay } from './settled-day.ts'
import { findEndStamped } from '../../telemetry/queries/sample.ts'

/** One device and one local day that must be computed anew; instants in epoch ms. */
export interface TouchedDay {
  deviceNo: number
  date: string
  from: number
  to: number
  ratedW: number
  /** The device sends a lifetime counter. */
  counts: boolean
  /** Null: no sunrise or sunset that day. */
  sunrise: number | null
  sunset: number | null
  /** The part that its newest frames do not change; without it the day is computed from all of its frames. */
  settled?: SettledDay | null
  /** Number of its frames, with the new ones. */
  samples?: number
  /**
   * The energy of the evening before by power; undefined: not looked up, since few days need it (see mayHoldEvening).
   */
  evening?: Evening | null
}

/** Energy, by power, of the end of a day on which the counter stood still until after midnight. */
export interface Evening {
  /** When the counter began to stand still, epoch ms. */
  from: number
  kwh: number
}

/** Frames of one device and local day in order of time, with the frames beside the day that its bins need. */
export interface DayPoints extends DayContext, Frames {
  date: string
}

interface Frames {
  /** Milliseconds from the day's beginning. */
  at: number[]
  power_w: (number | null)[]
  counter_kwh: (number | null)[]
  /** Which frames are stamped at the end of their interval; null: the device's logger does not stamp so. */
  is_end: boolean[] | null
}

const longestStep = `interval '${longestIntervalMs} ms'`

/**
 * How far new frames reach: from the fifth counter point before the first frame to the fifth after the last one, and to
 * the sixth frame after it, which decides the interval. Frames that are stamped at the end of their interval reach back
 * to the frame before, by the longest interval at most. If the next day has counter points, they reach that day, too:
 * it may contain energy of their evening (see day/counter/overnight.ts).
 */
export async function findFrameReach(
  tx: Transaction,
  windows: readonly { deviceNo: number; first: number; last: number; dayEnd: number; counts: boolean }[],
): Promise<{ before: number | null; after: number | null }[]> {
  const { rows } = await query<{ before: number | null; after: number | null }>(
    tx,
    `with w as (
       select w.*, ${firstPointBefore('w', 'w.first_ts')} as least_ts, ${lastPointAfter('w', 'w.last_ts')} as most_ts
       from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[], $4::boolean[], $6::timestamptz[]) with ordinality
         as w (device_no, first_ts, last_ts, counts, day_end, nth))
     select
       least(
         (select min(ts) from (select ts from device_sample s where w.counts and s.device_no = own.device_no
            and ts < w.first_ts and ts >= w.least_ts
            and energy_total_kwh is not null order by ts desc limit ${contextPoints}) x),
         (select greatest(ts, w.first_ts - ${longestStep}) from device_sample s where own.device_no = any($5::integer[])
            and s.device_no = own.device_no and ts < w.first_ts order by ts desc limit 1)) as before,
       greatest(
         (select max(ts) from (select ts from device_sample s where w.counts and s.device_no = own.device_no
            and ts > w.last_ts and ts <= w.most_ts
            and energy_total_kwh is not null order by ts limit ${contextPoints}) x),
         (select max(ts) from (select ts from device_sample s where s.device_no = own.device_no
            and ts > w.last_ts order by ts limit ${formerFrames}) x),
         (select ts from device_sample s where w.counts and s.device_no = own.device_no
            and ts >= w.day_end and ts < w.day_end + interval '1 day' and ts <= w.most_ts
            and energy_total_kwh is not null order by ts limit 1)) as after
     from w join sample_device own on own.device_no = w.device_no
     where own.device_no = any($1::integer[]) order by nth`,
    [
      windows.map((window) => window.deviceNo),
      windows.map((window) => new Date(window.first)),
      windows.map((window) => new Date(window.last)),
      windows.map((window) => window.counts),
      await findEndStamped(tx, [...new Set(windows.map((window) => window.deviceNo))]),
      windows.map((window) => new Date(window.dayEnd)),
    ],
  )
  return rows
}

/** Instants back to which the first sensor frames of days reach if their loggers stamp the end of intervals. */
export async function findSensorReach(
  tx: Transaction,
  stationId: string,
  firsts: readonly number[],
): Promise<number[]> {
  if (firsts.length === 0) return []
  const { rows: ends } = await query<{ no: number }>(
    tx,
    `select logger.no from station_sensor own join logger on logger.no = own.logger_no
     where own.station_id = $1 and logger.stamp = 'end'`,
    [stationId],
  )
  if (ends.length === 0) return []
  const { rows } = await query<{ before: number }>(
    tx,
    `select date_part('epoch', greatest(max(s.ts), f.ts - ${longestStep})) * 1000 as before
     from unnest($2::timestamptz[]) as f (ts)
     join sensor_sample s on s.ts < f.ts and s.logger_no = any($1::integer[]) group by f.ts`,
    [ends.map(({ no }) => no), firsts.map((at) => new Date(at))],
  )
  return rows.map(({ before }) => before)
}

export async function findDevicesWithCounter(tx: Transaction, deviceNos: readonly number[]): Promise<Set<number>> {
  const { rows } = await query<{ device_no: number }>(
    tx,
    'select device_no from device_latest where device_no = any($1::integer[]) and counter_ts is not null',
    [deviceNos],
  )
  return new Set(rows.map((row) => row.device_no))
}

/** The frames of each day, or of the part that is not settled, and the counter points around it. */
export async function findDayPoints(db: Session, days: readonly TouchedDay[]): Promise<DayPoints[]> {
  const { rows } = await query<Omit<DayPoints, keyof Frames> & { frames: Frames }>(
    db,
    `with day as (${dayOf(`unnest($1::integer[], $2::date[], $3::timestamptz[], $4::timestamptz[], $5::boolean[], $7::timestamptz[])
       as d (device_no, date, from_ts, to_ts, counts, read_ts)`)})
     select day.device_no, day.date,
       (select json_build_object('at', coalesce(json_agg(at), '[]'), 'power_w', coalesce(json_agg(power_w), '[]'),
          'counter_kwh', coalesce(json_agg(energy_total_kwh), '[]'),
          'is_end', case when own.device_no = any($6::integer[]) then json_agg(import_no is null) end)
        from (
          select (date_part('epoch', ts - day.from_ts) * 1000)::integer as at, power_w, energy_total_kwh, import_no
          from device_sample s
          where s.device_no = own.device_no and s.ts >= day.read_ts and s.ts < day.to_ts
            + case when own.device_no = any($6::integer[]) then ${longestStep} else interval '0' end
          order by ts
        ) sample) as frames,
       ${contextColumns}
     from day join sample_device own on own.device_no = day.device_no where own.device_no = any($1::integer[])`,
    [
      days.map((day) => day.deviceNo),
      days.map((day) => day.date),
      days.map((day) => new Date(day.from)),
      days.map((day) => new Date(day.to)),
      days.map((day) => day.counts),
      await findEndStamped(db, [...new Set(days.map((day) => day.deviceNo))]),
      days.map((day) => new Date(day.settled?.read ?? day.from - longestIntervalMs)),
    ],
  )
  return rows.map(({ frames, ...context }) => ({ ...context, ...frames }))
}

export interface DayRollUp {
  device_no: number
  date: string
  samples: number
  /** Bins of 5 minutes with data between sunrise and sunset. */
  daylight_bins: number
  first_ts: number | null
  first_power_w: number | null
  last_ts: number | null
  last_power_w: number | null
  energy_kwh: number | null
  spliced_kwh: number
  resets: number
  outliers: number
  /** Means of the quarters of an hour, W. */
  quarter_w: (number | null)[]
  /** Energy of the quarters, kWh; null: nothing is known. */
  quarter_kwh: (number | null)[]
  /** Interval of the last frames of the day. */
  interval_s: number
  /** The counter point before the newest one, if the newest was left out. */
  counter_before: CounterPoint | null
  /** See settledOf. */
  settled: SettledDay | null
}

const dayColumns = [
  ['device_no', 'integer'],
  ['date', 'date'],
  ['energy_kwh', 'double precision'],
  ['samples', 'integer'],
  ['daylight_bins', 'integer'],
  ['first_ts', 'timestamptz'],
  ['first_power_w', 'real'],
  ['last_ts', 'timestamptz'],
  ['last_power_w', 'real'],
  ['spliced_kwh', 'double precision'],
  ['resets', 'integer'],
  ['outliers', 'integer'],
  ['quarter_w', 'text'],
  ['quarter_kwh', 'text'],
  ['interval_s', 'real'],
] as const

const arrays: ReadonlySet<string> = new Set(['quarter_w', 'quarter_kwh'])

/** A value too small for a `real`, such as a tiny share of a day's energy at dawn, becomes zero. */
const asReal = (value: number | null) => (value === null ? 'NULL' : Math.fround(value))

/**
 * A kept day stays unchanged: its samples are dropped, and a computation from the remaining ones would be incomplete.
 */
export async function upsertDeviceDays(tx: Transaction, stationId: string, rollUps: readonly DayRollUp[]) {
  const instants = new Set<string>(['first_ts', 'last_ts'])
  const names = dayColumns.map(([name]) => name)
  await query(
    tx,
    `insert into device_day (station_id, ${names.join(', ')})
     select $1, ${names.map((name) => (arrays.has(name) ? `${name}::real[]` : name)).join(', ')}
     from unnest(${dayColumns.map(([, type], index) => `$${index + 2}::${type}[]`).join(', ')}) as d (${names.join(', ')})
     on conflict (device_no, date) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
       where not device_day.is_kept`,
    [
      stationId,
      ...names.map((name) =>
        rollUps.map((day) => {
          const value = day[name]
          if (Array.isArray(value)) return `{${value.map(asReal).join(',')}}`
          return instants.has(name) && typeof value === 'number' ? new Date(value) : value
        }),
      ),
    ],
  )
}

/** If the newest counter point was left out, the live values and the lifetime use the point before. */
export async function holdCounters(tx: Transaction, rollUps: readonly DayRollUp[]): Promise<void> {
  const held = rollUps.flatMap(({ device_no, counter_before }) =>
    counter_before ? [{ no: device_no, at: counter_before[0], kwh: counter_before[1] }] : [],
  )
  if (held.length === 0) return
  await query(
    tx,
    `update device_latest set counter_ts = own.ts, counter_kwh = own.kwh,
       energy_total_kwh = case when device_latest.ts > own.ts then null else energy_total_kwh end
     from unnest($1::integer[], $2::timestamptz[], $3::double precision[]) as own (device_no, ts, kwh)
     where device_latest.device_no = own.device_no and device_latest.counter_ts > own.ts`,
    [held.map(({ no }) => no), held.map(({ at }) => new Date(at)), held.map(({ kwh }) => kwh)],
  )
}

/** Until this many days after its last frame, a silence counts as the device's own. */
const silenceDays = 30

/**
 * Energy of the station's days, after `upsertDeviceDays`. Marks these days and the days after them due for analysis:
 * whether a device's silence there is its own depends on when it sent before.
 */
export async function upsertStationDays(
  tx: Transaction,
  stationId: string,
  dates: readonly string[],
  now: number,
): Promise<void> {
  await query(
    tx,
    `insert into station_day (station_id, date, energy_kwh, due_at)
     select $1, date, (select sum(energy_kwh order by device_no) from device_day
       where station_id = $1 and device_day.date = day.date), $3
     from unnest($2::date[]) as day (date)
     on conflict (station_id, date) do update set energy_kwh = excluded.energy_kwh, due_at = excluded.due_at`,
    [stationId, dates, new Date(now)],
  )
  await query(
    tx,
    `update station_day set due_at = $3 from (select min(date) as first, max(date) as last from unnest($2::date[]) as date) touched
     where station_id = $1 and due_at is null and date > first and date <= last + ${silenceDays}`,
    [stationId, dates, new Date(now)],
  )
}
