import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { arava, freiburg, tickMs } from '@helioport/fleet/testing'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@helioport/service/database'
import { startTestWorld, type TestWorld } from './testing/test-world.ts'

/** Noon in Freiburg, and the time after which every upload of a tick is done. */
const began = Date.UTC(2026, 5, 21, 10)
const settled = 30_000

let folder: string
let database: EmbeddedPostgres
let world: TestWorld

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'helioport-outage-'))
  chmodSync(folder, 0o755)
  database = await startEmbeddedPostgres(folder, () => {})
  const { host, user, password, database: name } = database.connection
  const databaseUrl = `postgres://${user}:${password}@localhost/${name}?host=${encodeURIComponent(host)}`
  world = await startTestWorld(began, { databaseUrl, expected: /"level":30|databaseDown|job failed/ })
  await world.startFleet({ folder: 'fleet', world: (seed, at) => [freiburg(seed), arava(seed, at)] })
})
afterAll(async () => {
  await world?.stop()
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = async (path: string) => {
  const response = await fetch(`${world.url}${path}`)
  return { status: response.status, retryAfter: response.headers.get('retry-after'), reply: await response.json() }
}
const dayOf = async (search: string) => {
  const [station] = await world.client.call('GET /stations', { query: { search } })
  if (!station) throw new Error(`no station ${search}`)
  const day = await world.client.call('GET /stations/:stationId/day', { params: { stationId: station.id } })
  const since = (began - Date.parse(day.from)) / tickMs
  return { known: day.powerW.slice(since).filter((power) => power !== null).length, day, age: station.age }
}
/** Energy since the beginning, kWh, from the curve. */
const integralOf = ({ day }: Awaited<ReturnType<typeof dayOf>>) =>
  day.powerW.reduce<number>((sum, power) => sum + (power ?? 0) / 12_000, 0)

test('15 minutes without the database: /readyz is 503, and afterwards every frame is there, once', async () => {
  await world.runTo(began + 3 * tickMs + settled)
  expect((await dayOf('Tuniberg')).known).toBe(3)
  await database.stop()
  expect(await ask('/healthz')).toMatchObject({ status: 200 })
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    retryAfter: '2',
    reply: { errorCode: 'service.databaseDown' },
  })
  // Uploads fail, are retried at growing intervals, and are kept.
  await world.runTo(began + 3 * tickMs + settled + 30_000)
  await world.runTo(began + 6 * tickMs + settled)
  expect(await ask('/readyz')).toMatchObject({ status: 503 })

  database = await startEmbeddedPostgres(folder, () => {})
  await world.runTo(began + 8 * tickMs + settled)
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
  for (const plant of ['Tuniberg', 'ערבה']) {
    const seen = await dayOf(plant)
    expect(seen).toMatchObject({ known: 8, age: { state: 'live' } })
    // The counter continued during the outage: nothing is missing, nothing counted twice.
    const { energyKwh } = seen.day.figures
    expect((energyKwh ?? 0) / integralOf(seen)).toBeGreaterThan(0.8)
    expect((energyKwh ?? 0) / integralOf(seen)).toBeLessThan(1.05)
  }
})
