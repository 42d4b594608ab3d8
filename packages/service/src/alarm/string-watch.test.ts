import { errorWordOf } from '@helioport/contract'
import { editStation } from '../testing/edit-station.ts'
import { addTestPlant, frame, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T12:00:00Z')

const minute = 60_000
/** 24 strings at 12 MPPTs: 60 kW at 650 V are 3.8 A each. */
const stringCount = 24

async function addInverter(): Promise<TestPlant> {
  const plant = await addTestPlant(portal, owner, { ratedPowerW: 60_000 })
  await portal.db.pool.query('update device set string_count = $2, mppt_count = 12 where id = $1', [
    plant.devices[0]?.id,
    stringCount,
  ])
  return plant
}

/** Sends frames every 5 min; `current` of a living string, `dead`: string that carries nothing, from 1. */
async function run(plant: TestPlant, from: string, count: number, current: number, dead: number | null) {
  for (let nth = 0; nth < count; nth += 1) {
    const at = Date.parse(from) + nth * 5 * minute
    const stringCurrentA = Array.from({ length: stringCount }, (_, index) =>
      index + 1 === dead ? 0 : current * (1 + 0.05 * Math.sin(index)),
    )
    const mpptVoltageV = Array.from({ length: 12 }, () => 650)
    await plant.logger.send({
      devices: [frame(plant.devices[0]?.serial ?? '', at, { powerW: 10_000, stringCurrentA, mpptVoltageV })],
    })
  }
}

const alarmsOf = async ({ stationId }: TestPlant) => (await owner.call('GET /alarms', { query: { stationId } })).data

test('a dead string at noon raises an alarm with string and MPPT within 30 min, until it recovers', async () => {
  const plant = await addInverter()
  await run(plant, '2026-06-10T09:00:00Z', 12, 3, null)
  expect(await alarmsOf(plant)).toEqual([])
  await run(plant, '2026-06-10T10:00:00Z', 6, 3, 7)
  expect(await alarmsOf(plant)).toMatchObject([
    {
      code: 'A3',
      source: 'stringWatch',
      string: 7,
      mppt: 4,
      deviceName: 'Inverter 1',
      raisedAt: '2026-06-10T10:00:00.000Z',
      clearedAt: null,
    },
  ])
  await run(plant, '2026-06-10T10:30:00Z', 4, 3, null)
  expect(await alarmsOf(plant)).toMatchObject([{ string: 7, clearedAt: '2026-06-10T10:30:00.000Z' }])
})

test('no string alarm under full cloud or at dawn', async () => {
  const cloudy = await addInverter()
  await run(cloudy, '2026-06-10T10:00:00Z', 12, 0.5, 7)
  expect(await alarmsOf(cloudy)).toEqual([])
  const dawn = await addInverter()
  // The sun rises at 02:45 UTC and stands under 10 degrees until about 04:20.
  await run(dawn, '2026-06-10T02:40:00Z', 12, 3, 7)
  expect(await alarmsOf(dawn)).toEqual([])
})

test('a cloud or a night does not end the alarm of a dead string', async () => {
  const plant = await addInverter()
  await run(plant, '2026-06-08T15:00:00Z', 6, 3, 9)
  await run(plant, '2026-06-08T15:30:00Z', 12, 0.3, 9)
  await run(plant, '2026-06-09T09:00:00Z', 6, 3, 9)
  expect(await alarmsOf(plant)).toMatchObject([{ string: 9, raisedAt: '2026-06-08T15:00:00.000Z', clearedAt: null }])
})

test('frames in reverse order give the same string alarm', async () => {
  const [first, second] = [await addInverter(), await addInverter()]
  await run(first, '2026-06-10T09:00:00Z', 4, 3, null)
  await run(first, '2026-06-10T09:20:00Z', 6, 3, 3)
  await run(first, '2026-06-10T09:50:00Z', 4, 3, null)
  await run(second, '2026-06-10T09:50:00Z', 4, 3, null)
  await run(second, '2026-06-10T09:20:00Z', 6, 3, 3)
  await run(second, '2026-06-10T09:00:00Z', 4, 3, null)
  const times = async (plant: TestPlant) =>
    (await alarmsOf(plant)).map(({ string, raisedAt, clearedAt }) => [string, raisedAt, clearedAt])
  expect(await times(second)).toEqual(await times(first))
  expect(await times(first)).toEqual([[3, '2026-06-10T09:20:00.000Z', '2026-06-10T09:50:00.000Z']])
})

/** Four trackers of two strings each, or of other numbers: 60 kW are 15 kW a tracker. */
async function addTrackers(mpptCheck: boolean, stringCount = 8): Promise<TestPlant> {
  const plant = await addTestPlant(portal, owner, { ratedPowerW: 60_000 })
  await portal.db.pool.query('update device set string_count = $2, mppt_count = 4 where id = $1', [
    plant.devices[0]?.id,
    stringCount,
  ])
  await portal.db.pool.query('update station set mppt_check = $2 where id = $1', [plant.stationId, mpptCheck])
  return plant
}

/** Sends frames every 5 min in which tracker 3 gives a share of what the others give; `current` of a string. */
async function runTrackers(plant: TestPlant, start: string, count: number, share: number, current = 6) {
  for (let nth = 0; nth < count; nth += 1) {
    const at = Date.parse(start) + nth * 5 * minute
    const shareOf = (tracker: number) => (tracker === 2 ? share : 1 + 0.02 * tracker)
    const mpptCurrentA = [0, 1, 2, 3].map((tracker) => 2 * current * shareOf(tracker))
    const stringCurrentA = [0, 0, 1, 1, 2, 2, 3, 3].map((tracker) => current * shareOf(tracker))
    const mpptVoltageV = [650, 650, 650, 650]
    await plant.logger.send({
      devices: [
        frame(plant.devices[0]?.serial ?? '', at, { powerW: 30_000, mpptVoltageV, mpptCurrentA, stringCurrentA }),
      ],
    })
  }
}

test('with the MPPT check on, a weak tracker raises an alarm after half an hour, until it recovers', async () => {
  const plant = await addTrackers(true)
  await runTrackers(plant, '2026-06-10T08:30:00Z', 6, 1)
  await runTrackers(plant, '2026-06-10T09:00:00Z', 6, 0.6)
  expect(await alarmsOf(plant)).toEqual([])
  await runTrackers(plant, '2026-06-10T09:30:00Z', 3, 0.6)
  expect(await alarmsOf(plant)).toMatchObject([
    {
      code: 'A3',
      source: 'trackerWatch',
      mppt: 3,
      string: null,
      raisedAt: '2026-06-10T09:00:00.000Z',
      clearedAt: null,
    },
  ])
  await runTrackers(plant, '2026-06-10T09:45:00Z', 3, 1)
  expect(await alarmsOf(plant)).toMatchObject([{ mppt: 3, clearedAt: '2026-06-10T09:45:00.000Z' }])
})

test('no tracker alarm with the check off, under a cloud, by brief shade or beside a dead string', async () => {
  const unchecked = await addTrackers(false)
  await runTrackers(unchecked, '2026-06-10T09:00:00Z', 12, 0.6)
  expect(await alarmsOf(unchecked)).toEqual([])
  const cloudy = await addTrackers(true)
  await runTrackers(cloudy, '2026-06-10T08:00:00Z', 12, 0.6, 1)
  await runTrackers(cloudy, '2026-06-10T09:00:00Z', 4, 0.6)
  await runTrackers(cloudy, '2026-06-10T09:20:00Z', 4, 1)
  expect(await alarmsOf(cloudy)).toEqual([])
  await runTrackers(cloudy, '2026-06-10T10:00:00Z', 10, 0.1)
  expect((await alarmsOf(cloudy)).map(({ source }) => source)).toEqual(['stringWatch', 'stringWatch'])
})

test('with uneven strings, a tracker at half raises no alarm, one at 30 % does', async () => {
  const plant = await addTrackers(true, 7)
  await runTrackers(plant, '2026-06-10T09:00:00Z', 12, 0.5)
  expect(await alarmsOf(plant)).toEqual([])
  await runTrackers(plant, '2026-06-10T10:00:00Z', 8, 0.3)
  expect(await alarmsOf(plant)).toMatchObject([{ source: 'trackerWatch', mppt: 3 }])
})

test("a tracker's alarm ends when the station's MPPT check is switched off", async () => {
  const plant = await addTrackers(true)
  await runTrackers(plant, '2026-06-10T09:00:00Z', 9, 0.6)
  expect((await alarmsOf(plant))[0]?.clearedAt).toBeNull()
  expect(await editStation(owner, plant.stationId, { mpptCheck: false })).toBe(200)
  expect((await alarmsOf(plant))[0]?.clearedAt).toBe('2026-06-10T12:00:00.000Z')
  await runTrackers(plant, '2026-06-10T09:45:00Z', 9, 0.6)
  expect(await alarmsOf(plant)).toHaveLength(1)
})

test('with hourly frames, a code that pauses for one frame and a dead string are one alarm each', async () => {
  const plant = await addTestPlant(portal, owner)
  const [device] = plant.devices
  await portal.db.pool.query('update device set string_count = 4, mppt_count = 4 where id = $1', [device?.id])
  const before = portal.clock.now
  const at = (nth: number) => Date.parse('2026-06-10T06:00:00Z') + nth * 60 * minute
  for (let nth = 0; nth < 10; nth += 1) {
    portal.clock.now = at(nth)
    const errorWord = [2, 3, 4, 6].includes(nth) ? errorWordOf(['F7']) : 0
    const stringCurrentA = [5, 5.1, nth >= 2 && nth <= 5 ? 0 : 5, 4.9]
    const mpptVoltageV = [500, 500, 500, 500]
    await plant.logger.send({
      devices: [frame(device?.serial ?? '', at(nth), { powerW: 9000, errorWord, stringCurrentA, mpptVoltageV })],
    })
  }
  portal.clock.now = before
  const told = (await alarmsOf(plant)).map(({ code, string, raisedAt, clearedAt }) => [
    code,
    string,
    raisedAt,
    clearedAt,
  ])
  expect(told.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
    ['A3', 3, new Date(at(2)).toISOString(), new Date(at(6)).toISOString()],
    ['F7', null, new Date(at(2)).toISOString(), new Date(at(7)).toISOString()],
  ])
})
