import { type Kysely, sql } from 'kysely'

/**
 * A session in which one account looks at the portal as another sees it: it is of the account that is looked at, names
 * the session of who looks, and goes with it.
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table session
      add column viewer_session_id uuid references session (id) on delete cascade`.execute(db)
  await sql`
    create index session_viewer on session (viewer_session_id) where viewer_session_id is not null`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from session where viewer_session_id is not null`.execute(db)
  await sql`alter table session drop column viewer_session_id`.execute(db)
}

export const sessionViews = { up, down }
