import { type Kysely, sql } from 'kysely'

/** What was said of the strings of a scan, so that it is worked out once; `basis`: a hash of what it was made of. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table iv_judgement (
      iv_scan_id uuid primary key references iv_scan on delete cascade,
      basis text not null,
      judged jsonb not null
    )`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table iv_judgement`.execute(db)
}

export const ivJudgements = { up, down }
