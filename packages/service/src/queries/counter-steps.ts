/**
 * The one rule of energy from lifetime counters, as SQL.
 *
 * A step is the difference of two neighbouring counter points of a device. It is refused when it is negative
 * (`reset`) or more than the device can have produced (`outlier`: rated power x time x 1.2, plus 1 kWh, the
 * resolution of the counter's register). A single point that its two neighbours contradict while they agree with each
 * other (a spike or a dip such as 4.33, 0, 4.34) is left out, and the step goes from neighbour to neighbour. Counters of
 * two inverters, of which one took the place of the other, have nothing to do with each other: that step is a `reset`.
 *
 * The rule looks at no more than four points on either side of a step, so a day's energy depends on its own points
 * and `context` points before and after it, and not on the order in which they arrived.
 */
export const context = 5

/** Greatest plausible energy in kWh between two instants, for a rated power in kW. */
const limit = (from: string, to: string) => `(rated_kw * 1.2 * date_part('epoch', ${to} - ${from}) / 3600 + 1)`

/**
 * CTEs `point`, `step` and `odd_point` for a preceding CTE
 * `day (device_no, date, from_ts, to_ts, rated_kw)`, one row per device and local day:
 * `step (device_no, date, from_ts, to_ts, t0, t1, kwh, kind)`: every step that touches [from_ts, to_ts];
 * `odd_point (device_no, date, ts)`: points that were left out.
 */
export const counterSteps = `
  point as (
    select day.*, p.ts, p.kwh,
      case when swap.at = '{}' then 0 else (select count(*) from unnest(swap.at) as s where s <= p.ts) end as inverter
    from day
    cross join lateral (
      select array(select until from former_serial f where f.device_no = day.device_no) as at
    ) swap
    cross join lateral (
      (select ts, energy_total_kwh as kwh from device_sample s
       where s.device_no = day.device_no and s.ts < day.from_ts and energy_total_kwh is not null
       order by ts desc limit ${context})
      union all
      (select ts, energy_total_kwh from device_sample s
       where s.device_no = day.device_no and s.ts >= day.from_ts and s.ts <= day.to_ts and energy_total_kwh is not null)
      union all
      (select ts, energy_total_kwh from device_sample s
       where s.device_no = day.device_no and s.ts > day.to_ts and energy_total_kwh is not null
       order by ts limit ${context})
    ) p
  ),
  neighbour as (
    select *, lag(kwh) over w as kwh_before, lag(ts) over w as ts_before,
      lead(kwh) over w as kwh_after, lead(ts) over w as ts_after
    from point window w as (partition by device_no, date, inverter order by ts)
  ),
  judged as (
    select *, coalesce((kwh < kwh_before or kwh > kwh_after) and kwh_after >= kwh_before
      and kwh_after - kwh_before <= ${limit('ts_before', 'ts_after')}, false) as odd
    from neighbour
  ),
  lonely as (
    select *, odd and not lag(odd, 1, false) over w and not lead(odd, 1, false) over w as left_out
    from judged window w as (partition by device_no, date, inverter order by ts)
  ),
  odd_point as (
    select device_no, date, ts from lonely where left_out and ts >= from_ts and ts < to_ts
  ),
  kept as (
    select device_no, date, from_ts, to_ts, rated_kw, ts as t1, lag(ts) over w as t0, kwh - lag(kwh) over w as kwh,
      inverter <> lag(inverter) over w as swapped
    from lonely where not left_out window w as (partition by device_no, date order by ts)
  ),
  step as (
    select *, case when kwh < 0 or swapped then 'reset' when kwh > ${limit('t0', 't1')} then 'outlier' else 'ok' end as kind
    from kept where t0 is not null and t1 > from_ts and t0 < to_ts
  )`
