import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { TestDatabase } from './test-database.ts'

type Tested = Pick<TestDatabase, 'ownerDb'>

interface Seen {
  changes: string
  checksum: string
}

const counted = new WeakMap<pg.Pool, Seen | null>()

/** What is asked for is logged, with each refused write, too; what is kept of other rows for lists follows them when somebody reads. */
const asides = [
  'operation',
  'sign_in',
  'api_key_use',
  'station_due',
  'station_figure',
  'station_sum',
  'device_figure',
  'fleet_count',
]
/** So is when a key was last used: by its table, what of a row is looked at. */
const withoutUse = "(to_jsonb(t) - 'last_used_at')::text"
const lookedAt: Readonly<Record<string, string>> = {
  logger_key: withoutUse,
  api_key: withoutUse,
  // That somebody looks at what its device sends.
  logger: "(to_jsonb(t) - 'mqtt_watched_until')::text",
}

/**
 * One hash over every row of every table but those: two that are equal say that nothing
 * changed between them. Computed anew only if a statement has written since, which triggers count.
 */
export async function checksumOf({ ownerDb: { pool } }: Tested): Promise<string> {
  const isNew = !counted.has(pool)
  if (isNew) {
    await countChanges(pool)
    counted.set(pool, null)
  }
  const before = await findState(pool)
  const last = counted.get(pool)
  if (last && before.isQuiet && last.changes === before.changes) return last.checksum
  const checksum = await hashOf(pool)
  const after = await findState(pool)
  // Only what nobody was writing to meanwhile is known by its number.
  const isKnown = before.isQuiet && after.isQuiet && before.changes === after.changes
  counted.set(pool, isKnown ? { changes: after.changes, checksum } : null)
  return checksum
}

/** First the number, then who is writing: whoever adds to it later has not ended his transaction by then. */
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

async function countChanges(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create sequence change_counter;
    create function count_change() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      perform nextval('change_counter');
      return null;
    end $$`)
  const tables = await pool.query<{ name: string }>(`${tablesIn} and relname <> all ($1)`, [asides])
  const triggers = tables.rows.map(
    ({ name }) =>
      `create trigger changes_counted after insert or update or delete or truncate on ${name}
       for each statement execute function count_change()`,
  )
  await pool.query(triggers.join(';'))
}

/** Sums of hashes: no row needs its place in an order, and all tables are one round trip. */
async function hashOf(pool: pg.Pool): Promise<string> {
  const tables = await pool.query<{ name: string }>(`${tablesIn} and relname <> all ($1) order by 1`, [asides])
  const sums = tables.rows.map(
    ({ name }) =>
      `select '${name}' as name, count(*) as rows, sum(hashtextextended(${lookedAt[name] ?? 't::text'}, 0)) as sum from ${name} t`,
  )
  // Workers side by side give them in any order.
  const { rows } = await pool.query(`select * from (${sums.join(' union all ')}) sums order by name`)
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

/**
 * Keeps all rows as they are now; what it returns puts them back, whoever changed them since. Triggers and foreign keys
 * are not asked meanwhile: the rows were right together. The chain of the operation log goes on.
 */
export async function keepRows({ ownerDb: { pool } }: Tested): Promise<() => Promise<void>> {
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
     from (${tablesIn.replace('relname as name', 'pg_class.oid, relname')}) t
     join pg_attribute on attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relname not in ('operation', 'audit_head') and relname not like 'kysely%' group by relname`,
  )
  await pool.query('create schema kept')
  for (const { name, columns } of tables)
    await pool.query(`create table kept.${name} as select ${columns} from ${name}`)
  const putBack = [
    'begin',
    'set local session_replication_role = replica',
    ...tables.flatMap(({ name, columns }) => [
      `delete from ${name}`,
      `insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
    ]),
    'commit',
  ].join(';')
  return async () => {
    await pool.query(putBack)
    // Of triggers that were not asked none has counted.
    counted.set(pool, null)
  }
}
