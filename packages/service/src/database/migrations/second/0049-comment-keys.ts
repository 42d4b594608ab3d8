import { type Kysely, sql } from 'kysely'

/** Idempotency keys of comments on many alarms. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alarm_comment add column key text`.execute(db)
  await sql`
    create unique index alarm_comment_key on alarm_comment (group_id, account_id, key) where key is not null`.execute(
    db,
  )
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index alarm_comment_key`.execute(db)
  await sql`alter table alarm_comment drop column key`.execute(db)
}

export const commentKeys = { up, down }
