import { sql } from 'kysely'
import { builder, type Session } from '../../database/session.ts'

/** Hours at each level of active power over the days from `from` on, from the means of quarter-hours. */
export async function findSeasons(db: Session, stationId: string, from: string, levels: number, levelShare: number) {
  const { rows } = await sql<{ id: string; days: number; level: number; hours: number }>`
    select device.id, days.days, least(floor(quarter.w / (device.rated_power_w * ${levelShare}))::int, ${levels - 1}) as level,
      (count(*) * 0.25 / days.days)::float8 as hours
    from device
    join lateral (
      select count(*)::int as days from device_day
      where device_no = device.no and date >= ${from}::date and cardinality(quarter_w) > 0 and energy_kwh is not null
    ) days on days.days > 0
    join device_day on device_day.device_no = device.no and device_day.date >= ${from}::date
      and device_day.energy_kwh is not null
    cross join lateral unnest(device_day.quarter_w) as quarter (w)
    where device.station_id = ${stationId}::uuid and device.removed_at is null and quarter.w > 0
    group by device.id, days.days, level`.execute(builder(db))
  return rows
}
