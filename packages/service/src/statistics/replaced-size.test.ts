import { analyseAll, framesOf, sendAll } from '../testing/test-days.ts'
import { replaceDevice } from '../testing/replace-device.ts'
import { sharedPlant } from '../testing/shared-portal.ts'

/**
 * Four inverters of 10 kWp. On the 10th of June, the day of these tests, one is replaced by one of 20 kWp, and one is
 * installed. Until then each of the others makes 5 kW from 08:00 to 12:00 UTC: 20 kWh, 2 kWh/kWp.
 */
const { portal, owner, plant } = sharedPlant('2026-06-10T12:30:00Z', { devices: 4 })
const [before, today] = ['2026-06-09', '2026-06-10']
const shines = (at: number) => at % 86_400_000 >= 8 * 3_600_000 && at % 86_400_000 < 12 * 3_600_000

beforeAll(async () => {
  const [swapped, , , added] = plant.devices
  await portal.db.pool.query('update device set installed_on = $1 where id = $2', [today, added?.id])
  const frames = framesOf(
    plant,
    '2026-06-08T22:00:00Z',
    '2026-06-09T21:55:00Z',
    (at) => ({ powerW: shines(at) ? 5000 : 0 }),
    (_, device) => device !== 3,
  )
  await sendAll(plant, frames)
  if (swapped) await replaceDevice(portal, owner, swapped, '2026-06-10T04:00:00.000Z', 20_000)
  await analyseAll(portal)
})

const dayOf = (place: number, date: string) =>
  owner
    .call('GET /devices/:deviceId/day', { params: { deviceId: plant.devices[place]?.id ?? '' }, query: { date } })
    .then(({ data }) => data)

test('the specific yield of a device uses its capacity on that day', async () => {
  expect(await dayOf(0, before)).toMatchObject({
    capacityKwp: 10,
    figures: { energyKwh: expect.closeTo(20, 6), specificYield: expect.closeTo(2, 6) },
  })
  expect(await dayOf(0, today)).toMatchObject({ capacityKwp: 20 })
  const { data: month } = await owner.call('GET /devices/:deviceId/statistics', {
    params: { deviceId: plant.devices[0]?.id ?? '' },
    query: { period: 'week', date: before },
  })
  // The 8th and the 9th with 10 kWp, the 10th with 20.
  expect(month.capacity.inOperationKwp).toBeCloseTo(40 / 3, 6)
})

test('inverters are compared by their capacity on that day; one installed later is no finding', async () => {
  const { data } = await owner.call('GET /stations/:stationId/inverter-analysis', {
    params: { stationId: plant.stationId },
    query: { deviceIds: plant.devices.map(({ id }) => id).join(','), parameters: 'power', date: before },
  })
  expect(data.inverters.map(({ capacityKwp, specificYield }) => [capacityKwp, specificYield])).toEqual([
    [10, 2],
    [10, 2],
    [10, 2],
    [10, null],
  ])
  expect(data.findings).toEqual([])
})
