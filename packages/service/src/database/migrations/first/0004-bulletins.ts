import { type Kysely, sql } from 'kysely'

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bulletin (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('news', 'download')),
      locale text not null,
      title text not null,
      body text not null,
      url text not null,
      published_at timestamptz not null
    )`.execute(db)
  await sql`create index bulletin_kind on bulletin (kind, locale, published_at desc)`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table bulletin`.execute(db)
}

export const bulletins = { up, down }
