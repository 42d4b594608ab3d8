import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Database, openDatabase } from '../database/open-database.ts'

export interface TestDatabase {
  db: Database
  /** As the owner of the tables. */
  ownerDb: Database
  /** Of the role that the service works as. */
  databaseUrl: string
  ownerUrl: string
  stop: () => Promise<void>
}

/** The migrated database that each test's is a copy of. */
export const template = 'helioport_template'
export const serviceUser = 'helioport_service'

/** On a machine with other work a request waits for its turn; that it is refused instead is not what a test meets by chance. */
export const patienceMs = 60_000

let made = 0

/** Whoever holds a connection in a transaction and takes a second one can wait for himself: here it is an error at once. */
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

/** What keeps house for a cluster comes back between its end and the drop; how soon, the machine says. */
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
 * A database of its own on the server of the tests (testing/server/server-setup.ts): a copy of `from`, by default the migrated
 * one; `stop` drops it.
 */
export async function startTestDatabase(from = template): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL ?? ''
  made += 1
  const name = `helioport_test_${process.pid}_${Date.now()}_${made}`
  // Of a cluster each server has its part of the database, under the same name.
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

/** Statements of this database that wait for a lock: other tests on the same server wait for theirs. */
export async function countWaiting(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}
