import type { KeptAside } from '@helioport/contract'
import { watchLoop } from '../testing/loop-watch.ts'
import { analyseAll, dayWithWrongs, framesOf, sendAll, sensorsOf } from '../testing/test-days.ts'
import { frame, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const hourMs = 3_600_000

const { portal, owner } = sharedPortal('2026-06-10T16:00:00Z')
watchLoop(() => portal)
const { begin, params, send, date, from, to, inDay, powerAt, getDay, getAside } = dayWithWrongs(portal, owner)
let plant: TestPlant

/** Light of the day: 4 kWh/m2. */
const lightAt = (at: number) => powerAt(at) / 8

beforeEach(async () => {
  plant = await begin()
})

async function take({ reason, loggerId, deviceId, from: first, to: last }: KeptAside) {
  const body = { reason, loggerId, deviceId, from: first, to: last }
  const { status } = await owner.call('POST /stations/:stationId/kept-aside', { params: params(), body })
  expect(status).toBe(200)
  await analyseAll(portal)
}

test('60,000 W/m2 and -1,000,000 degrees are kept aside with their reason and enter no figure', async () => {
  const odd = inDay(10)
  const good = sensorsOf(from, to, (at) => ({ irradianceWm2: lightAt(at), ambientC: 20 }))
  await send(good.map((each) => (each.at === odd ? { at: odd, irradianceWm2: 60_000, ambientC: -1_000_000 } : each)))
  const day = await getDay()
  // The frame before covers only its own interval: 5 minutes are missing.
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

test('1,900 W/m2 beside clouds and -4 W/m2 at night are accepted; light in the night is kept aside', async () => {
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

test('light in the night is accepted while inverters produce: the place or the clock is wrong, not the sensor', async () => {
  const isEarly = (at: number) => at >= inDay(2) && at < inDay(3)
  const sensors = sensorsOf(from, to, (at) => ({ irradianceWm2: isEarly(at) ? 120 : lightAt(at) }))
  await send(sensors, (at) => (isEarly(at) ? { powerW: 900, energyTotalKwh: null } : {}))
  expect(await getAside()).toEqual([])
  expect((await getDay()).figures.irradiationKwhM2).toBeCloseTo(4.12, 6)
})

test("light in the night is accepted when the inverters' frames came in an earlier batch", async () => {
  const isEarly = (at: number) => at >= inDay(2) && at < inDay(3)
  await send([], (at) => (isEarly(at) ? { powerW: 900, energyTotalKwh: null } : {}))
  const sensors = sensorsOf(from, to, (at) => ({ irradianceWm2: isEarly(at) ? 120 : lightAt(at) }))
  await sendAll(plant, [], sensors)
  await analyseAll(portal)
  expect(await getAside()).toEqual([])
  expect((await getDay()).figures.irradiationKwhM2).toBeCloseTo(4.12, 6)
})

test('a single counter of 1e9 kWh changes neither the day nor the lifetime energy', async () => {
  const odd = inDay(12)
  await send([], (at) => (at === odd ? { energyTotalKwh: 1e9 } : {}))
  expect((await getDay()).figures.energyKwh).toBeCloseTo(32, 6)
  const { data: device } = await owner.call('GET /devices/:deviceId', {
    params: { deviceId: plant.devices[0]?.id ?? '' },
  })
  expect(device.energyTotalKwh).toBeCloseTo(1032, 6)
  expect(await getAside()).toMatchObject([{ reason: 'counterLimit', isOpen: false, values: [{ least: 1e9 }] }])
})

test('an impossible newest counter changes no live value or total until the next frame confirms it', async () => {
  const [{ id: deviceId, serial } = { id: '', serial: '' }] = plant.devices
  const until = '2026-06-10T15:00:00Z'
  await sendAll(
    plant,
    framesOf(plant, from, until, (at) => ({ powerW: powerAt(at) })),
  )
  const seen = async () => {
    const { data: device } = await owner.call('GET /devices/:deviceId', { params: { deviceId } })
    const { data: station } = await owner.call('GET /stations/:stationId', { params: params() })
    const { data: summary } = await owner.call('GET /stations/summary')
    const { rows } = await portal.db.pool.query<{ kwh: number; shown: number | null }>(
      `select counter_kwh as kwh, energy_total_kwh as shown
       from device_latest join device on device.no = device_no where id = $1`,
      [deviceId],
    )
    const { figures } = await getDay()
    return {
      stored: rows[0]?.kwh,
      device: device.lifetime,
      station: station.lifetime,
      all: summary.lifetime,
      dayKwh: figures.energyKwh,
    }
  }
  const before = await seen()
  expect(before).toMatchObject({ stored: 1032, device: { sinceInstallationKwh: 1032 } })
  const next = Date.parse(until) + 300_000
  const frameWith = (at: number, kwh: number) => frame(serial, at, { powerW: 0, energyTotalKwh: kwh })
  // A few kWh too many are found just like 900 million.
  for (const [nth, kwh] of [9e8, 1040].entries()) {
    await plant.logger.send({ devices: [frameWith(next + 2 * nth * 300_000, kwh)] })
    expect(await seen()).toEqual(before)
    expect((await getAside()).at(-1)).toMatchObject({ reason: 'counterLimit', values: [{ least: kwh }] })
    await plant.logger.send({ devices: [frameWith(next + (2 * nth + 1) * 300_000, 1032)] })
    expect(await seen()).toEqual(before)
  }
  // A jump that stays is accepted with the second frame, and the lifetime counter continues from there.
  await plant.logger.send({ devices: [frameWith(next + 4 * 300_000, 5000)] })
  expect(await seen()).toEqual(before)
  await plant.logger.send({ devices: [frameWith(next + 5 * 300_000, 5000.25)] })
  expect(await seen()).toMatchObject({ stored: 5000.25, device: { sinceInstallationKwh: 1032.25 } })
  expect((await getAside()).at(-1)).toMatchObject({ reason: 'counterStep' })
})

test('a lasting jump of a counter is left out until a person accepts it', async () => {
  await send([], (at) =>
    at >= inDay(12) ? { energyTotalKwh: 1000 + 500 + 4 * Math.min(8, (at - inDay(8)) / hourMs) } : {},
  )
  // The energy of that step is computed from power.
  expect((await getDay()).figures.energyKwh).toBeCloseTo(32, 4)
  const [found] = await getAside()
  expect(found).toMatchObject({ reason: 'counterStep', frames: 1 })
  if (found) await take(found)
  expect((await getDay()).figures.energyKwh).toBeCloseTo(532, 6)
  expect(await getAside()).toEqual([])
})

test('kept-aside values are accepted only by a person who may edit the station, also for repeated rows', async () => {
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

test('irradiance frozen while power changes, or near 0 while there is power, is kept aside', async () => {
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

test.each([
  ['dead at zero', () => 0],
  ['in kW/m2', (light: number) => light / 1000],
])('the day of a sensor that is %s has no irradiation, not 0', async (_what, told) => {
  const curve = (at: number) => Math.max(0, 8000 * Math.sin((Math.PI * (at - inDay(6))) / (14 * hourMs)))
  const sent = framesOf(plant, from, to, (at) => ({ powerW: at > inDay(6) && at < inDay(20) ? curve(at) : 0 }))
  await sendAll(
    plant,
    sent,
    sensorsOf(from, to, (at) => ({ irradianceWm2: told(curve(at) / 8) })),
  )
  await analyseAll(portal)
  expect((await getAside()).map(({ reason }) => reason)).toEqual(['contradicted'])
  const { figures, irradianceWm2 } = await getDay()
  expect(irradianceWm2.every((value) => value === null)).toBe(true)
  expect(figures).toMatchObject({ irradiationKwhM2: null, performanceRatio: null })
})

test('a temperature frozen for hours while power changes is kept aside; one that changes in steps is not', async () => {
  const curve = (at: number) => Math.max(0, 8000 * Math.sin((Math.PI * (at - inDay(6))) / (10 * hourMs)))
  const sent = framesOf(plant, from, to, (at) => ({ powerW: at > inDay(6) && at < inDay(16) ? curve(at) : 0 }))
  const sensors = sensorsOf(from, to, (at) => ({
    irradianceWm2: curve(at) / 8,
    moduleC: at >= inDay(6) && at <= inDay(10) ? 31.4 : 20 + curve(at) / 300,
    ambientC: Math.floor((at - inDay(0)) / (2 * hourMs)) + 10,
  }))
  await sendAll(plant, sent, sensors)
  await analyseAll(portal)
  expect(await getAside()).toMatchObject([{ reason: 'frozen', frames: 49, values: [{ name: 'moduleC', least: 31.4 }] }])
  const day = await getDay()
  expect(day.moduleC.slice(72, 121).every((value) => value === null)).toBe(true)
  expect(day.moduleC[121]).not.toBeNull()
  expect(day.ambientC[100]).toBe(14)
  expect(day.irradianceWm2[100]).not.toBeNull()
})

test('kW contradicting volts and amperes, and kW/m2 contradicting another sensor, are kept aside as unit', async () => {
  const [{ serial } = { serial: '' }] = plant.devices
  const at = inDay(10)
  const sides = { acVoltageV: [230, 230, 230], acCurrentA: [5.8, 5.8, 5.8] }
  await plant.logger.send({
    devices: [
      frame(serial, at, { powerW: 4, dcPowerW: 4100, ...sides }),
      frame(serial, at + 300_000, { powerW: 4000, dcPowerW: 4.1, ...sides }),
      frame(serial, at + 600_000, { powerW: 4000, dcPowerW: 4100, ...sides }),
      // Very low power does not indicate another unit.
      frame(serial, at + 900_000, {
        powerW: 4,
        dcPowerW: 4.2,
        acVoltageV: [230, 230, 230],
        acCurrentA: [0.1, 0.1, 0.1],
      }),
    ],
    sensors: [
      { at, irradianceWm2: 0.5, horizontalWm2: 420 },
      { at: at + 300_000, irradianceWm2: 500, horizontalWm2: 420 },
    ],
  })
  await analyseAll(portal)
  expect(
    (await getAside()).map(({ reason, values }) => [reason, values.map(({ name, least }) => [name, least])]),
  ).toEqual([
    [
      'unit',
      [
        ['powerW', 4],
        ['dcPowerW', 4.1],
      ],
    ],
    ['unit', [['irradianceWm2', 0.5]]],
  ])
  expect((await getDay()).powerW.slice(120, 124)).toEqual([null, 4000, 4000, 4])
})

test('rows sent as a correction replace stored ones and are logged; without it they are duplicates', async () => {
  const sensors = sensorsOf(from, to, (at) => ({ irradianceWm2: lightAt(at) }))
  await send(sensors)
  const { serial = '', id: deviceId = '' } = plant.devices[0] ?? {}
  // Twice the light, and 0.3 kWh more in the last (newest) frame.
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

test('a person excludes or scales values of a period with a note; figures follow, it is logged, and can be undone', async () => {
  const sensors = sensorsOf(from, to, (at) => ({ irradianceWm2: lightAt(at), moduleC: 40 }))
  // Power in kW from noon on; the counter is unchanged.
  await send(sensors, (at) => (at >= inDay(12) ? { powerW: powerAt(at) / 1000 } : {}))
  const { id: deviceId = '' } = plant.devices[0] ?? {}
  const stored = await getDay()
  const edit = (body: object) =>
    owner.call('POST /stations/:stationId/value-edits', {
      params: params(),
      body: {
        deviceId: null,
        from: at(10),
        to: at(11),
        values: ['irradianceWm2'],
        factor: null,
        note: 'Snow',
        ...body,
      },
    })
  const at = (hour: number) => new Date(inDay(hour)).toISOString()
  expect((await edit({})).data).toEqual({ frames: 13 })
  await analyseAll(portal)
  const day = await getDay()
  expect(day.figures.irradiationKwhM2).toBeCloseTo(4 - (13 * 0.5) / 12, 6)
  const { data: week } = await owner.call('GET /stations/:stationId/statistics', {
    params: params(),
    query: { period: 'week', date },
  })
  expect(week.figures.irradiationKwhM2).toBeCloseTo(4 - (13 * 0.5) / 12, 6)
  expect(day.irradianceWm2.slice(120, 133).every((value) => value === null)).toBe(true)
  expect(day.figures.performanceRatio).toBeCloseTo(0.8, 2)
  expect(day.quality).toContainEqual({ kind: 'implausible', from: at(10), to: at(11 + 1 / 12) })
  expect(await getAside()).toMatchObject([
    { reason: 'person', frames: 13, isOpen: true, values: [{ name: 'irradianceWm2', least: 500, greatest: 500 }] },
  ])
  const scaled = await edit({ deviceId, values: ['powerW'], from: at(12), to: at(24), factor: 1000, note: 'kW' })
  expect(scaled.status).toBe(200)
  await analyseAll(portal)
  expect((await getDay()).powerW[150]).toBe(4000)
  const [snow, kilo] = await getAside()
  expect(kilo).toMatchObject({
    deviceId,
    values: [{ least: 0, greatest: 4 }],
    edit: { factor: 1000, note: 'kW', userName: 'owner' },
  })
  const { data: log } = await owner.call('GET /operations', { query: { stationId: plant.stationId } })
  expect(log[0]).toMatchObject({ action: 'POST /stations/:stationId/value-edits', userName: 'owner' })
  // Rows that are sent again are duplicates and stay out.
  await plant.logger.send({ sensors: sensors.filter((each) => each.at === inDay(10)) })
  expect(await getAside()).toHaveLength(2)
  for (const each of [snow, kilo]) if (each) await take(each)
  expect(await getDay()).toEqual(stored)
  expect(await getAside()).toEqual([])
})

test('editing values is refused to strangers, for values of another source, and for more than a month', async () => {
  await send([])
  const guest = await portal.signIn(`stranger ${plant.stationId.slice(0, 8)}`)
  const body = { deviceId: null, from, to, values: ['irradianceWm2' as const], factor: null, note: 'x' }
  const code = async (who: typeof owner, change: object) =>
    (await who.call('POST /stations/:stationId/value-edits', { params: params(), body: { ...body, ...change } }))
      .errorCode
  expect(await code(guest, {})).toBe('notFound')
  expect(await code(owner, { values: ['powerW'] })).toBe('request.invalid')
  expect(await code(owner, { from: '2026-05-01T00:00:00Z' })).toBe('period.tooLong')
  expect(await code(owner, { deviceId: plant.stationId })).toBe('notFound')
  expect(await code(owner, { from: to, to: from })).toBe('request.invalid')
})

test('a newest counter excluded by a person leaves the live value, and returns when accepted', async () => {
  const { id: deviceId = '' } = plant.devices[0] ?? {}
  const last = new Date(to).toISOString()
  await send([], (at) => (at === Date.parse(to) ? { energyTotalKwh: 1032.4 } : {}))
  const lifetime = async () =>
    (await owner.call('GET /devices/:deviceId', { params: { deviceId } })).data.lifetime.sinceInstallationKwh
  expect(await lifetime()).toBeCloseTo(1032.4, 6)
  await owner.call('POST /stations/:stationId/value-edits', {
    params: params(),
    body: { deviceId, from: last, to: last, values: ['energyTotalKwh'], factor: null, note: 'Wrong register' },
  })
  await analyseAll(portal)
  expect(await lifetime()).toBeCloseTo(1032, 6)
  expect((await getDay()).figures.energyKwh).toBeCloseTo(32, 6)
  const [found] = await getAside()
  if (found) await take(found)
  expect(await lifetime()).toBeCloseTo(1032.4, 6)
})
