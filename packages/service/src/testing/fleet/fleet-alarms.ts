import type { Person, TestPortal } from '../test-portal.ts'

/** Inserts alarms of each device, a minute apart, each in its own group. */
export async function addFleetAlarms(
  { ownerDb }: TestPortal,
  { accountId }: Pick<Person, 'accountId'>,
  { each, codes, isOpen }: { each: number; codes: string[]; isOpen: boolean },
) {
  await ownerDb.pool.query(
    `with own as materialized (
       select device.no, device.station_id, row_number() over () as nth, gen_random_uuid() as group_id
       from device join station on station.id = device.station_id, generate_series(1, $2)
       where station.account_id = $1
     ), made as (
       insert into alarm_group (id, station_id, code)
       select group_id, station_id, ($3::text[])[1 + nth % cardinality($3)] from own returning id, code
     )
     insert into alarm (device_no, code, source, raised_at, cleared_at, group_id)
     select no, made.code, 'device', timestamptz '2026-06-10T09:00:00Z' - nth * interval '1 minute',
       case when not $4 then timestamptz '2026-06-10T09:30:00Z' end, group_id
     from own join made on made.id = own.group_id`,
    [accountId, each, codes, isOpen],
  )
  // Keeps the service from recomputing the lists' figures of today.
  await ownerDb.pool.query('delete from station_due where account_id = $1', [accountId])
}
