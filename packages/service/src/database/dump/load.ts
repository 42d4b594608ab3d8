import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrateTo, migrationNames, migrationsOf } from '../migrate.ts'
import type { Database } from '../open-database.ts'
import type { Dump } from './dump.ts'
import { findTables } from './tables.ts'

/**
 * Loads a dump into an empty database: the schema of the dump's version, then the rows in one transaction. The caller
 * migrates to the newest state afterwards. `open`: the rows of a table, as `dumpDatabase` passed them to `keep`.
 * @throws Error where something is there already, the dump is of a newer version, or rows are missing
 */
export async function loadDatabase(
  db: Database,
  dump: Dump,
  open: (table: string) => Readable | Promise<Readable>,
): Promise<void> {
  if ((await migrationsOf(db.kysely)).length > 0) throw new Error('the database is not empty')
  const last = dump.migrations.at(-1)
  if (last === undefined) throw new Error('there is nothing in the dump')
  const known = migrationNames.slice(0, migrationNames.indexOf(last) + 1)
  const unknown = dump.migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0 || known.length !== dump.migrations.length)
    throw new Error(`the dump is of another version; this one does not know ${unknown.join(', ') || last}`)
  await migrateTo(db.kysely, last)

  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await layRows(client, dump, open)
    await client.query('commit')
    await client.query('set statement_timeout = 0; analyze')
    // The connection's statement time-out differs from the pool's: close it.
    client.release(true)
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function layRows(client: pg.ClientBase, dump: Dump, open: (table: string) => Readable | Promise<Readable>) {
  const quoted = (name: string) => client.escapeIdentifier(name)
  const empty = await findTables(client)
  const names = empty.tables.map(({ name }) => quoted(name))
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  )
  // The rows are consistent: triggers stay off, and foreign keys are checked at the end.
  await client.query(names.map((name) => `alter table ${name} disable trigger user`).join(';'))
  await client.query(keys.map(({ table, name }) => `alter table ${table} drop constraint ${quoted(name)}`).join(';'))
  await client.query(`truncate ${names.join(', ')}`)
  for (const { name, parent, bound } of dump.partitions) {
    if (empty.partitions.some((partition) => partition.name === name)) continue
    await client.query(`create table ${quoted(name)} (like ${quoted(parent)} including all)`)
    await client.query(`alter table ${quoted(parent)} attach partition ${quoted(name)} ${bound}`)
  }
  for (const { name, columns } of dump.tables) {
    const stream = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
    await pipeline(await open(name), stream)
    if (stream.rowCount !== dump.rows[name])
      throw new Error(`${stream.rowCount} rows of ${name} instead of ${dump.rows[name]}`)
  }
  for (const { name, value } of dump.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), value])
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  await client.query(names.map((name) => `alter table ${name} enable trigger user`).join(';'))
}
