import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * What the first frame after midnight tells of the day before, where frames are stamped at the end of their interval, was
 * left out: days whose samples are still there are computed anew.
 */
async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    insert into rebuild (device_no, from_ts)
    select device.no, to_timestamp(0) from device join logger on logger.id = device.logger_id
    where logger.stamp = 'end' and device.station_id is not null
    on conflict (device_no) do update set from_ts = excluded.from_ts`.execute(db)
  await sql`
    update station_day set due_at = now()
    from station_sensor own join logger on logger.no = own.logger_no
    where own.station_id = station_day.station_id and logger.stamp = 'end' and not station_day.is_kept`.execute(db)
}

/** Days that were computed anew are right without it, too. */
async function down(): Promise<void> {}

export const endStampedDays = { up, down }
