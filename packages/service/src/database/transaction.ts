import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg'
import { isDeadlock } from './errors.ts'
import { inner, type Session, type Transaction } from './session.ts'
import type { Tables } from './tables.ts'

/** Recognizes a write in SQL that no query builder made. */
export const isWrite = /^\s*(insert|update|delete|merge|truncate|create|drop|alter)\b/i

const configOf = (text: string, values: readonly unknown[] = [], name?: string): QueryConfig => ({
  text,
  values: [...values],
  ...(name !== undefined && { name }),
})

export function sessionOf(pool: Pool, kysely: Kysely<Tables>): Session {
  return {
    [inner]: {
      kysely,
      query: async (text, values, name) => {
        if (isWrite.test(text)) throw new Error(`a write needs a transaction: ${text.slice(0, 80)}`)
        return pool.query(configOf(text, values, name))
      },
    },
  }
}

/**
 * Far longer than a healthy connection needs for a rollback. A slower connection is in the middle of a COPY, or dead.
 */
const rollbackMs = 1_000

async function isRolledBack(client: PoolClient): Promise<boolean> {
  const answered = client.query('rollback').then(
    () => true,
    () => false,
  )
  return Promise.race([answered, pause(rollbackMs, false, { ref: false })])
}

/** Tries after deadlocks: enough for one of several competing transactions to get through. */
const triesOfRepeatable = 4

/** Retries `work` where PostgreSQL ended the transaction because of a deadlock. */
export async function inRepeatedTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await inTransaction(pool, work)
    } catch (error) {
      if (!isDeadlock(error) || tries === triesOfRepeatable) throw error
    }
}

/**
 * Commits all that `work` wrote, or nothing. A failed statement costs no connection; a connection that does not answer
 * the rollback is closed.
 */
export async function inTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const ignore = () => {}
  // The pool does not listen for errors of a connection that is checked out.
  client.on('error', ignore)
  try {
    await client.query('begin')
    const result = await work(transactionOf(client))
    await client.query('commit')
    client.off('error', ignore)
    client.release()
    return result
  } catch (error) {
    const isUsable = await isRolledBack(client)
    if (isUsable) client.off('error', ignore)
    client.release(!isUsable)
    throw error
  }
}

function transactionOf(client: PoolClient): Transaction {
  let kysely: Kysely<Tables> | undefined
  return {
    [inner]: {
      client,
      query: <R extends QueryResultRow>(text: string, values?: readonly unknown[], name?: string) =>
        client.query<R>(configOf(text, values, name)),
      get kysely() {
        kysely ??= new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolOf(client) }) })
        return kysely
      },
    },
  }
}

/**
 * The one connection as a pool for Kysely. Releasing does nothing: the surrounding transaction releases the connection.
 */
function poolOf(client: PoolClient): PostgresPool {
  const held = { query: client.query.bind(client), release: () => {} } as PostgresPoolClient
  return { connect: async () => held, end: async () => {}, options: {} }
}
