import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'
import { inner, query, type Session } from '../session.ts'
import type { Tables } from '../tables.ts'
import { isWrite } from '../transaction.ts'

/** Interval of the check of the replica's lag, in ms; shorter while a caller waits for the replica. */
const askEveryMs = 500
const askSoonMs = 20
/** A replica with a greater lag is not used, in ms. */
const oldestMs = 5_000
const patienceMs = 1_500

/** A server that follows the writable one, for reads that may be some seconds old. */
export interface Replica {
  /** Its answers are at most 5 s old; reads that the replica cannot answer go to the writable server. */
  session: Session
  /** Resolves when it has replayed all that the writable server has written by now; at once where it is not used. */
  caughtUp: () => Promise<void>
  /** Upper bound of its lag in milliseconds; null: it is not used. */
  lagMs: () => number | null
  close: () => Promise<void>
}

/** `pool`: of the replica; `writing` and `read`: of the writable server. */
export function openReplica(pool: Pool, writing: Pool, read: Session): Replica {
  let replayed = 0n
  /** The replica has everything that was written before this instant (monotonic ms). */
  let completeAt = -Infinity
  /** Log positions of the writable server, each with the instant at which it was read. */
  let seen: { at: number; place: bigint }[] = []
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    try {
      const at = performance.now()
      const [written, followed] = await Promise.all([
        placeOn(writing, 'select pg_current_wal_insert_lsn()::text as lsn'),
        placeOn(pool, 'select pg_last_wal_replay_lsn()::text as lsn'),
      ])
      seen.push({ at, place: written })
      replayed = followed
      completeAt = seen.findLast(({ place }) => place <= replayed)?.at ?? completeAt
      seen = seen.filter((then) => then.at >= completeAt && then.at > at - 2 * oldestMs)
    } catch {
      // It is unreachable, or was promoted: no reads until it follows again.
      completeAt = -Infinity
    }
  }
  const askOnce = () => (asking ??= ask().finally(() => (asking = null)))
  const timer = setInterval(() => void askOnce(), askEveryMs)
  timer.unref()
  void askOnce()

  const lagMs = () => {
    const lag = performance.now() - completeAt
    return lag <= oldestMs ? lag : null
  }
  /** A read that the replica refuses, or that fails with its connection, is repeated on the writable server. */
  async function ofEither<T>(on: (from: Pool) => Promise<T>): Promise<T> {
    if (lagMs() === null) return on(writing)
    try {
      return await on(pool)
    } catch (error) {
      if (!isAway(error)) throw error
      completeAt = -Infinity
      return on(writing)
    }
  }

  return {
    session: sessionOfEither(ofEither),
    caughtUp: async () => {
      if (lagMs() === null) return
      const { rows } = await query<{ lsn: string }>(read, 'select pg_current_wal_insert_lsn()::text as lsn')
      const place = placeOf(rows[0]?.lsn ?? '')
      const isThere = () => lagMs() === null || replayed >= place
      while (!isThere()) {
        await askOnce()
        if (!isThere()) await pause(askSoonMs)
      }
    },
    lagMs,
    close: async () => {
      clearInterval(timer)
      await asking
      if (!pool.ended) await pool.end()
    },
  }
}

type OfEither = <T>(on: (from: Pool) => Promise<T>) => Promise<T>

function sessionOfEither(ofEither: OfEither): Session {
  const ask = (text: string, values?: readonly unknown[]) =>
    ofEither((from) => from.query(text, values ? [...values] : undefined))
  // Each statement chooses its server: no connection is held between statements.
  const client = { query: ask, release: () => {} } as unknown as PostgresPoolClient
  const either: PostgresPool = { connect: async () => client, end: async () => {}, options: {} }
  return {
    [inner]: {
      kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: either }) }),
      query: async (text, values) => {
        if (isWrite.test(text)) throw new Error(`a write needs a transaction: ${text.slice(0, 80)}`)
        return ask(text, values) as never
      },
    },
  }
}

/** A position in the write-ahead log (LSN) as a number. */
function placeOf(lsn: string): bigint {
  const [high, low] = lsn.split('/')
  if (!high || !low) throw new Error('follows nobody')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

async function placeOn(pool: Pool, text: string): Promise<bigint> {
  const asked = { text, query_timeout: patienceMs }
  const { rows } = await pool.query<{ lsn: string | null }>(asked)
  return placeOf(rows[0]?.lsn ?? '')
}

/** The connection is lost, the server starts or stops, or it cancelled a read that conflicts with replay. */
function isAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return /^(08|57P|40001|ECONN|ETIMEDOUT|EPIPE)/.test(code) || /connection|timeout/i.test(message)
}
