import type { AddressInfo } from 'node:net'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { addManyPlants } from '../testing/many-plants.ts'
import {
  addTestPlant,
  frame,
  type Person,
  startTestPortal,
  type TestPlant,
  type TestPortal,
} from '../testing/test-portal.ts'

jest.setTimeout(1_000_000)

let portal: TestPortal
let owner: Person
let port: number

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = await portal.signIn('owner')
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  port = (portal.app.server.address() as AddressInfo).port
})
afterAll(() => portal?.stop())

const binMs = 300_000
const serialOf = (plant: TestPlant) => plant.devices[0]?.serial ?? ''
const framesUntil = (plant: TestPlant, count: number, until = portal.clock.now): DeviceFrame[] =>
  Array.from({ length: count }, (_, nth) =>
    frame(serialOf(plant), until - (count - 1 - nth) * binMs, { powerW: 6000, energyTotalKwh: nth * 0.5 }),
  )
const stored = async (plant: TestPlant) => {
  const { rows } = await portal.db.pool.query<{ frames: number; kwh: number | null }>(
    `select (select count(*)::int from device_sample where device_no = no) as frames,
       (select sum(energy_kwh) from device_day where device_no = no) as kwh
     from device where serial = $1`,
    [serialOf(plant)],
  )
  return rows[0]
}

test('an upload that is cut after every kilobyte leaves nothing, the whole one everything', async () => {
  const plant = await addTestPlant(portal, owner)
  const frames = framesUntil(plant, 200)
  const { data: logger } = await owner.call('POST /loggers', {
    body: { stationId: plant.stationId, serial: `LOGGER-CUT-${process.pid}` },
  })
  await portal.db.pool.query('update device set logger_id = $1 where serial = $2', [logger.id, serialOf(plant)])
  const key = `Logger ${logger.key}`
  const text = JSON.stringify({
    logger: logger.serial,
    seq: 1,
    loggerTime: portal.clock.now,
    uptimeS: 1,
    devices: frames,
  })
  const cutAfter = (bytes: number) =>
    new Promise<void>((resolve) => {
      const upload = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/ingest/v1/frames',
        headers: { authorization: key, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
      })
      upload.on('error', () => {})
      upload.on('close', () => resolve())
      upload.write(text.slice(0, bytes), () => upload.destroy())
    })
  let cuts = 0
  for (let bytes = 1024; bytes < text.length; bytes += 1024) {
    await cutAfter(bytes)
    cuts += 1
  }
  expect(cuts).toBeGreaterThan(15)
  expect(await stored(plant)).toMatchObject({ frames: 0 })
  const response = await fetch(`http://127.0.0.1:${port}/api/ingest/v1/frames`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: text,
  })
  expect(await response.json()).toMatchObject({ data: { accepted: 200, duplicates: 0, rejected: [] } })
})

test('one bad frame among 500: 499 are kept, it is named, and the same batch again changes nothing', async () => {
  const plant = await addTestPlant(portal, owner)
  const frames = framesUntil(plant, 500)
  frames[250] = { ...frame(serialOf(plant), portal.clock.now - 249 * binMs), powerW: 1e12 }
  const { data } = await plant.logger.send({ devices: frames })
  expect(data).toMatchObject({ accepted: 499, rejected: [{ list: 'devices', index: 250, code: 'row.outOfRange' }] })
  const before = await stored(plant)
  expect(before?.kwh).toBeCloseTo(499 * 0.5, 6)
  // The acknowledgement was lost: the logger sends it again.
  expect((await plant.logger.send({ devices: frames })).data).toMatchObject({ accepted: 0, duplicates: 499 })
  expect(await stored(plant)).toEqual(before)
})

/** Of 2,000 that come back after a day: HELIOPORT_LOGGERS=2000 shows all of them, in less than the 15 minutes they may take. */
const loggers = Number(process.env.HELIOPORT_LOGGERS ?? 40)
const dayOfFrames = 288

test(`${loggers} loggers of two accounts come back after a day: all is taken, accounts alike, and live frames do not wait for it`, async () => {
  const second = await portal.signIn('neighbour')
  const plants = await addManyPlants(portal, [owner, second], loggers)
  const live = await addTestPlant(portal, second)
  const from = performance.now()
  const cpu = process.cpuUsage()
  const taken: number[] = []
  const state = { isOver: false, sentAway: 0 }
  const waits: { ms: number; batches: number }[] = []
  /** Too many at once: a logger comes back when it was told to, each a little earlier or later. */
  const deliver = async (plant: TestPlant, nth: number, devices: DeviceFrame[]) => {
    for (;;) {
      const reply = await plant.logger.send({ devices }, { gzip: true })
      if (reply.status !== 503) return reply.data.accepted
      state.sentAway += 1
      await wait(Number(reply.response.headers['retry-after']) * (500 + (nth % 100) * 10))
    }
  }
  const living = (async () => {
    for (let nth = 1; !state.isOver; nth += 1) {
      const [since, before] = [performance.now(), taken.length]
      const at = portal.clock.now - nth * 1000
      expect(await deliver(live, 0, [frame(serialOf(live), at, { powerW: 1 })])).toBe(1)
      waits.push({ ms: performance.now() - since, batches: taken.length - before })
      // Pages have connections of their own.
      expect((await owner.call('GET /stations')).status).toBe(200)
    }
  })()
  await Promise.all(
    plants.map(async (plant, nth) => {
      expect(await deliver(plant, nth, framesUntil(plant, dayOfFrames))).toBe(dayOfFrames)
      taken.push(nth % 2)
    }),
  )
  state.isOver = true
  await living
  const seconds = (performance.now() - from) / 1000
  for (const plant of plants.slice(0, 3)) {
    expect(await stored(plant)).toEqual({ frames: dayOfFrames, kwh: expect.closeTo((dayOfFrames - 1) * 0.5, 6) })
  }
  const p95 = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0
  const [waitMs, waitBatches] = [p95(waits.map(({ ms }) => ms)), p95(waits.map(({ batches }) => batches))]
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `${loggers} x ${dayOfFrames} frames in ${seconds.toFixed(1)} s (${Math.round((loggers * dayOfFrames) / seconds)}/s; ` +
      `${((user + system) / 1e6).toFixed(1)} s of processor here, ${state.sentAway} sent away), ${waits.length} live frames wait ${waitMs.toFixed(0)} ms, ` +
      `behind ${waitBatches} batches (p95)`,
  )
  // Those that are being stored when it comes, and those that go through meanwhile; 64 wait.
  expect(waitBatches).toBeLessThanOrEqual(40)
  // Neither account is served before the other: where one of them is through, the other has come half the way.
  for (const account of [0, 1]) {
    const through = taken.lastIndexOf(account) + 1
    expect(taken.slice(0, through).filter((one) => one !== account).length).toBeGreaterThan(loggers / 4)
  }
})
