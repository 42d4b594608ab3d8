import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'

/**
 * Loss of an open alarm up to a day, so that its loss is updated without reading its former days. Days with frames off
 * the 5-minute grid and another interval than 5 minutes are recomputed where their samples still exist: each frame now
 * counts for its own interval.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alarm add column settled_loss jsonb`.execute(db)
  await markBesideGrid(db)
}

/** The job of due roll-ups recomputes them, one day per transaction. */
async function markBesideGrid(db: QueryExecutorProvider): Promise<void> {
  await sql`
    insert into due_roll_up (device_no, from_ts, to_ts)
    select day.device_no, day.first_ts, day.last_ts
    from device_day day join device_latest latest on latest.device_no = day.device_no
    where not day.is_kept and day.first_ts is not null and day.last_ts is not null
      and abs(latest.interval_s - 300) > 30 and extract(epoch from day.first_ts)::numeric % 300 <> 0
    on conflict (device_no, from_ts) do update set to_ts = greatest(due_roll_up.to_ts, excluded.to_ts)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alarm drop column settled_loss`.execute(db)
}

export const settledLosses = { up, down, markBesideGrid }
