import type { Working } from '@helioport/contract'
import type { DaySpan } from '@helioport/time/node'
import type { Reach } from '../../access/queries/access.ts'
import { query, type Session } from '../../database/session.ts'

/** Each batch makes today and yesterday due for about a second: only a longer wait is reported. */
const patience = '2 minutes'

const always: DaySpan = { from: '-infinity', to: 'infinity' }

/**
 * Days of these stations whose sums are due: to be analysed, or affected by frames or a rebuild that a job processes.
 * Stations without due days are left out.
 */
export async function findWorking(
  db: Session,
  stationIds: readonly string[],
  now: number,
  span: DaySpan = always,
): Promise<Map<string, Working>> {
  const { rows } = await query<{ station_id: string; due: number; total: number }>(
    db,
    `with stretch as (
       select device_no, from_ts, to_ts from due_roll_up
       union all
       select device_no, greatest(from_ts, (select min(date) from device_day where device_no = rebuild.device_no)),
         (select max(date) from device_day where device_no = rebuild.device_no)
       from rebuild
     ), reached as (
       select station.id as station_id, (min(from_ts) at time zone min(time_zone))::date as first,
         (max(to_ts) at time zone min(time_zone))::date as last
       from stretch join device on device.no = stretch.device_no join station on station.id = device.station_id
       where station.id = any($1::uuid[]) group by station.id
     ), due as (
       select station_id, date from station_day join station on station.id = station_id
       where station_id = any($1::uuid[]) and due_at is not null and date between $3::date and $4::date
         and (date < ($2::timestamptz at time zone time_zone)::date - 1 or due_at < $2::timestamptz - interval '${patience}')
       union
       select station_id, date::date from reached
       cross join lateral generate_series(greatest(first, $3::date)::timestamp, least(last, $4::date), interval '1 day') as date
       where last is not null
     )
     select due.station_id, count(*) as due, greatest(count(*), (select count(*) from station_day
       where station_id = due.station_id and date between $3::date and $4::date)) as total
     from due group by 1`,
    [stationIds, new Date(now), span.from, span.to],
  )
  return new Map(rows.map((row) => [row.station_id, { doneDays: row.total - row.due, totalDays: row.total }]))
}

/** The same for all stations in reach; only the few with a due day are read. */
export async function findFleetWorking(db: Session, { ownerId, stationIds }: Reach, now: number) {
  const { rows } = await query<{ id: string }>(
    db,
    `select id from station
     where (account_id = $1 or id = any($2::uuid[])) and (
       exists (select from station_day where station_id = station.id and due_at is not null)
       or id in (
         select station_id from device where no in (select device_no from due_roll_up union all select device_no from rebuild)))`,
    [ownerId, stationIds],
  )
  return findWorking(
    db,
    rows.map(({ id }) => id),
    now,
  )
}

/** The same of several stations together; null: nothing is due. */
export function allWorking(working: ReadonlyMap<string, Working>): Working | null {
  if (working.size === 0) return null
  const sum = (key: keyof Working) => [...working.values()].reduce((all, own) => all + own[key], 0)
  return { doneDays: sum('doneDays'), totalDays: sum('totalDays') }
}
