import { computeDueRollUps } from '../energy/kept/due-roll-ups.ts'
import { watchLoop } from '../testing/loop-watch.ts'
import { addTestPlant, frame, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
const watch = watchLoop(() => portal)

/** Frames a month apart, from 1980 on, with 300 kWh more on the counter each month. */
function monthly(plant: TestPlant, from: number, to: number) {
  const serial = plant.devices[0]?.serial ?? ''
  return Array.from({ length: to - from }, (_, nth) =>
    frame(serial, Date.UTC(1980, from + nth, 15, 11), { powerW: 1000, energyTotalKwh: 1000 + 300 * (from + nth) }),
  )
}

const one = async <T>(text: string, values: unknown[] = []): Promise<T | undefined> =>
  (await portal.db.pool.query(text, values)).rows[0] as T | undefined

const deviceNoOf = async (plant: TestPlant) =>
  (await one<{ no: number }>('select no from device where id = $1', [plant.devices[0]?.id]))?.no ?? 0

const partitions = async () =>
  (
    await one<{ count: number }>(
      "select count(*) as count from pg_inherits where inhparent = 'device_sample'::regclass",
    )
  )?.count ?? 0

test('monthly frames since 1980: rows older than 20 years are row.tooOld; the rest blocks no request', async () => {
  const plant = await addTestPlant(portal, owner, { installedOn: '1980-01-01' })
  const rows = monthly(plant, 0, 550)
  // Warm-up: compiles what is compiled at first use.
  await plant.logger.send({ devices: [frame(plant.devices[0]?.serial ?? '', portal.clock.now)] })
  const before = await partitions()
  const tooOld = rows.filter(({ at }) => at < portal.clock.now - 20 * 365.25 * 86_400_000).length
  expect(tooOld).toBeGreaterThan(300)
  const { data } = await plant.logger.send({ devices: rows })
  expect(data.accepted).toBe(rows.length - tooOld)
  expect(data.rejected).toEqual(
    rows.slice(0, tooOld).map((_, index) => ({ list: 'devices', index, code: 'row.tooOld' })),
  )
  expect((await partitions()) - before).toBeLessThanOrEqual(rows.length - tooOld)
})

test('days computed from frames a month apart add up to the counter', async () => {
  const plant = await addTestPlant(portal, owner, { installedOn: '1980-01-01' })
  await plant.logger.send({ devices: monthly(plant, 533, 557) })
  const no = await deviceNoOf(plant)
  const isLeft = async () =>
    ((await one<{ count: number }>('select count(*) as count from due_roll_up where device_no = $1', [no]))?.count ??
      0) > 0
  expect(await isLeft()).toBe(true)
  await watch.during(async () => {
    while (await isLeft()) await computeDueRollUps(portal.service)
  })
  const sum = await one<{ kwh: number; days: number }>(
    'select sum(energy_kwh) as kwh, count(*) as days from device_day where device_no = $1',
    [no],
  )
  expect(sum?.kwh).toBeCloseTo(300 * 23, 6)
  expect(sum?.days).toBeGreaterThan(23 * 30)
})

test('a frame of 19 years ago beside one of today is accepted without blocking other requests', async () => {
  const plant = await addTestPlant(portal, owner, { installedOn: '1980-01-01' })
  const serial = plant.devices[0]?.serial ?? ''
  await plant.logger.send({ devices: [frame(serial, portal.clock.now - 600_000, { energyTotalKwh: 50_000 })] })
  const old = [frame(serial, Date.UTC(2007, 6, 1, 10), { energyTotalKwh: 10 })]
  expect((await plant.logger.send({ devices: old })).data.accepted).toBe(1)
})

test('a batch with frames of 3,000 days does not block other requests', async () => {
  const plant = await addTestPlant(portal, owner, { installedOn: '2007-01-01' })
  const serial = plant.devices[0]?.serial ?? ''
  const devices = Array.from({ length: 3_000 }, (_, nth) =>
    frame(serial, portal.clock.now - (nth + 1) * 86_400_000, { powerW: 1000, energyTotalKwh: 100_000 - 10 * nth }),
  )
  expect((await plant.logger.send({ devices }, { gzip: true })).data.accepted).toBe(3_000)
})
