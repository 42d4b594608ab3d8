import { query, type Session } from '../../database/session.ts'

/** Lifetime counter at an instant: [epoch ms, kWh]. */
export type CounterPoint = [at: number, kwh: number]

/** Data around one local day of a device, oldest first. */
export interface DayContext {
  device_no: number
  /** Instants of the frames before the day (epoch ms), which show the interval. */
  former: number[]
  /** Points before the day and from its end on, as many as energy/day/counter/counter-steps.ts needs. */
  before: CounterPoint[]
  after: CounterPoint[]
  /** When the inverter was replaced, epoch ms. */
  swaps: number[]
  /** Stretches (epoch ms) whose counter values a person accepted. */
  accepted: [from: number, to: number][]
}

/** Points on each side of a day that the judgement of its steps needs. */
export const contextPoints = 5
/** Frames before a day that show its interval where the day has too few. */
export const formerFrames = 6
/** Older frames are not representative of the day. */
const formerDays = 3

const ms = (instant: string) => `date_part('epoch', ${instant}) * 1000`

/**
 * A kept day (its samples are dropped) between two points already contains its share of their step. So points before
 * the last kept day before an instant, or after the first kept day from an instant on, are not used.
 */
export const firstPointBefore = (of: string, instant: string) => `coalesce((
  select kept.first_ts from device_day kept
  where kept.device_no = ${of}.device_no and kept.is_kept and kept.first_ts < ${instant}
  order by kept.first_ts desc limit 1), '-infinity')`
export const lastPointAfter = (of: string, instant: string) => `coalesce((
  select kept.last_ts from device_day kept
  where kept.device_no = ${of}.device_no and kept.is_kept and kept.first_ts >= ${instant}
  order by kept.first_ts limit 1), 'infinity')`

/**
 * Rows `given (device_no, from_ts, to_ts, counts)` with data of small tables added. Look-ups of many devices in samples
 * start from `sample_device`, because samples may be distributed over several machines.
 */
export const dayOf = (given: string) => `
  select d.*, ${firstPointBefore('d', 'd.from_ts')} as least_ts, ${lastPointAfter('d', 'd.to_ts')} as most_ts,
    (select coalesce(json_agg(${ms('until')} order by until), '[]')
     from former_serial f where f.device_no = d.device_no) as swaps,
    (select coalesce(json_agg(json_build_array(${ms('a.from_ts')}, ${ms('a.to_ts')})), '[]')
     from accepted_value a where a.device_no = d.device_no and a.reason = 'counterStep') as accepted
  from ${given}`

/** Columns for a row `day` (see dayOf) and its device's row `own` of `sample_device`. */
export const contextColumns = `
  (select coalesce(json_agg(${ms('ts')} order by ts), '[]')
   from (select ts from device_sample s
     where s.device_no = own.device_no and s.ts < day.from_ts and s.ts >= day.from_ts - interval '${formerDays} days'
     order by ts desc limit ${formerFrames}) x) as former,
  (select coalesce(json_agg(json_build_array(${ms('ts')}, kwh) order by ts), '[]')
   from (select ts, energy_total_kwh as kwh from device_sample s
     where day.counts and s.device_no = own.device_no and s.ts < day.from_ts and energy_total_kwh is not null
       and s.ts >= day.least_ts
     order by ts desc limit ${contextPoints}) x) as before,
  (select coalesce(json_agg(json_build_array(${ms('ts')}, kwh) order by ts), '[]')
   from (select ts, energy_total_kwh as kwh from device_sample s
     where day.counts and s.device_no = own.device_no and s.ts >= day.to_ts and energy_total_kwh is not null
       and s.ts <= day.most_ts
     order by ts limit ${contextPoints}) x) as after,
  day.swaps, day.accepted`

/** Context of one day for several devices; counter points only for `counting` ones. */
export async function findDayContexts(
  db: Session,
  devices: readonly { no: number; counting: boolean }[],
  day: { from: number; to: number },
): Promise<DayContext[]> {
  if (devices.length === 0) return []
  const { rows } = await query<DayContext>(
    db,
    `with given as (select device_no, $2::timestamptz as from_ts, $3::timestamptz as to_ts, counts
       from unnest($1::integer[], $4::boolean[]) as d (device_no, counts)), day as (${dayOf('given d')})
     select day.device_no, ${contextColumns}
     from day join sample_device own on own.device_no = day.device_no where own.device_no = any($1::integer[])`,
    [devices.map(({ no }) => no), new Date(day.from), new Date(day.to), devices.map(({ counting }) => counting)],
  )
  return rows
}
