import { type Kysely, sql } from 'kysely'

/** Batch size: locks are held for some hundredths of a second. */
export const fillAtOnce = 500
/** Any number that no other advisory lock uses. */
const lockKey = 14_800

/** Runs a step, with retries while it fails on a busy lock or a deadlock. */
type LetIn = <T>(step: () => Promise<T>) => Promise<T>

/**
 * Fills in what migrations left, in short transactions of its own, so that loggers of a running portal can write in
 * between. Idempotent: after a crash the next call continues; when all is done it only checks.
 */
export async function fill<T>(db: Kysely<T>, whenLetIn: LetIn): Promise<void> {
  while (await whenLetIn(() => fillCards(db)));
  await whenLetIn(() => indexSigns(db))
  await whenLetIn(() => indexTexts(db))
}

/** Runs `work` in a transaction with a migration's lock time-out, one process at a time. */
function step<T, R>(db: Kysely<T>, work: (tx: Kysely<T>) => Promise<R>): Promise<R> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    await sql`select set_config('lock_timeout', '500ms', true)`.execute(tx)
    return work(tx)
  })
}

/** Fills a batch of the alarm cards that 0148-alarm-cards left due. Returns whether there were any. */
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
 * Texts indexed by `signs_of`: those of the lists and of alarms, inverters without a station included. Inverters at a
 * station are in the lists' index only: a second index over twenty thousand of them took seconds to write.
 */
const signed: Record<string, { text: string; where?: string }> = {
  station_text: { text: 'search_text' },
  device_text: { text: 'search_text' },
  station: { text: 'name' },
  device: { text: "name || ' ' || serial", where: 'removed_at is not null or station_id is null' },
}

/** Creates the indexes by `signs_of` over search texts of stations and devices, for words of one or two characters. */
const indexSigns = <T>(db: Kysely<T>) =>
  step(db, async (tx) => {
    // "if not exists" would wait for writers' locks at each start.
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

/** Texts indexed by trigrams: those of the lists and of alarms, removed inverters included. */
const searched: Record<string, readonly string[]> = {
  station_text: ['search_text'],
  device_text: ['search_text'],
  station: ['name'],
  device: ['name', 'serial'],
}

/**
 * Creates the trigram indexes over search texts, for words of three or more characters. pg_trgm is a trusted extension:
 * the database's owner may create it where the server has its files. Texts are seldom written, so `fastupdate` is off:
 * each search would read its pending list. Without pg_trgm a search reads every text of the account; when an
 * administrator installs it later, the next migration creates the indexes.
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
