import type { Reach } from '../../access/queries/access.ts'
import { query, type Session } from '../../database/session.ts'

/** One place in the ranking of a day; `rank` null: nothing is known of it. */
export interface DayPlace {
  id: string
  station_id: string
  rank: number | null
}

interface DayRanking {
  of: 'stations' | 'devices'
  /** A day that has begun everywhere. */
  date: string
  stationId: string | undefined
}

const firstMeasured = '(select min(date) from device_day where device_no = device.no and samples > 0)'
const lastDay = `((device.removed_at - interval '1 millisecond') at time zone own.time_zone)::date`
/** Capacity on $1 of a device that was in operation then, else null; the rule is that of findCapacitySpans. */
const kwpThen = `case when (device.removed_at is null or ${lastDay} >= $1::date)
    and (device.installed_on <= $1::date or ${firstMeasured} <= $1::date)
  then coalesce((
    select former.capacity_kwp from former_serial former
    where former.device_no = device.no and former.capacity_kwp is not null
      and (former.until at time zone own.time_zone)::date - 1 >= $1::date
    order by former.until limit 1
  ), device.capacity_kwp) end`
/** Whether a station has ever had a device in operation. */
const everHad = `exists (select from device where device.station_id = own.id and (device.removed_at is null
  or device.installed_on <= ${lastDay} or ${firstMeasured} <= ${lastDay}))`

const entries = {
  stations: `
    select own.id, own.id as station_id, own.sort_number, own.name_key, 0 as device_number, '' as device_key,
      (select energy_kwh from station_day where station_id = own.id and date = $1::date) as energy_kwh,
      coalesce((select sum(${kwpThen} order by device.no) from device where device.station_id = own.id),
        case when not ${everHad} then own.capacity_kwp end) as kwp
    from own`,
  devices: `
    select device.id, own.id as station_id, own.sort_number, own.name_key, device.sort_number as device_number,
      lower(device.name) as device_key,
      (select energy_kwh from device_day where device_no = device.no and date = $1::date) as energy_kwh,
      coalesce(${kwpThen}, device.capacity_kwp) as kwp
    from own join device on device.station_id = own.id and device.removed_at is null`,
}

/**
 * One page of the ranking of a day, best first. Of each place only the columns of its order are read. Equal places
 * stand in the order of the list.
 */
export async function findDayPlaces(
  db: Session,
  { ownerId, stationIds }: Reach,
  { of, date, stationId }: DayRanking,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: DayPlace[]; total: number }> {
  const { rows } = await query<{ total: number } & (DayPlace | { id: null })>(
    db,
    `with own as (
       select id, capacity_kwp, time_zone, sort_number, lower(name) as name_key from station
       where (account_id = $2::uuid or id = any($3::uuid[])) and ($4::uuid is null or id = $4)
     -- Each expression is computed once: "offset 0" keeps the planner from inlining the subquery.
     ), entry as materialized (
       select *, case when kwp > 0 then energy_kwh / kwp end as yield from (${entries[of]} offset 0) known
     )
     select counted.total, page.*
     from (select count(*)::integer as total from entry) counted left join (
       select id, station_id, case when yield is not null then rank() over (order by yield desc nulls last) end as rank,
         row_number() over (order by yield desc nulls last, sort_number, name_key, station_id, device_number, device_key, id)
           as nth
       from entry order by nth limit $5 offset $6
     ) page on true order by page.nth`,
    [date, ownerId, stationIds, stationId ?? null, limit, offset],
  )
  const shown = rows.flatMap((row) =>
    row.id === null ? [] : { ...row, rank: row.rank === null ? null : Number(row.rank) },
  )
  return { rows: shown, total: rows[0]?.total ?? 0 }
}
