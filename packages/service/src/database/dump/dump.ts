import type { Readable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import { migrationsOf } from '../migrate.ts'
import type { Database } from '../open-database.ts'
import { backupLock, findPictureObjects, type PictureObject } from './pictures.ts'
import { type DumpedTables, findTables } from './tables.ts'

/** A dump's description, stored beside its rows. */
export interface Dump extends DumpedTables {
  /** Version of the server: 18.4. */
  version: string
  /** ISO 8601, by the server's clock: everything committed before it is in the dump. */
  takenAt: string
  /** Names of migrations, in order. */
  migrations: string[]
  /** Row counts by table. */
  rows: Record<string, number>
}

/** A dump gives up rather than wait longer for a table's lock: writes would queue behind it. */
const lockPatience = '10s'

/**
 * Dumps every row of one snapshot, table by table, in PostgreSQL's text format for COPY. `keep` stores a table's rows,
 * `keepPictures` the pictures that lie in the bucket: none is removed there before it ends. The portal keeps running
 * meanwhile.
 */
export async function dumpDatabase(
  db: Database,
  keep: (table: string, rows: Readable) => Promise<unknown>,
  keepPictures: (pictures: readonly PictureObject[]) => Promise<unknown>,
): Promise<Dump> {
  const client = await db.pool.connect()
  try {
    // Before the snapshot, so that whatever it names is still there.
    await client.query('select pg_advisory_lock_shared($1)', [backupLock])
    await client.query('begin transaction isolation level repeatable read read only')
    await client.query(`set local lock_timeout = '${lockPatience}'; set local statement_timeout = 0`)
    const { tables } = await findTables(client)
    const names = tables.map(({ name }) => client.escapeIdentifier(name))
    // No partition can be dropped while it is read; the snapshot was taken by the statement before.
    if (names.length > 0) await client.query(`lock table ${names.join(', ')} in access share mode`)
    const found = await findTables(client)
    const { rows: about } = await client.query<{ version: string; at: string }>(
      `select current_setting('server_version') as version,
         to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    )
    const rows: Record<string, number> = {}
    for (const { name, columns } of found.tables) {
      const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
      const stream = client.query(copyTo(`copy (select ${list} from ${client.escapeIdentifier(name)}) to stdout`))
      await keep(name, stream)
      rows[name] = stream.rowCount
    }
    await keepPictures(await findPictureObjects(client, found))
    const migrations = await migrationsOf(db.kysely)
    await client.query('commit')
    await client.query('select pg_advisory_unlock_shared($1)', [backupLock])
    client.release()
    return { version: about[0]?.version ?? '', takenAt: about[0]?.at ?? '', migrations, rows, ...found }
  } catch (error) {
    client.release(true)
    throw error
  }
}
