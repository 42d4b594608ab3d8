import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Where frames are stamped at the end of their interval, the first frame after midnight belongs to the day before and
 * was left out: days whose samples still exist are recomputed.
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

/** The recomputed days stay valid. */
async function down(): Promise<void> {}

export const endStampedDays = { up, down }
