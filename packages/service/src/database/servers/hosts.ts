import pg from 'pg'
import { TracedClient } from './trace.ts'

/** How long a host has for saying that it is there, in ms. */
const patienceMs = 1_500
/** So often it is asked again who is writable while nobody is, and whether the one in use still is. */
const againMs = 500
const askEveryMs = 3_000

/** The servers that a DATABASE_URL names, `postgres://user@first:5432,second:5432/helioport`, one address each. */
export function hostsOf(url: string): string[] {
  const [, before = '', names = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  return names.includes(',') ? names.split(',').map((name) => `${before}${name}${after}`) : [url]
}

/** The same address with the host first that writes now; waits for it so long, in ms, and then leaves it as it is. */
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

/** Which of several servers writes: a standby that was promoted is found without a restart. */
export interface Hosts {
  /** Where new connections go. */
  current: () => string
  /** A connection went away, or could not be had: who writes is looked for, once for all who ask. */
  look: () => void
  close: () => void
}

/** `moved` hears that another one writes now. */
export function watchHosts(urls: readonly string[], moved: () => void): Hosts {
  let current = urls[0] ?? ''
  let looking: Promise<void> | null = null
  const closing = new AbortController()

  async function find(): Promise<void> {
    while (!closing.signal.aborted) {
      const states = await Promise.all(urls.map(async (url) => ({ url, writes: await isWritable(url) })))
      const writing = states.filter(({ writes }) => writes).map(({ url }) => url)
      // While the one in use writes it stays.
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
  // One that writes no longer but keeps its connections is noticed by nobody else.
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

/** A connection of the pool to whoever writes; what goes wrong with it has the writer looked for. */
export function clientOfHosts(hosts: Hosts): typeof pg.Client {
  return class extends TracedClient {
    constructor(options?: string | pg.ClientConfig) {
      super({ ...(options as pg.ClientConfig), connectionString: hosts.current() })
      this.once('error', () => hosts.look())
      this.once('end', () => hosts.look())
    }
  }
}
