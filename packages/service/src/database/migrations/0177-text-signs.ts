import { type Kysely, sql } from 'kysely'

/**
 * Each sign of a text and each two side by side, in small letters: words of Chinese are mostly as short as that, and the
 * pieces of pg_trgm have three. The indexes are made behind it (fill.ts).
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
