import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Recomputes days whose energy an earlier version undercounted, where their samples still exist, by the job of due
 * roll-ups, one day per transaction. These are days on which a counter stood still despite power, or lost energy around
 * an outlier, each with the day after it; and days whose first frame has power: where frames are off the 5-minute grid,
 * the energy of the last frame before midnight was left out.
 */
async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    insert into due_roll_up (device_no, from_ts, to_ts)
    select day.device_no, day.first_ts, least(day.last_ts + interval '24 hours', greatest(now(), day.last_ts))
    from device_day day join device on device.no = day.device_no
    where not day.is_kept and day.first_ts is not null and (
      day.outliers > 0
      or day.first_power_w > 0
      or exists (select from unnest(day.quarter_w, day.quarter_kwh) as quarter (w, kwh)
        where quarter.kwh = 0 and quarter.w > 0.01 * device.rated_power_w))
    on conflict (device_no, from_ts) do update set to_ts = greatest(due_roll_up.to_ts, excluded.to_ts)`.execute(db)
}

/** Due days stay due. */
async function down(): Promise<void> {}

export const untoldDays = { up, down }
