import { type Kysely, sql } from 'kysely'

/** People's reviews of the verdicts about strings. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table iv_review (
      iv_scan_id uuid not null references iv_scan on delete cascade,
      mppt smallint not null,
      string smallint not null,
      verdict text not null,
      says text not null,
      note text not null,
      account_id uuid references account on delete set null,
      at timestamptz not null,
      primary key (iv_scan_id, mppt, string)
    )`.execute(db)
  await sql`create index iv_review_account on iv_review (account_id)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table iv_review`.execute(db)
}

export const ivReviews = { up, down }
