import { sql } from 'kysely'
import { isAlive, readPostmaster } from '../embedded/postmaster.ts'
import { migrationNames, migrationsOf } from '../migrate.ts'
import type { Database } from '../open-database.ts'
import { join } from 'node:path'

/** State of a database, for operators. */
export interface DatabaseState {
  /** As the server reports it: 18.4. */
  version: string
  /** Major version: 18. */
  major: number
  /** Epoch ms by the server's clock. */
  now: number
  bytes: number
  /** Names of migrations: done, of this version but not done, done but unknown to this version. */
  migrations: { done: string[]; missing: string[]; unknown: string[] }
  /** Accounts; null before the first migration. */
  accounts: number | null
}

export async function inspectDatabase({ kysely }: Database): Promise<DatabaseState> {
  const done = await migrationsOf(kysely)
  const { rows } = await sql<{ version: string; number: number; now: number; bytes: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now, pg_database_size(current_database()) as bytes`.execute(
    kysely,
  )
  const { version = '', number = 0, now = 0, bytes = 0 } = rows[0] ?? {}
  const accounts =
    done.length === 0 ? null : await sql<{ count: number }>`select count(*) as count from account`.execute(kysely)
  return {
    version: version.split(' ')[0] ?? '',
    major: Math.floor(number / 10_000),
    now,
    bytes: Number(bytes),
    migrations: {
      done,
      missing: migrationNames.filter((name) => !done.includes(name)),
      unknown: done.filter((name) => !migrationNames.includes(name)),
    },
    accounts: accounts === null ? null : Number(accounts.rows[0]?.count ?? 0),
  }
}

/** Process id of the embedded PostgreSQL that runs on the data folder; null: none runs. */
export function embeddedPid(dataFolder: string): number | null {
  const postmaster = readPostmaster(join(dataFolder, 'postgres'))
  return postmaster !== null && isAlive(postmaster.pid) ? postmaster.pid : null
}
