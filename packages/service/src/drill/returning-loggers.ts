/** Many loggers of two accounts return at once after a day offline. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { addManyPlants } from '../testing/many-plants.ts'
import { addTestPlant, frame, startTestPortal, type TestPlant, type TestPortal } from '../testing/test-portal.ts'
import { runDrill } from './run-drill.ts'

const loggers = { short: 40, long: 2000 }
const binMs = 300_000
const dayOfFrames = 288

const serialOf = (plant: TestPlant) => plant.devices[0]?.serial ?? ''
const dayOf = (plant: TestPlant, until: number): DeviceFrame[] =>
  Array.from({ length: dayOfFrames }, (_, nth) =>
    frame(serialOf(plant), until - (dayOfFrames - 1 - nth) * binMs, { powerW: 6000, energyTotalKwh: nth * 0.5 }),
  )
const p95 = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0

/** Observations while the loggers return. */
interface Course {
  isOver: boolean
  /** Number of 503 replies: too many at once. */
  sentAway: number
  /** Account (0 or 1) of each accepted batch, in order. */
  taken: number[]
  /** For each live frame: its wait, and the number of batches accepted meanwhile. */
  waits: { ms: number; batches: number }[]
}

/** Delivers a batch; after a 503, retries at the given Retry-After with some jitter. */
async function deliver(course: Course, plant: TestPlant, nth: number, devices: DeviceFrame[]): Promise<number> {
  for (;;) {
    const reply = await plant.logger.send({ devices }, { gzip: true })
    if (reply.status !== 503) return reply.data.accepted
    course.sentAway += 1
    await wait(Number(reply.response.headers['retry-after']) * (500 + (nth % 100) * 10))
  }
}

/** One logger without a backlog goes on sending, and its owner reads pages. */
async function liveOn(course: Course, portal: TestPortal, live: TestPlant, ask: () => Promise<{ status: number }>) {
  for (let nth = 1; !course.isOver; nth += 1) {
    const [since, before] = [performance.now(), course.taken.length]
    const at = portal.clock.now - nth * 1000
    assert.equal(await deliver(course, live, 0, [frame(serialOf(live), at, { powerW: 1 })]), 1)
    course.waits.push({ ms: performance.now() - since, batches: course.taken.length - before })
    // Pages have their own database connections.
    assert.equal((await ask()).status, 200)
  }
}

async function checkStored(portal: TestPortal, plant: TestPlant): Promise<void> {
  const { rows } = await portal.db.pool.query<{ frames: number; kwh: number | null }>(
    `select (select count(*)::int from device_sample where device_no = no) as frames,
       (select sum(energy_kwh) from device_day where device_no = no) as kwh
     from device where serial = $1`,
    [serialOf(plant)],
  )
  assert.equal(rows[0]?.frames, dayOfFrames)
  assert.ok(Math.abs((rows[0]?.kwh ?? 0) - (dayOfFrames - 1) * 0.5) < 1e-6)
}

await runDrill(async ({ isShort, openServer, afterwards }) => {
  const count = isShort ? loggers.short : loggers.long
  await openServer()
  const portal = await startTestPortal('2026-06-10T10:00:00Z')
  afterwards(() => portal.stop())
  const [owner, neighbour] = [await portal.signIn('owner'), await portal.signIn('neighbour')]
  const plants = await addManyPlants(portal, [owner, neighbour], count)
  const live = await addTestPlant(portal, neighbour)
  const course: Course = { isOver: false, sentAway: 0, taken: [], waits: [] }
  const from = performance.now()
  const living = liveOn(course, portal, live, () => owner.call('GET /stations'))
  await Promise.all(
    plants.map(async (plant, nth) => {
      assert.equal(await deliver(course, plant, nth, dayOf(plant, portal.clock.now)), dayOfFrames)
      course.taken.push(nth % 2)
    }),
  )
  course.isOver = true
  await living
  const seconds = (performance.now() - from) / 1000
  for (const plant of plants.slice(0, 3)) await checkStored(portal, plant)

  // Batches being stored when the live frame arrives, and those accepted meanwhile; 64 wait.
  const waitBatches = p95(course.waits.map(({ batches }) => batches))
  assert.ok(waitBatches <= 40, `a live frame waits behind ${waitBatches} batches`)
  // Fairness: when one account is done, the other has at least half of its batches accepted.
  for (const account of [0, 1]) {
    const through = course.taken.lastIndexOf(account) + 1
    const others = course.taken.slice(0, through).filter((one) => one !== account).length
    assert.ok(others > count / 4, `the other account has ${others} of ${count / 2} batches through`)
  }
  return {
    loggers: count,
    framesASecond: Math.round((count * dayOfFrames) / seconds),
    sentAway: course.sentAway,
    liveFrames: course.waits.length,
    liveWaitP95: { ms: Math.round(p95(course.waits.map(({ ms }) => ms))), batches: waitBatches },
  }
})
