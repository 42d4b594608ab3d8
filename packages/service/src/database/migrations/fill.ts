import { type Kysely, sql } from 'kysely'

/** Of so many the locks are held for some hundredths of a second. */
export const fillAtOnce = 500
/** Any number that no other lock has. */
const lockKey = 14_800

/** Does one of the steps, again where others hold what it needs. */
type LetIn = <T>(step: () => Promise<T>) => Promise<T>

/**
 * What migrations left to be worked out behind them, in transactions of its own, so that loggers of a portal that serves
 * meanwhile are let in between. Killed, it goes on where it was; done, it looks and goes.
 */
export async function fill<T>(db: Kysely<T>, whenLetIn: LetIn): Promise<void> {
  while (await whenLetIn(() => fillCards(db)));
  await whenLetIn(() => indexSigns(db))
  await whenLetIn(() => indexTexts(db))
}

/** Begins a transaction that waits for no lock longer than a migration does, one at a time. */
function step<T, R>(db: Kysely<T>, work: (tx: Kysely<T>) => Promise<R>): Promise<R> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    await sql`select set_config('lock_timeout', '500ms', true)`.execute(tx)
    return work(tx)
  })
}

/** Cards of groups of alarms that are due since 0148-alarm-cards; whether there were some. */
const fillCards = <T>(db: Kysely<T>) =>
  step(db, async (tx) => {
    const { rows } = await sql<{ group_id: string }>`
      delete from alarm_card_due where group_id in (select group_id from alarm_card_due order by group_id limit ${fillAtOnce})
      returning group_id`.execute(tx)
    if (rows.length === 0) return false
    await sql`select keep_alarm_cards(${rows.map(({ group_id }) => group_id)}::uuid[])`.execute(tx)
    return true
  })

/**
 * Whose signs are found: of the lists, and of alarms, among them those of inverters that stand nowhere any more. Those that
 * stand somewhere have theirs in the index of the lists: of twenty thousand one more took seconds to write.
 */
const signed: Record<string, { text: string; where?: string }> = {
  station_text: { text: 'search_text' },
  device_text: { text: 'search_text' },
  station: { text: 'name' },
  device: { text: "name || ' ' || serial", where: 'removed_at is not null or station_id is null' },
}

/** Indexes of the signs of what stations and devices are searched by: of words of one or two. */
const indexSigns = <T>(db: Kysely<T>) =>
  step(db, async (tx) => {
    // "if not exists" would wait for who writes there, at each start.
    const { rows } = await sql<{ missing: string }>`
      select missing from unnest(${Object.keys(signed)}::text[]) own (missing)
      where to_regclass(missing || '_signs') is null`.execute(tx)
    for (const { missing } of rows) {
      const { text = '', where = 'true' } = signed[missing] ?? {}
      await sql
        .raw(
          `create index ${missing}_signs on ${missing} using gin (signs_of(${text})) with (fastupdate = off) where ${where}`,
        )
        .execute(tx)
    }
  })

/** What is searched, of the lists and of alarms, among them those of inverters that were removed. */
const searched: Record<string, readonly string[]> = {
  station_text: ['search_text'],
  device_text: ['search_text'],
  station: ['name'],
  device: ['name', 'serial'],
}

/**
 * Indexes of what stations and devices are searched by, from three signs on. pg_trgm is a trusted extension: who owns
 * the database may have it, where its server has the files. Texts are seldom written: nothing is left for a vacuum to
 * sort in, which each search would read. Without it a search looks at every text of the account;
 * where an administrator brings it later, the next migration makes the indexes.
 */
const indexTexts = <T>(db: Kysely<T>) =>
  step(db, async (tx) => {
    const { rows } = await sql<{ missing: string }>`
      select missing from unnest(${Object.keys(searched)}::text[]) own (missing)
      where to_regclass(missing || '_pieces') is null`.execute(tx)
    if (rows.length === 0) return
    await sql`
      do $$ begin
        create extension if not exists pg_trgm schema public;
      exception when insufficient_privilege or feature_not_supported or undefined_file then null;
      end $$`.execute(tx)
    const { rows: known } = await sql<{ schema: string }>`
      select quote_ident(nspname) as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
      where extname = 'pg_trgm'`.execute(tx)
    const [place] = known
    if (!place) return
    for (const { missing } of rows) {
      const columns = (searched[missing] ?? []).map((column) => `${column} ${place.schema}.gin_trgm_ops`)
      await sql
        .raw(`create index ${missing}_pieces on ${missing} using gin (${columns.join(', ')}) with (fastupdate = off)`)
        .execute(tx)
    }
  })
