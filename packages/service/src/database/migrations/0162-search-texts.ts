import { type Kysely, sql } from 'kysely'

const kinds = ['station', 'device'] as const

/**
 * Search texts of stations and devices, in tables of their own: they change with a name only, while figures change with
 * every frame, which would also rewrite a trigram index. The index is created where the server supports it (fill.ts).
 */
async function up(db: Kysely<unknown>): Promise<void> {
  for (const kind of kinds) {
    await sql
      .raw(
        `create table ${kind}_text (
           ${kind}_id uuid primary key references ${kind}_figure on delete cascade,
           account_id uuid not null,
           search_text text not null
         )`,
      )
      .execute(db)
    await sql.raw(`create index on ${kind}_text (account_id)`).execute(db)
    await keepTexts(db, kind)
    await sql.raw(`insert into ${kind}_text select ${kind}_id, account_id, search_text from ${kind}_figure`).execute(db)
  }
  // Missing where an earlier form of 0148 ran. Checked first: on Citus, "if not exists" waits for the table's lock.
  const { rows: due } = await sql`select where to_regclass('alarm_card_due') is null`.execute(db)
  if (due.length > 0) await sql`create table alarm_card_due (group_id uuid primary key)`.execute(db)
}

/** Security definer: the previous version writes meanwhile, and its role has no rights on the new tables. */
async function keepTexts(db: Kysely<unknown>, kind: (typeof kinds)[number]): Promise<void> {
  await sql
    .raw(
      `create function keep_${kind}_text() returns trigger
       language plpgsql security definer set search_path = public, pg_temp as $$
       begin
         insert into ${kind}_text values (new.${kind}_id, new.account_id, new.search_text)
         on conflict (${kind}_id) do update set account_id = excluded.account_id, search_text = excluded.search_text;
         return null;
       end $$`,
    )
    .execute(db)
  const keep = `for each row execute function keep_${kind}_text()`
  const changed = '(old.account_id, old.search_text) is distinct from (new.account_id, new.search_text)'
  for (const trigger of [
    `keep_${kind}_text_insert after insert on ${kind}_figure ${keep}`,
    `keep_${kind}_text_update after update on ${kind}_figure ${keep.replace('execute', `when (${changed}) execute`)}`,
  ])
    await sql.raw(`create trigger ${trigger}`).execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  for (const kind of kinds) {
    await sql.raw(`drop function keep_${kind}_text() cascade`).execute(db)
    await sql.raw(`drop table ${kind}_text`).execute(db)
  }
}

export const searchTexts = { up, down }
