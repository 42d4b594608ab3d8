import { analyseAll, dayWithWrongs, framesOf, sensorsOf } from '../testing/test-days.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import type { TestPlant } from '../testing/test-portal.ts'

const minute = 60_000

const { portal, owner } = sharedPortal('2026-06-10T16:00:00Z')
const { begin, params, inDay, from, to, getAside } = dayWithWrongs(portal, owner)
let plant: TestPlant

beforeEach(async () => {
  plant = await begin()
})

const lightAt = (at: number) => Math.max(0, 1000 * Math.sin((Math.PI * (at - inDay(6))) / (14 * 60 * minute)))

const stuck = { from: 6.5, to: 11 }
const toldAt = (at: number) => (at >= inDay(stuck.from) && at <= inDay(stuck.to) ? 437.2 : lightAt(at))

/** Sends the data from one hour on up to another, with a sensor that stands still in the morning. */
async function send(since: number, until: number) {
  portal.clock.now = inDay(until)
  const isNew = ({ at }: { at: number }) => at >= inDay(since) && at < inDay(until)
  await plant.logger.send({
    devices: framesOf(plant, from, to, (at) => ({ powerW: 8 * lightAt(at) })).filter(isNew),
    sensors: sensorsOf(from, to, (at) => ({ irradianceWm2: toldAt(at) })).filter(isNew),
  })
  await analyseAll(portal)
}

async function getWeather() {
  const { data } = await owner.call('GET /stations/:stationId', { params: params() })
  return data.weather
}

test('irradiance frozen while power changes gives no live value or ratio until it changes again', async () => {
  await send(0, 7)
  // Nothing is proved as yet.
  expect(await getWeather()).toMatchObject({ irradianceWm2: 437.2 })
  await send(7, 10)
  expect(await getWeather()).toMatchObject({
    irradianceWm2: null,
    cellC: null,
    performanceRatio: null,
    arrayRatio: null,
  })
  await send(10, 10.25)
  expect(await getWeather()).toMatchObject({ irradianceWm2: null, performanceRatio: null })
  await send(10.25, 12)
  const weather = await getWeather()
  expect(weather.irradianceWm2).toBeGreaterThan(900)
  expect(weather.performanceRatio).toBeCloseTo(0.8, 1)
})

test('a frozen irradiance that a person accepts is live again', async () => {
  await send(0, 10)
  expect(await getWeather()).toMatchObject({ irradianceWm2: null })
  const [aside] = await getAside()
  if (!aside) throw new Error('nothing is kept aside')
  const { reason, loggerId, deviceId } = aside
  const body = { reason, loggerId, deviceId, from: aside.from, to: aside.to }
  await owner.call('POST /stations/:stationId/kept-aside', { params: params(), body })
  await analyseAll(portal)
  expect(await getWeather()).toMatchObject({ irradianceWm2: 437.2 })
})
