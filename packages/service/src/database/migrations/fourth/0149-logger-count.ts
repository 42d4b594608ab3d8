import { type Kysely, sql } from 'kysely'

const here = (row: string) => `${row}.deleted_at is null`
/** Only these columns: every batch updates the row of its logger. */
const changes: [event: string, of: string, steps: string][] = [
  ['insert', '', `select new.account_id, 1 where ${here('new')}`],
  ['delete', '', `select old.account_id, -1 where ${here('old')}`],
  [
    'update',
    ' of account_id, deleted_at',
    `select new.account_id, 1 where ${here('new')} union all select old.account_id, -1 where ${here('old')}`,
  ],
]

/** Keeps the count of an account's loggers by triggers: each page of the list had to count all rows. */
async function up(db: Kysely<unknown>): Promise<void> {
  for (const [event, of, steps] of changes) {
    const name = `count_logger_${event}`
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$
         begin
           insert into fleet_count
           select account_id, 'logger', '', sum(step) from (${steps}) own (account_id, step)
           group by 1 having sum(step) <> 0 order by 1
           on conflict (account_id, kind, status) do update set count = fleet_count.count + excluded.count;
           return null;
         end $$`,
      )
      .execute(db)
    await sql
      .raw(`create trigger ${name} after ${event}${of} on logger for each row execute function ${name}()`)
      .execute(db)
  }
  await sql`
    insert into fleet_count select account_id, 'logger', '', count(*) from logger where deleted_at is null group by 1`.execute(
    db,
  )
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const [event] of changes) await sql.raw(`drop function count_logger_${event}() cascade`).execute(db)
  await sql`delete from fleet_count where kind = 'logger'`.execute(db)
}

export const loggerCount = { up, down }
