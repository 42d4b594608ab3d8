import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, type Session } from '../../database/session.ts'

/** Hours at each level of active power over the last whole days of the station, from the means of quarter-hours. */
export async function findSeasons(
  db: Session,
  stationId: string,
  now: number,
  of: { days: number; levels: number; levelShare: number },
) {
  const { rows } = await sql<{ id: string; days: number; level: number; hours: number }>`
    with season as (
      select device.id, device.rated_power_w, device_day.quarter_w,
        (count(*) over (partition by device.id))::int as days
      from device
      join station on station.id = device.station_id
      cross join lateral (select (${instant(now)} at time zone station.time_zone)::date as date) as today
      join device_day on device_day.device_no = device.no and device_day.date < today.date
        and device_day.date >= today.date - ${of.days}::int
      where device.station_id = ${stationId}::uuid and device.removed_at is null
        and device_day.energy_kwh is not null and cardinality(device_day.quarter_w) > 0
    )
    select id, days, least(floor(quarter.w / (rated_power_w * ${of.levelShare}::float8))::int, ${of.levels - 1}::int) as level,
      (count(*) * 0.25 / days)::float8 as hours
    from season
    cross join lateral unnest(quarter_w) as quarter (w)
    where quarter.w > 0
    group by id, days, level`.execute(builder(db))
  return rows
}
