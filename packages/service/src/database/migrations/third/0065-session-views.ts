import { type Kysely, sql } from 'kysely'

/**
 * A session in which one account views the portal as another account sees it. It belongs to the viewed account, names
 * the viewer's session, and is deleted with that.
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
