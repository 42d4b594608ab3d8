import { type Kysely, sql } from 'kysely'

/** Tables whose changes affect what an account may see, each with the account's column. */
const sources = [
  { table: 'station_share', on: ['insert', 'update', 'delete'], account: 'account_id' },
  { table: 'sub_account_station', on: ['insert', 'delete'], account: 'account_id' },
  { table: 'account', on: ['update'], account: 'id' },
] as const

/**
 * When an account last wrote, or its access last changed: for some seconds after that its reads use the writable server
 * instead of a replica.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_write (
      account_id uuid primary key references account on delete cascade,
      at timestamptz not null
    )`.execute(db)
  for (const { table, on, account } of sources) {
    await sql
      .raw(
        `create function note_${table}_write() returns trigger language plpgsql as $$
         begin
           insert into account_write
           select id, now() from account where id in (select ${account} from changed) order by id
           on conflict (account_id) do update set at = excluded.at;
           return null;
         end $$`,
      )
      .execute(db)
    for (const event of on) {
      await sql
        .raw(
          `create trigger note_${table}_write_${event} after ${event} on ${table}
           referencing ${event === 'delete' ? 'old' : 'new'} table as changed
           for each statement execute function note_${table}_write()`,
        )
        .execute(db)
    }
  }
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const { table } of sources) await sql.raw(`drop function note_${table}_write() cascade`).execute(db)
  await sql`drop table account_write`.execute(db)
}

export const accountWrites = { up, down }
