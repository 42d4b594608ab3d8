import { query, type Session } from '../../database/session.ts'
import type { CapacitySpan } from '../../figure/capacity.ts'

/**
 * When each device was in operation at these stations, and with which capacity; includes removed devices. See
 * CapacitySpan. The day of a replacement belongs to the new inverter.
 */
export async function findCapacitySpans(db: Session, stationIds: readonly string[]): Promise<CapacitySpan[]> {
  const { rows } = await query<CapacitySpan>(
    db,
    `with own as (
       select device.no, device.station_id, device.capacity_kwp, station.time_zone,
         least(device.installed_on, (select min(date) from device_day where device_no = device.no and samples > 0)) as first,
         ((device.removed_at - interval '1 millisecond') at time zone station.time_zone)::date as last
       from device join station on station.id = device.station_id
       where device.station_id = any($1::uuid[])
     ), size as (
       select own.no, former.capacity_kwp, (former.until at time zone own.time_zone)::date - 1 as until
       from own join former_serial former on former.device_no = own.no
       where former.capacity_kwp is not null
     ), piece as (
       select own.no as device_no, own.station_id, coalesce(size.capacity_kwp, own.capacity_kwp) as kwp,
         greatest(own.first, lag(size.until) over (partition by own.no order by size.until nulls last) + 1) as from,
         least(own.last, size.until) as to
       from own left join (select * from size union all select no, null, null from own) size on size.no = own.no
     )
     select device_no, station_id, kwp, "from", "to" from piece where "to" is null or "from" <= "to"
     order by station_id, device_no, "from"`,
    [stationIds],
  )
  return rows
}
