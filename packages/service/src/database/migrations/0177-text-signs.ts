import { type Kysely, sql } from 'kysely'

/**
 * Single characters and pairs of a text, in lower case: most Chinese words are that short, and pg_trgm needs three
 * characters. The indexes are created afterwards (fill.ts).
 */
async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function signs_of(text) returns text[] language sql immutable strict parallel safe as $$
      select array(select distinct substr(lower($1), place, size)
        from generate_series(1, length(lower($1))) place, generate_series(1, 2) size
        where place + size <= length(lower($1)) + 1)
    $$`.execute(db)
}

async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function signs_of(text) cascade`.execute(db)
}

export const textSigns = { up, down }
