import type { PoolClient } from 'pg'
import { context, counterSteps } from './counter-steps.ts'

/** One device and one local day that has to be computed anew; instants in epoch ms. */
export interface TouchedDay {
  deviceNo: number
  date: string
  from: number
  to: number
  ratedW: number
  /** Null: no sunrise or sunset that day. */
  sunrise: number | null
  sunset: number | null
}

/** A counter step that began or ended on another day: [from, to] in epoch ms, kWh. */
export type CrossingStep = [number, number, number]

export interface DayEnergy {
  device_no: number
  date: string
  /** Steps that touch the day, accepted ones. */
  steps: number
  inside_kwh: number
  crossing: CrossingStep[]
  spliced_kwh: number
  resets: number
  outliers: number
}

export interface DayCurve {
  device_no: number
  date: string
  samples: number
  daylight_bins: number
  first_ts: number | null
  first_power_w: number | null
  last_ts: number | null
  last_power_w: number | null
  /** Energy from mean power; null where a lifetime counter was sent, whose steps say it, also when there is none yet. */
  power_kwh: number | null
  /** As PostgreSQL writes an array; it goes back as it came. */
  quarter_w: string
}

/** How far new frames reach: from the fifth counter point before the first to the fifth after the last one. */
export async function findCounterReach(
  client: PoolClient,
  windows: readonly { deviceNo: number; first: number; last: number }[],
): Promise<{ before: number | null; after: number | null }[]> {
  const { rows } = await client.query<{ before: number | null; after: number | null }>(
    `select
       (select min(ts) from (select ts from device_sample s where s.device_no = w.device_no and ts < w.first_ts
          and energy_total_kwh is not null order by ts desc limit ${context}) x) as before,
       (select max(ts) from (select ts from device_sample s where s.device_no = w.device_no and ts > w.last_ts
          and energy_total_kwh is not null order by ts limit ${context}) x) as after
     from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) with ordinality
       as w (device_no, first_ts, last_ts, nth)
     order by nth`,
    [
      windows.map((window) => window.deviceNo),
      windows.map((window) => new Date(window.first)),
      windows.map((window) => new Date(window.last)),
    ],
  )
  return rows
}

export async function findDevicesWithCounter(client: PoolClient, deviceNos: readonly number[]): Promise<Set<number>> {
  const { rows } = await client.query<{ device_no: number }>(
    'select device_no from device_latest where device_no = any($1::integer[]) and counter_ts is not null',
    [deviceNos],
  )
  return new Set(rows.map((row) => row.device_no))
}

const dayInput = `day as (
    select * from unnest($1::integer[], $2::date[], $3::timestamptz[], $4::timestamptz[], $5::double precision[])
      as d (device_no, date, from_ts, to_ts, rated_kw)
  )`

const dayArrays = (days: readonly TouchedDay[]) => [
  days.map((day) => day.deviceNo),
  days.map((day) => day.date),
  days.map((day) => new Date(day.from)),
  days.map((day) => new Date(day.to)),
  days.map((day) => day.ratedW / 1000),
]

/** Energy of each day from the counter steps inside it; steps across midnight are listed for rules/energy.ts. */
export async function computeDayEnergies(client: PoolClient, days: readonly TouchedDay[]): Promise<DayEnergy[]> {
  const { rows } = await client.query<DayEnergy>(
    `with ${dayInput}, ${counterSteps},
     odd_count as (select device_no, date, count(*) as odd from odd_point group by device_no, date)
     select step.device_no, step.date,
       count(*) filter (where kind = 'ok') as steps,
       coalesce(sum(kwh order by t1) filter (where kind = 'ok' and t0 >= from_ts and t1 <= to_ts), 0) as inside_kwh,
       coalesce(json_agg(json_build_array(date_part('epoch', t0) * 1000, date_part('epoch', t1) * 1000, kwh) order by t1)
         filter (where kind = 'ok' and kwh > 0 and (t0 < from_ts or t1 > to_ts)), '[]') as crossing,
       coalesce(sum(-kwh order by t1) filter (where kind <> 'ok' and t1 > from_ts and t1 <= to_ts), 0) as spliced_kwh,
       count(*) filter (where kind = 'reset' and t1 > from_ts and t1 <= to_ts) as resets,
       count(*) filter (where kind = 'outlier' and t1 > from_ts and t1 <= to_ts) + coalesce(max(odd), 0) as outliers
     from step left join odd_count on odd_count.device_no = step.device_no and odd_count.date = step.date
     group by step.device_no, step.date`,
    dayArrays(days),
  )
  return rows
}

/** Sample counts, first and last sample and quarter-hour means of each day. */
export async function computeDayCurves(client: PoolClient, days: readonly TouchedDay[]): Promise<DayCurve[]> {
  const { rows } = await client.query<DayCurve>(
    `with day as (
       select * from unnest($1::integer[], $2::date[], $3::timestamptz[], $4::timestamptz[], $5::double precision[],
         $6::timestamptz[], $7::timestamptz[]) as d (device_no, date, from_ts, to_ts, rated_kw, sunrise, sunset)
     )
     select day.device_no, day.date, whole.*, quarters.quarter_w::text
     from day
     cross join lateral (
       select count(*) as samples,
         count(distinct date_bin('5 minutes', ts, day.from_ts)) filter (where ts >= sunrise and ts < sunset)
           as daylight_bins,
         min(ts) as first_ts, (array_agg(power_w order by ts))[1] as first_power_w,
         max(ts) as last_ts, (array_agg(power_w order by ts desc))[1] as last_power_w,
         case when not bool_or(counts) then sum(greatest(power_w, 0) * hours order by ts) / 1000 end as power_kwh
       from (
         select ts, power_w, energy_total_kwh is not null as counts,
           date_part('epoch', least(coalesce(lead(ts) over (order by ts) - ts, interval '5 minutes'),
             interval '10 minutes')) / 3600 as hours
         from device_sample s
         where s.device_no = day.device_no and s.ts >= day.from_ts and s.ts < day.to_ts
       ) sample
     ) whole
     cross join lateral (
       select coalesce(array_agg(mean.power_w order by quarter), '{}') as quarter_w
       from generate_series(day.from_ts, day.to_ts - interval '1 second', interval '15 minutes') as quarter
       left join (
         select date_bin('15 minutes', ts, day.from_ts) as at, avg(power_w order by ts)::real as power_w
         from device_sample s
         where s.device_no = day.device_no and s.ts >= day.from_ts and s.ts < day.to_ts
         group by 1
       ) mean on mean.at = quarter
     ) quarters`,
    [
      ...dayArrays(days),
      days.map((day) => (day.sunrise === null ? null : new Date(day.sunrise))),
      days.map((day) => (day.sunset === null ? null : new Date(day.sunset))),
    ],
  )
  return rows
}

export interface DayRollUp extends DayCurve {
  energy_kwh: number | null
  spliced_kwh: number
  resets: number
  outliers: number
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
] as const

/**
 * A day is never replaced by one that was computed from fewer samples: where the raw ones were dropped after their
 * time, a late frame does not undo what they said.
 */
export async function upsertDeviceDays(client: PoolClient, stationId: string, rollUps: readonly DayRollUp[]) {
  const instants = new Set<string>(['first_ts', 'last_ts'])
  const names = dayColumns.map(([name]) => name)
  await client.query(
    `insert into device_day (station_id, ${names.join(', ')})
     select $1, ${names.map((name) => (name === 'quarter_w' ? 'quarter_w::real[]' : name)).join(', ')}
     from unnest(${dayColumns.map(([, type], index) => `$${index + 2}::${type}[]`).join(', ')}) as d (${names.join(', ')})
     on conflict (device_no, date) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
       where excluded.samples >= device_day.samples`,
    [
      stationId,
      ...names.map((name) =>
        rollUps.map((day) => {
          const value = day[name]
          return instants.has(name) && typeof value === 'number' ? new Date(value) : value
        }),
      ),
    ],
  )
}

/** A device's silence is its own for so many days after its last frame. */
const silenceDays = 30

/**
 * Energy of the station's days, after `upsertDeviceDays`. Everything else about them is due to be analysed, and about
 * the days after them, too: whether a device's silence there is its own depends on when it was heard before.
 */
export async function upsertStationDays(
  client: PoolClient,
  stationId: string,
  dates: readonly string[],
  now: number,
): Promise<void> {
  await client.query(
    `insert into station_day (station_id, date, energy_kwh, due_at)
     select $1, date, (select sum(energy_kwh order by device_no) from device_day
       where station_id = $1 and device_day.date = day.date), $3
     from unnest($2::date[]) as day (date)
     on conflict (station_id, date) do update set energy_kwh = excluded.energy_kwh, due_at = excluded.due_at`,
    [stationId, dates, new Date(now)],
  )
  await client.query(
    `update station_day set due_at = $3 from (select min(date) as first, max(date) as last from unnest($2::date[]) as date) touched
     where station_id = $1 and due_at is null and date > first and date <= last + ${silenceDays}`,
    [stationId, dates, new Date(now)],
  )
}
