import type { KeptAside } from '@helioport/contract'
import type { SensorFrame } from '@helioport/contract/ingest'
import { analyseAll, framesOf, sendAll, sensorsOf } from '../testing/test-days.ts'
import { addTestPlant, frame, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const hourMs = 3_600_000
const date = '2026-06-10'
const from = '2026-06-09T22:00:00Z'
const to = '2026-06-10T16:00:00Z'
const midnight = Date.parse(from)

const { portal, owner } = sharedPortal('2026-06-10T16:00:00Z')
let plant: TestPlant

/** 4 kW and 500 W/m2 from 8 to 16 o'clock, by a counter: 32 kWh and 4 kWh/m2. */
const powerAt = (at: number) => (at >= midnight + 8 * hourMs && at < midnight + 16 * hourMs ? 4000 : 0)
const lightAt = (at: number) => powerAt(at) / 8
const inDay = (hour: number) => midnight + hour * hourMs

beforeEach(async () => {
  plant = await addTestPlant(portal, owner)
})

const params = () => ({ stationId: plant.stationId })

async function send(sensors: readonly SensorFrame[], change: (at: number) => object = () => ({})) {
  const devices = framesOf(plant, from, to, (at) => ({ powerW: powerAt(at), frame: change(at) }))
  await sendAll(plant, devices, sensors)
  await analyseAll(portal)
}

async function getDay() {
  return (await owner.call('GET /stations/:stationId/day', { params: params(), query: { date } })).data
}

async function getAside(): Promise<KeptAside[]> {
  return (await owner.call('GET /stations/:stationId/kept-aside', { params: params(), query: { date } })).data
}

async function take({ reason, loggerId, deviceId, from: first, to: last }: KeptAside) {
  const body = { reason, loggerId, deviceId, from: first, to: last }
  const { status } = await owner.call('POST /stations/:stationId/kept-aside', { params: params(), body })
  expect(status).toBe(200)
  await analyseAll(portal)
}

test('60,000 W/m2 and -1,000,000 degrees enter no figure, are told with their reason, and are not live values either', async () => {
  const odd = inDay(10)
  const good = sensorsOf(from, to, (at) => ({ irradianceWm2: lightAt(at), ambientC: 20 }))
  await send(good.map((each) => (each.at === odd ? { at: odd, irradianceWm2: 60_000, ambientC: -1_000_000 } : each)))
  const day = await getDay()
  // The frame before stands for its interval alone: 5 minutes are missing.
  expect(day.figures.irradiationKwhM2).toBeCloseTo(4 - 0.5 / 12, 6)
  expect(day.figures.performanceRatio).toBeCloseTo(0.8, 2)
  expect(day.quality.filter(({ kind }) => kind === 'implausible')).toEqual([
    { kind: 'implausible', from: new Date(odd).toISOString(), to: new Date(odd + 300_000).toISOString() },
  ])
  expect(await getAside()).toMatchObject([
    {
      reason: 'sensorLimit',
      deviceId: null,
      frames: 1,
      values: [
        { name: 'ambientC', least: -1_000_000 },
        { name: 'irradianceWm2', least: 60_000 },
      ],
      isOpen: true,
    },
  ])
})

test('1,900 W/m2 beside clouds and an offset of -4 W/m2 at night are true; light in the night is not', async () => {
  await send(
    sensorsOf(from, to, (at) => ({
      irradianceWm2: at === inDay(12) ? 1900 : at === inDay(2) ? 150 : lightAt(at) || -4,
    })),
  )
  const day = await getDay()
  expect(day.irradianceWm2[144]).toBe(1900)
  expect(day.irradianceWm2[24]).toBeNull()
  expect(day.irradianceWm2[12]).toBe(-4)
  expect(day.figures.irradiationKwhM2).toBeCloseTo(4 + 1.4 / 12, 6)
  expect(await getAside()).toMatchObject([{ reason: 'nightLight', values: [{ least: 150 }] }])
})

test('a counter that jumps by 1e9 kWh leaves the day, the lifetime and the total as they are', async () => {
  const odd = inDay(12)
  await send([], (at) => (at === odd ? { energyTotalKwh: 1e9 } : {}))
  expect((await getDay()).figures.energyKwh).toBeCloseTo(32, 6)
  const { data: device } = await owner.call('GET /devices/:deviceId', {
    params: { deviceId: plant.devices[0]?.id ?? '' },
  })
  expect(device.energyTotalKwh).toBeCloseTo(1032, 6)
  expect(await getAside()).toMatchObject([{ reason: 'counterLimit', isOpen: false, values: [{ least: 1e9 }] }])
})

test('a jump that stays is left out, until a person takes it for true', async () => {
  await send([], (at) =>
    at >= inDay(12) ? { energyTotalKwh: 1000 + 500 + 4 * Math.min(8, (at - inDay(8)) / hourMs) } : {},
  )
  const step = 4 / 12
  expect((await getDay()).figures.energyKwh).toBeCloseTo(32 - step, 6)
  const [found] = await getAside()
  expect(found).toMatchObject({ reason: 'counterStep', frames: 1 })
  if (found) await take(found)
  expect((await getDay()).figures.energyKwh).toBeCloseTo(532, 6)
  expect(await getAside()).toEqual([])
})

test('what was kept aside is taken in by who may edit the station, also when it is sent again; nobody else may', async () => {
  const sensors = sensorsOf(from, to, (at) => ({ irradianceWm2: at === inDay(10) ? 2100 : lightAt(at) }))
  await send(sensors)
  const [found] = await getAside()
  if (!found) throw new Error('nothing was kept aside')
  const guest = await portal.signIn(`guest ${plant.stationId.slice(0, 8)}`)
  const body = { reason: found.reason, loggerId: found.loggerId, deviceId: null, from: found.from, to: found.to }
  expect((await guest.call('POST /stations/:stationId/kept-aside', { params: params(), body })).status).toBe(404)
  await take(found)
  expect((await getDay()).figures.irradiationKwhM2).toBeCloseTo(4 + 1.6 / 12, 6)
  expect(await getAside()).toEqual([])
  await plant.logger.send({ sensors: sensors.filter(({ at }) => at === inDay(10)) })
  expect(await getAside()).toEqual([])
})

test('a sensor that stands still while the power moves, or is dark while there is power, is in no figure', async () => {
  const curve = (at: number) => Math.max(0, 8000 * Math.sin((Math.PI * (at - inDay(6))) / (14 * hourMs)))
  const sent = framesOf(plant, from, to, (at) => ({ powerW: at > inDay(6) && at < inDay(20) ? curve(at) : 0 }))
  const sensors = sensorsOf(from, to, (at) => ({
    irradianceWm2: at >= inDay(6) && at <= inDay(10) ? 437.2 : at >= inDay(12) && at < inDay(14) ? 0.9 : curve(at) / 8,
  }))
  await sendAll(plant, sent, sensors)
  await analyseAll(portal)
  expect((await getAside()).map(({ reason, frames }) => [reason, frames])).toEqual([
    ['frozen', 49],
    ['contradicted', 24],
  ])
  const day = await getDay()
  expect(day.irradianceWm2.slice(72, 121).every((value) => value === null)).toBe(true)
  expect(day.irradianceWm2.slice(144, 168).every((value) => value === null)).toBe(true)
  expect(day.figures.performanceRatio).toBeCloseTo(0.8, 2)
})

test('rows that are sent as a correction replace those that are there, and all that follows; others stay duplicates', async () => {
  const sensors = sensorsOf(from, to, (at) => ({ irradianceWm2: lightAt(at) }))
  await send(sensors)
  const { serial = '', id: deviceId = '' } = plant.devices[0] ?? {}
  // Twice the light and 0.3 kWh more in the last frame, which is the newest one.
  const last = Date.parse(to)
  const devices = [frame(serial, last, { powerW: 0, energyTotalKwh: 1032.3 })]
  const light = sensors.map((each) => ({ ...each, irradianceWm2: 2 * (each.irradianceWm2 ?? 0) }))
  const before = await getDay()
  const plain = await plant.logger.send({ devices, sensors: light })
  expect(plain.data).toMatchObject({ accepted: 0, duplicates: light.length + 1 })
  await analyseAll(portal)
  expect(await getDay()).toEqual(before)

  const payload = JSON.stringify({
    logger: plant.logger.serial,
    seq: 99,
    loggerTime: last,
    uptimeS: 1,
    correction: true,
    devices,
    sensors: light,
  })
  const sent = await plant.logger.send({}, { payload })
  expect(sent.data).toMatchObject({ accepted: light.length + 1, duplicates: 0, rejected: [] })
  await analyseAll(portal)
  const day = await getDay()
  expect(day.figures.irradiationKwhM2).toBeCloseTo(8, 6)
  const { data: device } = await owner.call('GET /devices/:deviceId', { params: { deviceId } })
  expect(day.figures.energyKwh).toBeCloseTo(32.3, 6)
  expect(device.energyTotalKwh).toBeCloseTo(1032.3, 6)
  const log = await owner.call('GET /operations', { query: { stationId: plant.stationId } })
  expect(log.data[0]).toMatchObject({ action: 'ingest.correction', userName: plant.logger.serial })
})
