import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { TestDatabase } from './test-database.ts'

type Tested = Pick<TestDatabase, 'ownerDb'>

/** Number of writes to each table, and the checksum of its rows at that number. */
type Sums = ReadonlyMap<string, { writes: string; sum: string }>

interface Seen {
  changes: string
  sums: Sums
}

const counted = new WeakMap<pg.Pool, Seen | null>()
/** Tables without counting triggers: those that a cluster distributes over workers. Their rows are read each time. */
const uncounted = new WeakMap<pg.Pool, readonly string[]>()

/**
 * Tables that are not compared: logs of requests and refused writes; figures and texts of lists, which reads update.
 */
const asides = [
  'operation',
  'sign_in',
  'api_key_use',
  'station_due',
  'station_figure',
  'station_text',
  'station_sum',
  'device_figure',
  'device_text',
  'fleet_count',
]
/** The compared part of a row, by table: for example without the last use of a key. */
const withoutUse = "(to_jsonb(t) - 'last_used_at')::text"
const lookedAt: Readonly<Record<string, string>> = {
  logger_key: withoutUse,
  api_key: withoutUse,
  // Changes while somebody watches the messages of the device.
  logger: "(to_jsonb(t) - 'mqtt_watched_until')::text",
}

/**
 * One hash over every row of every compared table: equal hashes mean that nothing changed. Only tables with writes
 * since the last call, which triggers count, are read again.
 */
export async function checksumOf({ ownerDb: { pool } }: Tested): Promise<string> {
  await countChanges(pool)
  const before = await findState(pool)
  const last = counted.get(pool) ?? null
  if (last && uncounted.get(pool)?.length === 0 && before.isQuiet && last.changes === before.changes)
    return hashOf(last.sums)
  const sums = await findSums(pool, last?.sums)
  const after = await findState(pool)
  // The counts identify the rows only if no transaction was writing meanwhile.
  const isKnown = before.isQuiet && after.isQuiet && before.changes === after.changes
  counted.set(pool, isKnown ? { changes: after.changes, sums } : null)
  return hashOf(sums)
}

const hashOf = (sums: Sums) =>
  createHash('sha256')
    .update(JSON.stringify([...sums].map(([name, { sum }]) => [name, sum])))
    .digest('hex')

/** Reads the count first, then the writers: a transaction that counts later is still open by then. */
async function findState(pool: pg.Pool): Promise<{ changes: string; isQuiet: boolean }> {
  const results = (await pool.query(
    `select last_value::text as changes from change_counter;
     select count(*) as writers from pg_stat_activity
     where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`,
  )) as unknown as [{ rows: [{ changes: string }] }, { rows: [{ writers: number }] }]
  return { changes: results[0].rows[0].changes, isQuiet: results[1].rows[0].writers === 0 }
}

const tablesIn = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`

/** Installs the counting triggers, once per database. */
async function countChanges(pool: pg.Pool): Promise<void> {
  if (counted.has(pool)) return
  counted.set(pool, null)
  await pool.query(`
    create sequence change_counter;
    create function count_change() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      perform nextval('change_counter');
      perform nextval('writes_to_' || tg_table_name);
      return null;
    end $$`)
  const { rows: tables } = await pool.query<{ name: string }>(`${tablesIn} and relname <> all ($1)`, [asides])
  const spread = await findSpread(pool)
  uncounted.set(pool, spread)
  const triggers = tables.flatMap(({ name }) =>
    spread.includes(name)
      ? []
      : `create sequence writes_to_${name};
       create trigger changes_counted after insert or update or delete or truncate on ${name}
       for each statement execute function count_change()`,
  )
  await pool.query(triggers.join(';'))
}

/** Distributed tables of a Citus cluster, whose workers run no triggers. */
async function findSpread(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ citus: string | null }>(`select to_regclass('pg_dist_partition')::text as citus`)
  if (rows[0]?.citus == null) return []
  const spread = await pool.query<{ name: string }>('select logicalrelid::text as name from pg_dist_partition')
  return spread.rows.map(({ name }) => name)
}

/** Number of writing statements per counted table. */
async function findWrites(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string; writes: string }>(
    `select substr(sequencename, length('writes_to_') + 1) as name, coalesce(last_value, 0)::text as writes
     from pg_sequences where starts_with(sequencename, 'writes_to_') order by sequencename`,
  )
  return new Map(rows.map(({ name, writes }) => [name, writes]))
}

/** Sums of hashes: rows need no order, and all tables take one round trip. */
async function findSums(pool: pg.Pool, known: Sums = new Map()): Promise<Sums> {
  const never = (uncounted.get(pool) ?? []).map((name) => [name, 'not counted'] as const)
  const writes = new Map([...(await findWrites(pool)), ...never])
  const stale = [...writes].flatMap(([name, count]) =>
    known.get(name)?.writes === count && count !== 'not counted' ? [] : [name],
  )
  const selects = stale.map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${lookedAt[name] ?? 't::text'}, 0)), 0) as sum
       from ${name} t`,
  )
  const { rows } = stale.length
    ? await pool.query<{ name: string; sum: string }>(selects.join(' union all '))
    : { rows: [] }
  const fresh = new Map(rows.map(({ name, sum }) => [name, sum]))
  return new Map(
    [...writes].map(([name, count]) => [name, { writes: count, sum: fresh.get(name) ?? known.get(name)?.sum ?? '' }]),
  )
}

/**
 * Saves all rows. The returned function restores the tables that were written to since, and all uncounted ones.
 * Triggers and foreign keys are off meanwhile: the saved rows are consistent. The chain of the operation log is not
 * restored.
 */
export async function keepRows({ ownerDb: { pool } }: Tested): Promise<() => Promise<void>> {
  await countChanges(pool)
  let known = await findWrites(pool)
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
     from (${tablesIn.replace('relname as name', 'pg_class.oid, relname')}) t
     join pg_attribute on attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relname not in ('operation', 'audit_head') and relname not like 'kysely%' group by relname`,
  )
  await pool.query('create schema kept')
  for (const { name, columns } of tables)
    await pool.query(`create table kept.${name} as select ${columns} from ${name}`)
  return async () => {
    const writes = await findWrites(pool)
    const touched = tables.filter(({ name }) => !writes.has(name) || writes.get(name) !== known.get(name))
    const statements = touched.flatMap(({ name, columns }) => [
      `delete from ${name}`,
      `insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
    ])
    await pool.query(['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join(';'))
    known = writes
    // The restoring statements ran without triggers, so they were not counted.
    const last = counted.get(pool)
    const sums = new Map(last?.sums)
    for (const { name } of touched) sums.delete(name)
    counted.set(pool, last ? { changes: '', sums } : null)
  }
}
