import type { DeviceFrame } from '@helioport/contract/ingest'
import { addTestPlant, frame, type TestPlant } from '../../testing/test-portal.ts'
import { rawReadsOf, recordQueries } from '../../testing/recorded-queries.ts'
import { sharedPortal } from '../../testing/shared-portal.ts'
import { insertDueRollUps } from '../queries/due-roll-up.ts'
import { computeDueRollUps } from './due-roll-ups.ts'

const { portal, owner } = sharedPortal('2026-06-10T12:00:00Z')
const midnight = Date.parse('2026-06-09T22:00:00Z')
const stepMs = 30_000

/** From five in the morning on, every half a minute. */
const at = (nth: number) => midnight + 5 * 3_600_000 + nth * stepMs

const frameOf = (serial: string, nth: number): DeviceFrame =>
  frame(serial, at(nth), { powerW: 4_000 + (nth % 7) * 100, energyTotalKwh: Math.floor(50_000 + nth * 3.6) / 100 })

async function sendAll(plant: TestPlant, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += 1000) {
    const nths = Array.from({ length: Math.min(1000, to - start) }, (_, index) => start + index)
    await plant.logger.send({ devices: plant.devices.flatMap(({ serial }) => nths.map((nth) => frameOf(serial, nth))) })
  }
}

const daysOf = async ({ stationId }: TestPlant) =>
  (
    await portal.db.pool.query<{ device_no: number; samples: number }>(
      'select * from device_day where station_id = $1 order by device_no, date',
      [stationId],
    )
  ).rows

/** Computed from all frames, as a job does. */
async function computedAnew(plant: TestPlant) {
  const nos = new Set((await daysOf(plant)).map(({ device_no }) => device_no))
  const stretches = [...nos].map((deviceNo) => ({ deviceNo, from: midnight, to: portal.clock.now }))
  await portal.db.transaction((tx) => insertDueRollUps(tx, stretches))
  await computeDueRollUps(portal.service)
  return daysOf(plant)
}

/** Takes a frame out like an instance of an older version, which knows nothing of settled days. */
async function takeOutUnseen(plant: TestPlant, instant: number): Promise<void> {
  const { pool } = portal.ownerDb
  await pool.query('create table unseen as select * from settled_day')
  await pool.query('delete from device_sample where ts = $1', [new Date(instant)])
  await computedAnew(plant)
  await pool.query('delete from settled_day; insert into settled_day select * from unseen; drop table unseen')
}

const recorder = () => (known ??= recordQueries(portal.db))
let known: ReturnType<typeof recordQueries> | undefined

async function rawRowsOf(work: () => Promise<unknown>): Promise<number> {
  const queries = await recorder().during(work)
  const reads = await Promise.all(queries.map((query) => rawReadsOf(portal.db, query)))
  return reads.flat().reduce((sum, { rows }) => sum + rows, 0)
}

test('storing a live frame reads only the end of its day, however many frames the day has', async () => {
  recorder()
  const plant = await addTestPlant(portal, owner, { devices: 1 })
  const serial = plant.devices[0]?.serial ?? ''
  const rows: number[] = []
  let sent = 0
  for (const many of [250, 1000]) {
    await sendAll(plant, sent, many)
    await portal.ownerDb.pool.query('analyze device_sample')
    rows.push(await rawRowsOf(() => plant.logger.send({ devices: [frameOf(serial, many)] })))
    sent = many + 1
  }
  const [few = 0, many = 0] = rows
  expect(few).toBeGreaterThan(0)
  expect(many).toBeLessThan(few * 1.2)
})

test('live, late, repeated and corrected frames give the same days as recomputing all frames', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  const [one = '', other = ''] = plant.devices.map(({ serial }) => serial)
  const send = (devices: DeviceFrame[], more = {}) => plant.logger.send({ devices, ...more })
  await sendAll(plant, 0, 100)
  const turns: (() => Promise<unknown>)[] = [
    () => send([frameOf(one, 100), frameOf(other, 100)]),
    () => send([frameOf(one, 101), frameOf(one, 102)]),
    // Late frames: of one device in the part that is not settled, of the other before it.
    () => send([frameOf(one, 110), frameOf(other, 111)]),
    () => send([frameOf(one, 105)]),
    () => send([{ ...frameOf(other, 40), at: at(40) + 10_000 }, frameOf(other, 112)]),
    // Once more, and with other values in their place.
    () => send([frameOf(one, 110), frameOf(one, 111), frameOf(one, 112)]),
    () => send([{ ...frameOf(one, 50), powerW: 9_000 }, frameOf(one, 113)], { correction: true }),
    // A counter that begins anew, and one after a silence.
    () => send([frame(one, at(114), { powerW: 5_000, energyTotalKwh: 0.5 })]),
    () => send([115, 116, 117].map((nth) => frame(one, at(nth), { powerW: 5_000, energyTotalKwh: nth / 100 }))),
    () => send([frameOf(other, 300)]),
    () => send([frameOf(other, 301), frameOf(other, 302)]),
    () => takeOutUnseen(plant, at(20)),
    () => send([frameOf(one, 303), frameOf(other, 303)]),
  ]
  for (const turn of turns) {
    await turn()
    const live = await daysOf(plant)
    expect(live.length).toBeGreaterThanOrEqual(2)
    expect(live).toEqual(await computedAnew(plant))
  }
})
