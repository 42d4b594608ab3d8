import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Database, openDatabase } from '../database/open-database.ts'

export interface TestDatabase {
  db: Database
  /** Connected as the owner of the tables. */
  ownerDb: Database
  /** URL for the service's role. */
  databaseUrl: string
  ownerUrl: string
  stop: () => Promise<void>
}

/** The migrated database that each test copies. */
export const template = 'helioport_template'
export const serviceUser = 'helioport_service'

/** Time-out for a pool connection: on a busy machine requests must wait instead of being refused. */
export const patienceMs = 60_000

let made = 0

/** Taking a second connection inside a transaction can deadlock on the pool; in tests it is an error at once. */
function oneAtATime(db: Database): Database {
  const held = new AsyncLocalStorage<true>()
  const connect = db.pool.connect.bind(db.pool)
  db.pool.connect = ((...args: Parameters<typeof connect>) => {
    if (held.getStore()) throw new Error('a second connection is taken while a transaction holds one')
    return connect(...args)
  }) as typeof connect
  return {
    ...db,
    transaction: (work) => db.transaction((tx) => held.run(true, () => work(tx))),
    repeatedTransaction: (work) => db.repeatedTransaction((tx) => held.run(true, () => work(tx))),
  }
}

/** Retries: the maintenance worker of a cluster may reconnect before the drop. */
async function untilDone(drop: () => Promise<unknown>, triesLeft = 50): Promise<void> {
  try {
    await drop()
  } catch (error) {
    if (triesLeft === 0) throw error
    await wait(100)
    await untilDone(drop, triesLeft - 1)
  }
}

/**
 * A new database on the server of the tests (testing/server/server-setup.ts): a copy of `from`, by default the migrated
 * template; `stop` drops it.
 */
export async function startTestDatabase(from = template): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL ?? ''
  made += 1
  const name = `helioport_test_${process.pid}_${Date.now()}_${made}`
  // Each server of a cluster has its part of the database, under the same name.
  const admins = (process.env.TEST_ADMIN_URLS ?? server).split(',').map((url) => openDatabase(url, patienceMs))
  const onAll = (statement: string) => Promise.all(admins.map(({ pool }) => pool.query(statement)))
  await onAll(`create database ${name} template ${from} owner helioport strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const ownerUrl = url.href
  url.username = serviceUser
  const db = oneAtATime(openDatabase(url.href, patienceMs))
  const ownerDb = openDatabase(ownerUrl, patienceMs)
  return {
    db,
    ownerDb,
    databaseUrl: url.href,
    ownerUrl,
    stop: async () => {
      await db.close()
      await ownerDb.close()
      await untilDone(() => onAll(`drop database if exists ${name} with (force)`))
      await Promise.all(admins.map((admin) => admin.close()))
    },
  }
}

/** Number of statements that wait for a lock in this database; ignores other tests on the same server. */
export async function countWaiting(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}
