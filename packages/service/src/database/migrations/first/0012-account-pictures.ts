import { type Kysely, sql } from 'kysely'

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column avatar_id uuid references picture on delete set null,
      add column logo_id uuid references picture on delete set null`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account drop column avatar_id, drop column logo_id`.execute(db)
}

export const accountPictures = { up, down }
