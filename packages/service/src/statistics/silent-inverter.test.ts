import { analyseAll, framesOf, sendAll, sensorsOf } from '../testing/test-days.ts'
import { proved } from '../testing/test-portal.ts'
import { sharedPlant } from '../testing/shared-portal.ts'

/**
 * Six inverters of 122 kWp, 732 kWp together, of which one never sends anything. From 08:00 to 12:00 UTC 800 W/m2: H is
 * 4 h x 0.8 = 3.2 kWh/m2. Each of the others makes 122 x 0.8 x 0.8 = 78.08 kW, 312.32 kWh a day: 1,561.6 kWh.
 */
const { portal, owner, plant } = sharedPlant('2026-06-10T20:30:00Z', { devices: 6, ratedPowerW: 122_000 })

const shines = (at: number) => at % 86_400_000 >= 8 * 3_600_000 && at % 86_400_000 < 12 * 3_600_000
const first = '2026-06-08'
const [from, to] = ['2026-06-07T22:00:00Z', '2026-06-10T20:25:00Z']
const perDevice = 122 * 0.8 * 0.8 * 4
const perDay = 5 * perDevice

beforeAll(async () => {
  await sendAll(
    plant,
    framesOf(
      plant,
      from,
      to,
      (at) => ({ powerW: shines(at) ? 78_080 : 0 }),
      (_, device) => device !== 5,
    ),
    sensorsOf(from, to, (at) => ({ irradianceWm2: shines(at) ? 800 : 0 })),
  )
  await analyseAll(portal)
})

const params = () => ({ stationId: plant.stationId })
const whole = { inOperationKwp: 732, reportedKwp: 610 }

test('ratio, yield, availability and coverage include an inverter that never reported', async () => {
  const day = await owner.call('GET /stations/:stationId/day', { params: params(), query: { date: first } })
  expect(day.data.capacity).toEqual(whole)
  expect(day.data.figures).toMatchObject({
    energyKwh: expect.closeTo(perDay, 6),
    specificYield: expect.closeTo(perDay / 732, 6),
    // 1,561.6 / (732 x 3.2) = 0.8 x 5 / 6; over those that report it would be 0.8.
    performanceRatio: expect.closeTo(0.8 * (5 / 6), 6),
    coverage: expect.closeTo(5 / 6, 2),
  })
  expect(new Set(day.data.powerCoverage.slice(120, 168))).toEqual(new Set([0.8333]))
  const { data } = await owner.call('GET /stations/:stationId/statistics', {
    params: params(),
    query: { period: 'week', date: first },
  })
  expect(data.capacity).toEqual(whole)
  expect(data.figures).toMatchObject({
    energyKwh: expect.closeTo(3 * perDay, 6),
    specificYield: expect.closeTo((3 * perDay) / 732, 6),
    performanceRatio: expect.closeTo(0.8 * (5 / 6), 6),
    arrayRatio: expect.closeTo(0.8 * (5 / 6), 6),
    availability: expect.closeTo(5 / 6, 6),
  })
  expect(data.figures.coverage.energy).toBeCloseTo(5 / 6, 2)
  const silent = data.devices[5]
  expect(silent).toMatchObject({ energyKwh: null, availability: 0, coverage: { energy: 0 } })
})

test('the list, the portfolio, the ranking and the losses divide by the same capacity', async () => {
  const list = await owner.call('GET /stations/:stationId', { params: params() })
  expect(list.data).toMatchObject({ capacity: whole, specificYieldToday: expect.closeTo(perDay / 732, 6) })
  expect(list.data.coverageToday).toBeCloseTo(5 / 6, 2)
  const { data: summary } = await owner.call('GET /stations/summary', { query: {} })
  expect(summary).toMatchObject({ capacity: whole, specificYieldToday: expect.closeTo(perDay / 732, 6) })
  const { data: account } = await owner.call('GET /account/statistics', { query: { period: 'week', date: first } })
  expect(account).toMatchObject({ capacity: whole, figures: { specificYield: expect.closeTo((3 * perDay) / 732, 6) } })
  const { data: ranking } = await owner.call('GET /ranking', { query: { of: 'stations', period: 'week', date: first } })
  expect(ranking[0]).toMatchObject({
    specificYield: expect.closeTo((3 * perDay) / 732, 6),
    days: { known: 3, expected: 3 },
  })
  const { data: losses } = await owner.call('GET /stations/:stationId/losses', {
    params: params(),
    query: { period: 'day', date: first },
  })
  // Reference: 732 x 3.2; the outage of the silent one: what each of its siblings made.
  const kwh = Object.fromEntries(losses.bars.map((bar) => [bar.name, bar.energyKwh]))
  expect(kwh).toMatchObject({
    reference: expect.closeTo(732 * 3.2, 2),
    outage: expect.closeTo(perDevice, 1),
    final: expect.closeTo(perDay, 2),
  })
  expect(losses.capacity).toEqual(whole)
})

test('a removed device stays in every total, and its capacity in the days of its operation', async () => {
  const before = await owner.call('GET /stations/summary', { query: {} })
  const { data: station } = await owner.call('GET /stations/:stationId', { params: params() })
  // A base of 100 kWh; each counter began with 1,000 and stands at what was made since.
  expect(station.lifetime).toEqual({
    sinceInstallationKwh: expect.closeTo(100 + 5 * (1000 + 3 * perDevice), 3),
    measuredKwh: expect.closeTo(3 * perDay, 6),
    measuredSince: first,
  })
  await proved(portal, owner).call('DELETE /devices/:deviceId', { params: { deviceId: plant.devices[0]?.id ?? '' } })
  await proved(portal, owner).call('DELETE /devices/:deviceId', { params: { deviceId: plant.devices[5]?.id ?? '' } })
  portal.clock.now = Date.parse('2026-06-11T20:30:00Z')
  await analyseAll(portal)
  const after = await owner.call('GET /stations/summary', { query: {} })
  expect(after.data.energyTotalKwh).toBeCloseTo(before.data.energyTotalKwh ?? Number.NaN, 6)
  expect(after.data.lifetime).toEqual(before.data.lifetime)
  expect((await owner.call('GET /stations/:stationId', { params: params() })).data.lifetime).toEqual(station.lifetime)
  const capacityOn = async (date: string) =>
    (await owner.call('GET /stations/:stationId/day', { params: params(), query: { date } })).data.capacity
  expect(await capacityOn(first)).toEqual(whole)
  expect(await capacityOn('2026-06-10')).toEqual(whole)
  expect(await capacityOn('2026-06-11')).toEqual({ inOperationKwp: 4 * 122, reportedKwp: 0 })
  expect(after.data.capacity.inOperationKwp).toBe(4 * 122)
  const { data: week } = await owner.call('GET /stations/:stationId/statistics', {
    params: params(),
    query: { period: 'week', date: first },
  })
  expect(week.figures.performanceRatio).toBeCloseTo(0.8 * (5 / 6), 6)
})
