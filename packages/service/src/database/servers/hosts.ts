import pg from 'pg'
import { TracedClient } from './trace.ts'

/** Time-out of a host's answer, in ms. */
const patienceMs = 1_500
/** Intervals of the checks: while no host is writable, and whether the current one still is. In ms. */
const againMs = 500
const askEveryMs = 3_000

/**
 * Splits a DATABASE_URL with several hosts, `postgres://user@first:5432,second:5432/helioport`, into one URL per host.
 */
export function hostsOf(url: string): string[] {
  const [, before = '', names = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  return names.includes(',') ? names.split(',').map((name) => `${before}${name}${after}`) : [url]
}

/** The URL with the writable host first; unchanged if none is writable within `patience`, in ms. */
export async function writableFirst(url: string, patience: number): Promise<string> {
  const urls = hostsOf(url)
  if (urls.length === 1) return url
  const until = performance.now() + patience
  do {
    for (const [nth, own] of urls.entries()) {
      if (!(await isWritable(own))) continue
      const names = urls.map((each) => new URL(each).host)
      const ordered = [...names.slice(nth), ...names.slice(0, nth)].join(',')
      return url.replace(names.join(','), () => ordered)
    }
    await new Promise((resolve) => void setTimeout(resolve, againMs))
  } while (performance.now() < until)
  return url
}

/** Tracks which of several servers is writable: a promoted standby is found without a restart. */
export interface Hosts {
  /** URL for new connections. */
  current: () => string
  /** Searches the writable server after a lost or failed connection; concurrent calls share one search. */
  look: () => void
  close: () => void
}

/** Calls `moved` when another server became the writable one. */
export function watchHosts(urls: readonly string[], moved: () => void): Hosts {
  let current = urls[0] ?? ''
  let looking: Promise<void> | null = null
  const closing = new AbortController()

  async function find(): Promise<void> {
    while (!closing.signal.aborted) {
      const states = await Promise.all(urls.map(async (url) => ({ url, writes: await isWritable(url) })))
      const writing = states.filter(({ writes }) => writes).map(({ url }) => url)
      // The current server stays as long as it is writable.
      const next = writing.includes(current) ? current : writing[0]
      if (next !== undefined) {
        if (next !== current) {
          current = next
          moved()
        }
        return
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, againMs)
        closing.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
      })
    }
  }

  const look = () => {
    looking ??= find().finally(() => (looking = null))
  }
  // Without polling, nobody would notice a server that is no longer writable but keeps its connections.
  const asking = setInterval(look, askEveryMs)
  asking.unref()
  look()
  return {
    current: () => current,
    look,
    close: () => {
      closing.abort()
      clearInterval(asking)
    },
  }
}

async function isWritable(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]?.standby === false
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** A client of the writable server; its error or end starts a search for the writable server. */
export function clientOfHosts(hosts: Hosts): typeof pg.Client {
  return class extends TracedClient {
    constructor(options?: string | pg.ClientConfig) {
      super({ ...(options as pg.ClientConfig), connectionString: hosts.current() })
      this.once('error', () => hosts.look())
      this.once('end', () => hosts.look())
    }
  }
}
