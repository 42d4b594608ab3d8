import { editStation } from '../testing/edit-station.ts'
import { analyseAll, framesOf, sendAll, sensorsOf } from '../testing/test-days.ts'
import {
  addTestLogger,
  addTestPlant,
  type Person,
  startTestPortal,
  type TestLogger,
  type TestPlant,
  type TestPortal,
} from '../testing/test-portal.ts'

const from = '2026-06-09T22:00:00Z'
const to = '2026-06-10T16:00:00Z'
const date = '2026-06-10'

let portal: TestPortal
let owner: Person
/** Its own sensor says 500 W/m2. */
let plant: TestPlant
/** Of another station of the owner: 800 W/m2. */
let other: TestLogger

beforeAll(async () => {
  portal = await startTestPortal(to)
  owner = await portal.signIn('owner')
  plant = await addTestPlant(portal, owner)
  const { stationId } = await addTestPlant(portal, owner)
  other = await addTestLogger(portal, owner, stationId)
  const frames = framesOf(plant, from, to, () => ({ powerW: 0 }))
  await sendAll(
    plant,
    frames,
    sensorsOf(from, to, () => ({ irradianceWm2: 500, windMs: 2 })),
  )
  await analyseAll(portal)
})
afterAll(() => portal?.stop())

const params = () => ({ stationId: plant.stationId })

async function useCollector(collectorSerial: string) {
  const collectorDeviceId = collectorSerial === '' ? null : (plant.devices[0]?.id ?? null)
  expect(await editStation(owner, plant.stationId, { collectorSerial, collectorDeviceId })).toBe(200)
  await analyseAll(portal)
}

/** Irradiation of the day (kWh/m2) to two digits, and what the station says of this moment. */
async function look() {
  const day = await owner.call('GET /stations/:stationId/day', { params: params(), query: { date } })
  const now = await owner.call('GET /stations/:stationId', { params: params() })
  const device = await owner.call('GET /devices/:deviceId', { params: { deviceId: plant.devices[0]?.id ?? '' } })
  expect(device.data.weather.source).toEqual(now.data.weather.source)
  const { irradianceWm2, windMs, source } = now.data.weather
  return {
    irradiation: Math.round((day.data.figures.irradiationKwhM2 ?? 0) * 100) / 100,
    irradianceWm2,
    windMs,
    source,
  }
}

/** A constant light counts from sunrise on: 14 h 15 min. */
const own = () => ({
  irradiation: 7.13,
  irradianceWm2: 500,
  windMs: 2,
  source: [{ loggerSerial: plant.logger.serial, isCollector: false }],
})

test('without a collector a station uses the sensors of the loggers that report to it', async () => {
  expect(await look()).toEqual(own())
})

test("the collector's sensors replace the station's own, for live values and past days", async () => {
  await useCollector(other.serial)
  expect(await look()).toEqual({ irradiation: 0, irradianceWm2: null, windMs: null, source: [] })
  // Later frames of the collector change the day of the station that uses it.
  await other.send({ sensors: sensorsOf(from, to, () => ({ irradianceWm2: 800 })) })
  await analyseAll(portal)
  const source = [{ loggerSerial: other.serial, isCollector: true }]
  expect(await look()).toEqual({ irradiation: 11.4, irradianceWm2: 800, windMs: null, source })
  const stored = await portal.db.pool.query(
    'select irradiation_kwh_m2 from station_day where station_id = $1 and date = $2',
    [plant.stationId, date],
  )
  expect(stored.rows[0]?.irradiation_kwh_m2).toBeCloseTo(11.4, 1)
  await useCollector('')
  expect(await look()).toEqual(own())
})

test('a collector of another account is ignored; the own sensors stay in use', async () => {
  const stranger = await portal.signIn('stranger')
  const foreign = await addTestPlant(portal, stranger)
  await foreign.logger.send({ sensors: sensorsOf(from, to, () => ({ irradianceWm2: 100 })) })
  await useCollector(foreign.logger.serial)
  expect(await look()).toEqual(own())
})
