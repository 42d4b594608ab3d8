import { type Kysely, sql } from 'kysely'

/** Recomputes days on which a counter restarted or jumped: these steps are now judged by power. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into due_roll_up (device_no, from_ts, to_ts)
    select device_no, first_ts, last_ts from device_day
    where resets + outliers > 0 and not is_kept and first_ts is not null
    on conflict (device_no, from_ts) do update set to_ts = greatest(due_roll_up.to_ts, excluded.to_ts)`.execute(db)
}

/** Due days stay due. */
async function down(): Promise<void> {}

export const restartedCounters = { up, down }
