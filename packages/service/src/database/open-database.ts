import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from './db.ts'
import { clientOfHosts, hostsOf, watchHosts } from './servers/hosts.ts'
import { openNotices } from './notices.ts'
import { openedInTurn } from './servers/opening.ts'
import { openReplica, type Replica } from './servers/replica.ts'
import { connectedOf, watchSilence } from './servers/silence.ts'
import { TracedClient, TracedPool } from './servers/trace.ts'
import type { Tables } from './tables.ts'
import type { Session } from './session.ts'
import { inRepeatedTransaction, inTransaction, sessionOf } from './transaction.ts'

/** What `openDatabase` returns: only its caller, migrations and tests see more of it than a `Db`. */
export interface Database extends Db {
  replica?: Replica
  kysely: Kysely<Tables>
  pool: pg.Pool
  close: () => Promise<void>
}

const maxConnections = 16
/** A page gives up after 1 s: no statement may run much longer on its behalf. */
const statementTimeoutMs = 30_000
const connectPatienceMs = 1_500

/** Dates stay yyyy-mm-dd, counts and bigints become numbers, instants epoch ms. */
const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.DATE]: (text) => text,
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.TIMESTAMPTZ]: parseInstant,
}

const poolSettings = {
  max: maxConnections,
  idleTimeoutMillis: 60_000,
  allowExitOnIdle: false,
  statement_timeout: statementTimeoutMs,
  // Pages read from memory or an SSD: random access by index costs little more than sequential access.
  options: '-c jit=off -c timezone=UTC -c random_page_cost=1.1',
  application_name: 'helioport',
  types: {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  },
}

/**
 * `options`: a DATABASE_URL or the connection of the embedded server; `patienceMs`: how long a query waits for one of the
 * pool's connections before it is refused; `readUrl`: a replica of the server.
 */
export function openDatabase(
  options: string | pg.PoolConfig,
  patienceMs = connectPatienceMs,
  readUrl?: string,
): Database {
  const server = typeof options === 'string' ? { connectionString: options } : options
  const urls = typeof options === 'string' ? hostsOf(options) : []
  const hosts = urls.length > 1 ? watchHosts(urls, () => former()) : null
  const address = () => (hosts ? { connectionString: hosts.current() } : server)
  const pool = new TracedPool({
    ...server,
    ...poolSettings,
    Client: openedInTurn(hosts ? clientOfHosts(hosts) : TracedClient, patienceMs),
    connectionTimeoutMillis: patienceMs,
  })
  // An idle connection may die with the server: the next query opens another.
  pool.on('error', () => {})
  const connected = connectedOf(pool)
  const stopWatching = watchSilence(connected, address)
  /** Ends all connections when another server became the writable one; callers of open queries retry. */
  const former = () => connected.forEach((client) => void client.end().catch(() => {}))
  // If a connection dies within a transaction, the next statement rejects. Without a listener the error would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const read = sessionOf(pool, kysely)
  const replica = readUrl === undefined ? undefined : openFollower(readUrl, pool, read)
  const notices = openNotices('helioport_live', () => ({
    ...address(),
    connectionTimeoutMillis: connectPatienceMs,
    application_name: 'helioport live',
  }))
  return {
    kysely,
    pool,
    notices,
    read,
    recent: read,
    ...(replica && { replica }),
    transaction: (work) => inTransaction(pool, work),
    repeatedTransaction: (work) => inRepeatedTransaction(pool, work),
    connections: () => ({
      idle: pool.idleCount,
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      hosts?.close()
      stopWatching()
      await notices.close()
      await replica?.close()
      await kysely.destroy()
      if (!pool.ended) await pool.end()
    },
  }
}

function openFollower(url: string, writing: pg.Pool, read: Session): Replica {
  const pool = poolOf(url)
  const stopWatching = watchSilence(connectedOf(pool), () => ({ connectionString: url }))
  const replica = openReplica(pool, writing, read)
  return {
    ...replica,
    close: async () => {
      stopWatching()
      await replica.close()
    },
  }
}

function poolOf(connectionString: string): pg.Pool {
  const pool = new TracedPool({
    connectionString,
    ...poolSettings,
    Client: openedInTurn(TracedClient, connectPatienceMs),
    connectionTimeoutMillis: connectPatienceMs,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function parseInstant(text: string): number {
  // 2026-11-21 09:38:00.123+00: the session's zone is UTC, so the offset is always +00.
  const instant = Date.parse(`${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`)
  return Number.isNaN(instant) ? Number(pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text)) : instant
}
