import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Interval of the query that checks whether the connection still lives, in ms. */
const askEveryMs = 10_000
const patienceMs = 5_000
const firstPauseMs = 100
const longestPauseMs = 2_000

export interface Listener {
  hear: (payload: string) => void
  /** The connection was lost and listens again: notices may have been missed. */
  back: () => void
}

/** Notices that connections of this and of other instances send with NOTIFY. */
export interface Notices {
  /** Resolves once the database sends notices here; rejects when it cannot be reached now. */
  listen: (listener: Listener) => Promise<void>
  forget: (listener: Listener) => void
  close: () => Promise<void>
}

/**
 * Listens to one channel on a dedicated connection. The first listener opens the connection; a lost one is opened anew.
 * `options` is called for each connection: it names the server that is current then.
 */
export function openNotices(channel: string, options: () => pg.ClientConfig): Notices {
  const listeners = new Set<Listener>()
  let client: pg.Client | null = null
  let connecting: Promise<void> | null = null
  const closing = new AbortController()

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...options(), query_timeout: patienceMs, keepAlive: true })
    const lose = () => {
      if (client !== next) return
      client = null
      void connectAgain()
    }
    next.on('error', lose)
    next.on('end', lose)
    next.on('notification', ({ payload = '' }) => listeners.forEach(({ hear }) => hear(payload)))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      if (closing.signal.aborted) throw new Error('Connection terminated: closed meanwhile')
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    client = next
  }

  async function connectAgain(): Promise<void> {
    for (let pause = firstPauseMs; !closing.signal.aborted; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        await open()
        listeners.forEach(({ back }) => back())
        return
      } catch {
        await wait(pause, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  async function open(): Promise<void> {
    if (client) return
    connecting ??= connect().finally(() => (connecting = null))
    await connecting
  }

  const asking = setInterval(() => {
    const asked = client
    // A peer that vanished without closing the connection is noticed by the query's time-out.
    asked?.query('select 1').catch(() => asked.end().catch(() => {}))
  }, askEveryMs)
  asking.unref()

  return {
    listen: async (listener) => {
      listeners.add(listener)
      await open()
    },
    forget: (listener) => void listeners.delete(listener),
    close: async () => {
      closing.abort()
      clearInterval(asking)
      await connecting?.catch(() => {})
      const last = client
      client = null
      await last?.end().catch(() => {})
    },
  }
}
