import type { Socket } from 'node:net'
import pg from 'pg'

const askEveryMs = 5_000
const patienceMs = 1_500

/** The query whose answer the connection waits for. */
const askedOf = (client: pg.Client): object | null =>
  (client as unknown as { _getActiveQuery: () => object | null })._getActiveQuery()

const pidOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID

/** The live set of a pool's connections. */
export function connectedOf(pool: pg.Pool): ReadonlySet<pg.Client> {
  const connected = new Set<pg.Client>()
  pool.on('connect', (client) => connected.add(client as unknown as pg.Client))
  pool.on('remove', (client) => connected.delete(client as unknown as pg.Client))
  return connected
}

/**
 * Ends connections whose query or answer was lost in the network, as when a cable was cut or a router dropped its
 * state: TCP gives them up only after a quarter of an hour. A query counts as lost when it is open for longer than one
 * interval and the server, asked on a separate connection in two successive intervals, does not work on it. No
 * connection is ended while the server cannot be reached, or behind a pooler, which reports other process ids. Returns
 * a call that stops the watch.
 */
export function watchSilence(
  clients: Iterable<pg.Client>,
  server: () => pg.ClientConfig,
  everyMs = askEveryMs,
): () => void {
  let before = new Map<pg.Client, object>()
  let suspects = new Map<pg.Client, object>()
  let isAsking = false

  async function look(): Promise<void> {
    const open = new Map(
      [...clients].flatMap((client) => {
        const asked = askedOf(client)
        return asked ? [[client, asked] as const] : []
      }),
    )
    const long = [...open].filter(([client, asked]) => before.get(client) === asked)
    before = open
    const working =
      long.length === 0
        ? null
        : await workingOf(
            server(),
            long.map(([client]) => pidOf(client)),
          )
    const idle = working === null ? [] : long.filter(([client]) => !working.includes(pidOf(client)))
    for (const [client, asked] of idle) {
      const isLost = suspects.get(client) === asked && askedOf(client) === asked
      if (isLost) (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
    }
    suspects = new Map(idle)
  }

  const timer = setInterval(() => {
    if (isAsking) return
    isAsking = true
    void look().finally(() => (isAsking = false))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Which of these server processes are working; null: unknown. */
async function workingOf(server: pg.ClientConfig, pids: readonly number[]): Promise<number[] | null> {
  const client = new pg.Client({
    ...server,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    application_name: 'helioport silence',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ own: number; working: number[] }>(
      `select pg_backend_pid() as own, array(
         select pid from pg_stat_activity where pid = any($1::integer[]) and state in ('active', 'fastpath function call')
       ) as working`,
      [pids],
    )
    return rows[0]?.own === pidOf(client) ? (rows[0]?.working ?? null) : null
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}
