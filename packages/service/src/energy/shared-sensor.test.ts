import { editStation } from '../testing/edit-station.ts'
import { analyseAll, framesOf, sensorsOf } from '../testing/test-days.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { addTestPlant, type TestPlant } from '../testing/test-portal.ts'

const hourMs = 3_600_000
const { portal, owner } = sharedPortal('2026-06-10T16:00:00Z')
const [from, to, date] = ['2026-06-09T22:00:00Z', '2026-06-10T16:00:00Z', '2026-06-10']
const atHour = (hour: number) => Date.parse(from) + hour * hourMs

/** The owner of the sensor, with steady power, and a station that uses it, whose power follows the sun. */
let steady: TestPlant
let moved: TestPlant

const sun = (at: number) => Math.max(0, Math.sin((Math.PI * (at - atHour(5))) / (16 * hourMs)))
const stuckAt = (at: number) => (at >= atHour(6) && at <= atHour(11) ? 437.2 : 1000 * sun(at))

beforeEach(async () => {
  steady = await addTestPlant(portal, owner)
  moved = await addTestPlant(portal, owner)
  const collector = { collectorSerial: steady.logger.serial, collectorDeviceId: moved.devices[0]?.id ?? null }
  const status = await editStation(owner, moved.stationId, collector)
  if (status !== 200) throw new Error(`the collector is refused: ${status}`)
})

async function send() {
  const sensors = sensorsOf(from, to, (at) => ({ irradianceWm2: stuckAt(at) }))
  await steady.logger.send({
    devices: framesOf(steady, from, to, (at) => ({ powerW: sun(at) > 0 && at > atHour(6) ? 4000 : 0 })),
    sensors,
  })
  await analyseAll(portal)
  await moved.logger.send({ devices: framesOf(moved, from, to, (at) => ({ powerW: 8000 * sun(at) })) })
  await analyseAll(portal)
}

async function look({ stationId }: TestPlant) {
  const params = { stationId }
  const aside = await owner.call('GET /stations/:stationId/kept-aside', { params, query: { date } })
  const { data } = await owner.call('GET /stations/:stationId/day', { params, query: { date } })
  const stored = await portal.db.pool.query<{ kwh: number }>(
    'select irradiation_kwh_m2 as kwh from station_day where station_id = $1 and date = $2',
    [stationId, date],
  )
  return {
    aside: aside.data,
    at8: data.irradianceWm2[8 * 12],
    irradiation: data.figures.irradiationKwhM2,
    stored: stored.rows[0]?.kwh,
  }
}

test('a sensor found frozen at one station is frozen at all stations that use it', async () => {
  await send()
  const [own, other] = [await look(moved), await look(steady)]
  expect(own).toMatchObject({ at8: null, aside: [{ reason: 'frozen', frames: 61, isOpen: false }] })
  expect(other).toMatchObject({ at8: null, aside: [{ reason: 'frozen', frames: 61, isOpen: true }] })
  expect(other.irradiation).toBeCloseTo(own.irradiation ?? 0, 6)
  expect(other.stored).toBeCloseTo(own.stored ?? 0, 6)
})

test("frozen values that the sensor's owner accepts count again at all stations", async () => {
  await send()
  const [found] = (await look(steady)).aside
  if (!found) throw new Error('nothing is kept aside')
  const { reason, loggerId, deviceId, from: first, to: last } = found
  const body = { reason, loggerId, deviceId, from: first, to: last }
  const params = { stationId: steady.stationId }
  expect((await owner.call('POST /stations/:stationId/kept-aside', { params, body })).status).toBe(200)
  await analyseAll(portal)
  for (const plant of [moved, steady])
    expect(await look(plant)).toMatchObject({ at8: expect.closeTo(437.2, 1), aside: [] })
  expect((await look(steady)).stored).toBeCloseTo((await look(moved)).stored ?? 0, 6)
})

test('sensor values that a person keeps out of the figures are out at all stations', async () => {
  await send()
  const at = (hour: number) => new Date(atHour(hour)).toISOString()
  const body = {
    deviceId: null,
    from: at(12),
    to: at(14),
    values: ['irradianceWm2' as const],
    factor: null,
    note: 'Snow',
  }
  await owner.call('POST /stations/:stationId/value-edits', { params: { stationId: steady.stationId }, body })
  await analyseAll(portal)
  expect((await look(moved)).stored).toBeCloseTo((await look(steady)).stored ?? 0, 6)
})
