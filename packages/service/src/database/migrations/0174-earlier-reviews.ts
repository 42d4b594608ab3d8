import { type Kysely, sql } from 'kysely'

/** Former reviews of the verdicts about strings, which later reviews replaced. */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table iv_review_earlier (
      id bigint generated always as identity primary key,
      iv_scan_id uuid not null references iv_scan on delete cascade,
      mppt smallint not null,
      string smallint not null,
      verdict text not null,
      says text not null,
      note text not null,
      account_id uuid references account on delete set null,
      at timestamptz not null
    )`.execute(db)
  await sql`create index iv_review_earlier_scan on iv_review_earlier (iv_scan_id, mppt, string)`.execute(db)
  await sql`create index iv_review_earlier_account on iv_review_earlier (account_id)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table iv_review_earlier`.execute(db)
}

export const earlierReviews = { up, down }
