import { analyseAll, framesOf, sendAll } from '../testing/test-days.ts'
import { addTestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T14:00:00Z')

test('list, portfolio, page and bar of a day have the same coverage, weighted by capacity', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  const [small, large] = plant.devices.map(({ id }) => id)
  const { data: device } = await owner.call('GET /devices/:deviceId', { params: { deviceId: large ?? '' } })
  const { name, model, mpptCount, stringCount, installedOn, supportsReactivePower, supportsIvScan, sortNumber } = device
  const body = { name, model, mpptCount, stringCount, installedOn, supportsReactivePower, supportsIvScan, sortNumber }
  await owner.call('PUT /devices/:deviceId', {
    params: { deviceId: large ?? '' },
    body: { ...body, ratedPowerW: 30_000, capacityKwp: 30 },
  })
  // The large one, 30 of 40 kWp, is silent from 09:00 to 11:00 UTC: 24 bins.
  const silent = (at: number) => at >= Date.parse('2026-06-10T09:00Z') && at < Date.parse('2026-06-10T11:00Z')
  const frames = framesOf(
    plant,
    '2026-06-09T22:00:00Z',
    '2026-06-10T13:55:00Z',
    () => ({ powerW: 1000 }),
    (at, nth) => nth === 0 || !silent(at),
  )
  await sendAll(plant, frames)
  await analyseAll(portal)
  // Sunrise in Berlin on that day is at 02:45 UTC: 135 bins of daylight from 02:45 to 14:00.
  const whole = 1 - (24 * 30) / (135 * 40)
  const params = { stationId: plant.stationId }
  const list = await owner.call('GET /stations/:stationId', { params })
  const day = await owner.call('GET /stations/:stationId/day', { params, query: {} })
  const week = await owner.call('GET /stations/:stationId/statistics', { params, query: { period: 'week' } })
  const summary = await owner.call('GET /stations/summary', { query: {} })
  const shares = [
    list.data.coverageToday,
    summary.data.coverageToday,
    day.data.figures.coverage,
    week.data.series[2]?.coverage.energy ?? null,
  ]
  expect(shares[0]).toBeCloseTo(whole, 2)
  for (const share of shares) expect(share).toBeCloseTo(shares[0] ?? Number.NaN, 3)
  const dayOf = async (deviceId: string | undefined) =>
    (await owner.call('GET /devices/:deviceId/day', { params: { deviceId: deviceId ?? '' }, query: {} })).data
  expect((await dayOf(small)).figures.coverage).toBe(1)
  expect((await dayOf(large)).figures.coverage).toBeCloseTo(1 - 24 / 135, 2)
})
