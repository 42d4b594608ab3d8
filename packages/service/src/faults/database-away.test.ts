import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '../database/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { readEvents } from '../testing/event-reader.ts'
import { addHttpPlant, type HttpCaller, type HttpPlant, signInOver } from '../testing/http-plant.ts'
import { type ServiceProcess, startServiceProcess } from '../testing/service-process.ts'
import { frame } from '../testing/test-portal.ts'

/** How long the database is away, in s; the time plays no part in what happens: HELIOPORT_OUTAGE_S=30 shows it. */
const outageS = Number(process.env.HELIOPORT_OUTAGE_S ?? 2)
const binMs = 300_000
const start = Math.floor(Date.now() / 86_400_000 - 1) * 86_400_000
const kwhPerFrame = 0.5

let folder: string
let embedded: EmbeddedPostgres
let db: Database
let service: ServiceProcess
let owner: HttpCaller
let plant: HttpPlant

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'helioport-away-'))
  chmodSync(folder, 0o755)
  embedded = await startEmbeddedPostgres(folder, () => {})
  const { host, user, password, database } = embedded.connection
  const databaseUrl = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`
  service = await startServiceProcess(folder, { DATABASE_URL: databaseUrl })
  db = openDatabase(databaseUrl)
  owner = await signInOver(service.url, db, 'owner')
  plant = await addHttpPlant(service.url, owner)
}, 300_000)
afterAll(async () => {
  await service?.end('SIGKILL')
  await db?.close()
  await embedded?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${service.url}${path}`, { ...init, headers: { cookie: owner.cookie, ...init.headers } })
  const reply = (await response.json()) as { errorCode?: string }
  return {
    status: response.status,
    errorCode: reply.errorCode,
    retryAfter: Number(response.headers.get('retry-after')),
  }
}
const frameAt = (nth: number) =>
  frame(plant.serial, start + nth * binMs, { powerW: 6000, energyTotalKwh: nth * kwhPerFrame })

test(
  `the database is away for ${outageS} s: clear refusals at once, recovery without a restart, nothing lost`,
  async () => {
    const stream = await readEvents(service.url, owner.cookie)
    const state = { isOver: false, acknowledged: 0, refusals: new Map<string, number>() }
    /** A logger as the contract asks for: what is not acknowledged is sent again. */
    const logging = (async () => {
      for (let nth = 0; !state.isOver;) {
        const { status, errorCode } = await plant.send(service.url, [frameAt(nth)])
        if (status === 200) {
          nth += 1
          state.acknowledged = nth
        } else {
          state.refusals.set(`${status} ${errorCode}`, (state.refusals.get(`${status} ${errorCode}`) ?? 0) + 1)
          await wait(20)
        }
      }
    })()
    while (state.acknowledged < 5) await wait(10)

    /** What pages ask at once, and how long it takes together. */
    const askAll = async () => {
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
        ...Array.from({ length: 40 }, () => ask(`/api/web/v1/stations/${plant.stationId}`)),
      ])
      return { answers, ms: performance.now() - from }
    }
    const { ms: usualMs } = await askAll()

    await embedded.stop()
    const down = { status: 503, errorCode: 'service.databaseDown', retryAfter: 2 }
    const times: number[] = []
    const until = performance.now() + outageS * 1000
    do {
      const { answers, ms } = await askAll()
      times.push(ms)
      for (const answer of [...answers, await ask('/api/web/v1/events')]) expect(answer).toMatchObject(down)
      expect(await ask('/healthz')).toMatchObject({ status: 200 })
      expect((await fetch(`${service.url}/metrics`)).status).toBe(200)
    } while (performance.now() < until)
    // Nobody waits for a database that is not there: refused as soon as answered otherwise.
    expect(Math.min(...times) / usualMs).toBeLessThan(3)

    embedded = await startEmbeddedPostgres(folder, () => {})
    while ((await ask('/readyz')).status !== 200) await wait(10)
    await stream.next(({ type }) => type === 'resync')
    const then = state.acknowledged
    while (state.acknowledged < then + 5) await wait(10)
    state.isOver = true
    await logging
    await stream.next((event) => event.type === 'station' && event.stationId === plant.stationId)
    stream.close()
    await stream.ended

    expect([...state.refusals.keys()]).toEqual(['503 service.databaseDown'])
    const { rows } = await db.pool.query<{ frames: number; kwh: number }>(
      `select (select count(*)::int from device_sample) as frames, (select sum(energy_kwh) from device_day) as kwh`,
    )
    expect(rows[0]?.frames).toBe(state.acknowledged)
    expect(rows[0]?.kwh).toBeCloseTo((state.acknowledged - 1) * kwhPerFrame, 6)
    expect(await ask('/api/web/v1/stations')).toMatchObject({ status: 200 })
    // Jobs go on, too.
    const due = async () =>
      (await db.pool.query<{ due: number }>(`select max(due_at) as due from job where name = 'messages'`)).rows[0]?.due
    const before = await due()
    while ((await due()) === before) await wait(50)
  },
  (outageS + 60) * 1000,
)
