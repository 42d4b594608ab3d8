import { query, type Session } from '../../database/session.ts'

/** Lifetime counter at an instant: [epoch ms, kWh]. */
export type CounterPoint = [at: number, kwh: number]

/** What of a lifetime counter lies around one local day, oldest first. */
export interface CounterContext {
  device_no: number
  /** Points before the day and from its end on, as many as the rule of rules/counter-steps.ts looks at. */
  before: CounterPoint[]
  after: CounterPoint[]
  /** When another inverter took the device's place, epoch ms. */
  swaps: number[]
}

/** Points on either side of a day that can decide about its steps. */
export const contextPoints = 5

const ms = (instant: string) => `date_part('epoch', ${instant}) * 1000`

/** For a row `day (device_no, from_ts, to_ts, counts)`: columns before, after, swaps. */
export const contextLateral = `
  cross join lateral (
    select coalesce(json_agg(json_build_array(${ms('ts')}, kwh) order by ts), '[]') as before
    from (select ts, energy_total_kwh as kwh from device_sample s
      where day.counts and s.device_no = day.device_no and s.ts < day.from_ts and energy_total_kwh is not null
      order by ts desc limit ${contextPoints}) x
  ) before
  cross join lateral (
    select coalesce(json_agg(json_build_array(${ms('ts')}, kwh) order by ts), '[]') as after
    from (select ts, energy_total_kwh as kwh from device_sample s
      where day.counts and s.device_no = day.device_no and s.ts >= day.to_ts and energy_total_kwh is not null
      order by ts limit ${contextPoints}) x
  ) after
  cross join lateral (
    select coalesce(json_agg(${ms('until')} order by until), '[]') as swaps
    from former_serial f where f.device_no = day.device_no
  ) swaps`

/** Context of one day of several devices that send a lifetime counter. */
export async function findCounterContexts(
  db: Session,
  deviceNos: readonly number[],
  day: { from: number; to: number },
): Promise<CounterContext[]> {
  if (deviceNos.length === 0) return []
  const { rows } = await query<CounterContext>(
    db,
    `with day as (select device_no, $2::timestamptz as from_ts, $3::timestamptz as to_ts, true as counts
       from unnest($1::integer[]) as d (device_no))
     select day.device_no, before.before, after.after, swaps.swaps from day ${contextLateral}`,
    [deviceNos, new Date(day.from), new Date(day.to)],
  )
  return rows
}
