import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { outboxOf } from '../main/settings.ts'
import { type RunningService, startService } from '../main/start.ts'
import { readEvents } from '../testing/event-reader.ts'
import { addHttpPlant, type HttpCaller, type HttpPlant, retryWhileBusy, signInOver } from '../testing/http-plant.ts'
import { startServiceProcess } from '../testing/service-process.ts'
import { takeTurns } from '../testing/take-turns.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { frame } from '../testing/test-portal.ts'

let database: TestDatabase
let folder: string
let instances: RunningService[] = []
let owner: HttpCaller
let plant: HttpPlant

beforeAll(async () => {
  database = await startTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'helioport-two-'))
  const logTo = new Writable({ write: (_chunk, _encoding, done) => done() })
  const source = {
    port: 0,
    dataFolder: folder,
    databaseUrl: database.databaseUrl,
    ownerUrl: database.ownerUrl,
    patienceMs: 60_000,
    now: Date.now,
    logTo,
  }
  instances = [await startService(source, () => {}), await startService(source, () => {})]
  owner = await signInOver(urlOf(0), database.db, 'owner')
  plant = await addHttpPlant(urlOf(0), owner)
})
afterAll(async () => {
  for (const { stop } of instances) await stop()
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const urlOf = (nth: number) => instances[nth]?.url ?? ''
/** Recipients of sent mails with counts; on a slow machine the owner also gets a mail that the plant is silent. */
function delivered(): Map<string, number> {
  const mails = join(outboxOf(folder), 'mail')
  const count = new Map<string, number>()
  const files = readdirSync(folder).includes('outbox') ? readdirSync(mails).filter((file) => file.endsWith('.txt')) : []
  for (const file of files) {
    const to = /^To: (.*)$/m.exec(readFileSync(join(mails, file), 'utf8'))?.[1] ?? ''
    if (to !== 'owner@example.org') count.set(to, (count.get(to) ?? 0) + 1)
  }
  return count
}

/** Number of answers before the kill, and in total. */
const untilKill = 80
const inAll = 240

test('one of three instances killed under load: no acknowledged frame is lost, no request fails, streams move', async () => {
  const third = await startServiceProcess(join(folder, 'third'), {
    DATABASE_URL: database.databaseUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  })
  const send = takeTurns([urlOf(0), urlOf(1), third.url])
  const stream = await readEvents(third.url, owner.cookie)
  const begin = Math.floor(Date.now() / 60_000) * 60_000 - 80_000_000
  const acknowledged: number[] = []
  const statuses: number[] = []
  let nth = 0
  const kills: Promise<unknown>[] = []
  const work = async (isLogger: boolean) => {
    while (statuses.length < inAll) {
      const at = begin + (nth += 1) * 60_000
      const status = isLogger
        ? await send((url) => plant.send(url, [frame(plant.serial, at, { powerW: 1000 })]))
        : await send((url) => owner.call(url, 'GET', '/stations'))
      statuses.push(status)
      if (isLogger && status === 200) acknowledged.push(at)
      if (statuses.length >= untilKill && kills.length === 0) kills.push(third.end('SIGKILL'))
    }
  }
  await Promise.all([work(true), work(true), work(true), work(false), work(false)])
  await Promise.all(kills)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(untilKill / 2)
  const { rows } = await database.db.pool.query<{ at: number }>(
    'select extract(epoch from ts)::float8 * 1000 as at from device_sample',
  )
  const stored = new Set(rows.map(({ at }) => at))
  expect(acknowledged.filter((at) => !stored.has(at))).toEqual([])
  expect(rows).toHaveLength(stored.size)
  // The browser opens its stream again, at any instance.
  await stream.ended
  const moved = await readEvents(urlOf(0), owner.cookie)
  const newest = Math.floor(Date.now() / 60_000) * 60_000 - 120_000
  expect((await plant.send(urlOf(1), [frame(plant.serial, newest, { powerW: 1000 })])).status).toBe(200)
  await moved.next((event) => event.type === 'station' && event.stationId === plant.stationId)
  moved.close()
})

test('two instances: events reach clients of both, each mail is sent once, and one continues alone', async () => {
  const streams = await Promise.all([readEvents(urlOf(0), owner.cookie), readEvents(urlOf(1), owner.cookie)])
  for (const to of [0, 1]) {
    for (const stream of streams) stream.clear()
    const at = Math.floor(Date.now() / 60_000) * 60_000 - to * 60_000
    expect((await plant.send(urlOf(to), [frame(plant.serial, at, { powerW: 1000 })])).status).toBe(200)
    for (const stream of streams) {
      await stream.next((event) => event.type === 'station' && event.stationId === plant.stationId)
    }
  }
  // Both instances look for due jobs every second.
  const addresses = Array.from({ length: 24 }, (_, nth) => `newcomer-${nth}@example.org`)
  for (const [nth, email] of addresses.entries()) {
    await retryWhileBusy(() => owner.call(urlOf(nth % 2), 'POST', '/registration/code', { email, locale: 'en-US' }))
  }
  while (delivered().size < addresses.length) await wait(50)
  const turns = async () => {
    const { rows } = await database.db.pool.query<{ due: number }>(
      "select extract(epoch from due_at)::float8 * 1000 as due from job where name = 'messages'",
    )
    return rows[0]?.due ?? 0
  }
  // Both instances have run their jobs again: a duplicate would exist by now.
  const then = await turns()
  while ((await turns()) < then + 3_000) await wait(100)
  expect(Object.fromEntries(delivered())).toEqual(Object.fromEntries(addresses.map((address) => [address, 1])))

  await instances.shift()?.stop()
  await streams[0]?.ended
  streams[1]?.clear()
  const at = Math.floor(Date.now() / 60_000) * 60_000 - 600_000
  expect((await plant.send(urlOf(0), [frame(plant.serial, at, { powerW: 1000 })])).status).toBe(200)
  await streams[1]?.next((event) => event.type === 'station')
  await owner.call(urlOf(0), 'POST', '/registration/code', { email: 'last@example.org', locale: 'en-US' })
  while (!delivered().has('last@example.org')) await wait(50)
})
