import { type Kysely, sql } from 'kysely'

/**
 * Pictures and export files may be objects of a bucket, which `object_key` names. `object_due` holds the objects that
 * have to be removed: a row is there before its object is, until a picture or an export names it, and again from when
 * that row goes, whatever deletes it. `-infinity`: at once, and nothing may name it any more.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table object_due (key text primary key, remove_at timestamptz not null)`.execute(db)
  await sql`create index object_due_at on object_due (remove_at)`.execute(db)
  // Not validated: that would read every picture while nobody may write, and each has its bytes.
  await sql`
    alter table picture
      alter column bytes drop not null,
      add column object_key text,
      add constraint picture_place check (num_nonnulls(bytes, object_key) = 1) not valid`.execute(db)
  await sql`create unique index picture_object on picture (object_key) where object_key is not null`.execute(db)
  await sql`alter table export_task add column object_key text`.execute(db)
  // Security definer: the previous version deletes meanwhile, without rights on the new table.
  await sql`
    create function leave_object() returns trigger
      language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into object_due (key, remove_at) values (old.object_key, '-infinity')
        on conflict (key) do update set remove_at = excluded.remove_at;
      return null;
    end $$`.execute(db)
  for (const table of ['picture', 'export_task']) {
    await sql
      .raw(
        `create trigger leave_object after delete on ${table} for each row
         when (old.object_key is not null) execute function leave_object()`,
      )
      .execute(db)
    await sql
      .raw(
        `create trigger change_object after update of object_key on ${table} for each row
         when (old.object_key is not null and old.object_key is distinct from new.object_key)
         execute function leave_object()`,
      )
      .execute(db)
  }
}

/** Pictures in the bucket are lost to the version before, which knows none. */
async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from export_task where object_key is not null`.execute(db)
  await sql`delete from picture where object_key is not null`.execute(db)
  for (const table of ['picture', 'export_task'])
    await sql.raw(`drop trigger change_object on ${table}; drop trigger leave_object on ${table}`).execute(db)
  await sql`drop function leave_object()`.execute(db)
  await sql`alter table export_task drop column object_key`.execute(db)
  await sql`
    alter table picture drop constraint picture_place, drop column object_key, alter column bytes set not null`.execute(
    db,
  )
  await sql`drop table object_due`.execute(db)
}

export const fileObjects = { up, down }
