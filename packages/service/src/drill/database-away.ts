/** An outage of the database: immediate clear refusals, recovery without a restart, no data lost. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '../database/open-database.ts'
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { readEvents } from '../testing/event-reader.ts'
import { addHttpPlant, type HttpCaller, signInOver } from '../testing/http-plant.ts'
import { startServiceProcess } from '../testing/service-process.ts'
import { checkLogged, startCountingLogger } from './counting-logger.ts'
import { runDrill } from './run-drill.ts'

/** Length of the outage, in s; the result does not depend on it. */
const outageS = { short: 2, long: 30 }

interface Answer {
  status: number
  errorCode: string | undefined
  retryAfter: number
}

const askerOf =
  (url: string, { cookie }: HttpCaller) =>
  async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, { ...init, headers: { cookie, ...init.headers } })
    const { errorCode } = (await response.json()) as { errorCode?: string }
    return { status: response.status, errorCode, retryAfter: Number(response.headers.get('retry-after')) }
  }
type Ask = ReturnType<typeof askerOf>

/** Sends the concurrent requests of pages, and measures their total time. */
async function askAll(ask: Ask, stationId: string): Promise<{ answers: Answer[]; ms: number }> {
  const from = performance.now()
  const answers = await Promise.all([
    ask('/readyz'),
    ask('/api/web/v1/session'),
    ask('/api/web/v1/stations'),
    ask('/api/web/v1/session', {
      method: 'POST',
      headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'owner', password: 'x' }),
    }),
    ...Array.from({ length: 40 }, () => ask(`/api/web/v1/stations/${stationId}`)),
  ])
  return { answers, ms: performance.now() - from }
}

/** Asserts that every request during the outage is refused as such; returns the times of the refusals, ms. */
async function askWhileAway(ask: Ask, url: string, stationId: string, seconds: number): Promise<number[]> {
  const down: Answer = { status: 503, errorCode: 'service.databaseDown', retryAfter: 2 }
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  do {
    const { answers, ms } = await askAll(ask, stationId)
    times.push(ms)
    for (const answer of [...answers, await ask('/api/web/v1/events')]) assert.deepEqual(answer, down)
    assert.equal((await ask('/healthz')).status, 200)
    assert.equal((await fetch(`${url}/metrics`)).status, 200)
  } while (performance.now() < until)
  return times
}

/** Waits until a job has run again. */
async function untilNextJob(db: Database): Promise<void> {
  const due = async () =>
    (await db.pool.query<{ due: number }>(`select max(due_at) as due from job where name = 'messages'`)).rows[0]?.due
  const before = await due()
  while ((await due()) === before) await wait(50)
}

await runDrill(async ({ isShort, folder, afterwards }) => {
  const seconds = isShort ? outageS.short : outageS.long
  let embedded = await startEmbeddedPostgres(folder, () => {})
  afterwards(() => embedded.stop())
  const { host, user, password, database } = embedded.connection
  const databaseUrl = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`
  const service = await startServiceProcess(folder, { DATABASE_URL: databaseUrl })
  afterwards(() => service.end('SIGKILL'))
  const db = openDatabase(databaseUrl)
  afterwards(db.close)
  const owner = await signInOver(service.url, db, 'owner')
  const plant = await addHttpPlant(service.url, owner)
  const ask = askerOf(service.url, owner)

  const stream = await readEvents(service.url, owner.cookie)
  const logger = startCountingLogger(plant, service.url)
  await logger.until(5)
  const { ms: usualMs } = await askAll(ask, plant.stationId)
  await embedded.stop()
  const times = await askWhileAway(ask, service.url, plant.stationId, seconds)
  // A refusal must not take much longer than a normal answer.
  const share = Math.min(...times) / usualMs
  assert.ok(share < 3, `refusals take ${share} times as long as answers`)

  embedded = await startEmbeddedPostgres(folder, () => {})
  while ((await ask('/readyz')).status !== 200) await wait(10)
  await stream.next(({ type }) => type === 'resync')
  await logger.until(logger.state.acknowledged + 5)
  await logger.finish()
  await stream.next((event) => event.type === 'station' && event.stationId === plant.stationId)
  stream.close()
  await stream.ended

  assert.deepEqual([...logger.state.refusals.keys()], ['503 service.databaseDown'])
  await checkLogged(db, logger.state.acknowledged)
  assert.equal((await ask('/api/web/v1/stations')).status, 200)
  await untilNextJob(db)
  const refused = [...logger.state.refusals.values()].reduce((sum, count) => sum + count, 0)
  return {
    awayS: seconds,
    framesAcknowledged: logger.state.acknowledged,
    framesRefused: refused,
    refusedInShare: share,
  }
})
