import { upsertFound } from '../inventory/queries/found-device.ts'
import {
  addTestLogger,
  addTestPlant,
  frame,
  type Person,
  proved,
  startTestPortal,
  type TestLogger,
  type TestPlant,
  type TestPortal,
} from '../testing/test-portal.ts'

let portal: TestPortal
let owner: Person
let plant: TestPlant
let logger: TestLogger

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = proved(portal, await portal.signIn('owner'))
  plant = await addTestPlant(portal, owner)
  logger = await addTestLogger(portal, owner, plant.stationId)
})
afterAll(() => portal?.stop())

const ofLogger = () => ({ params: { loggerId: logger.id } })
const found = async () => (await owner.call('GET /loggers/:loggerId/found-devices', ofLogger())).data
const loggers = async (person = owner) => (await person.call('GET /loggers')).data
const input = (serial: string, loggerId = logger.id) => ({
  loggerId,
  serial,
  name: 'Roof',
  model: 'SUN-8K',
  ratedPowerW: 8000,
  capacityKwp: 9,
  mpptCount: 2,
  stringCount: 2,
  installedOn: '2026-06-01',
  supportsReactivePower: false,
  supportsIvScan: false,
  sortNumber: 2,
})
const now = (serial: string, values = {}) => frame(serial, portal.clock.now, values)

test('an unknown device is kept with its newest frame; taken over, its data begin with that frame', async () => {
  const told = { model: 'SUN-8K', ratedPowerW: 8000, powerW: 3210, energyTotalKwh: 77, mpptVoltageV: [600, 610] }
  const { data } = await logger.send({ devices: [now('ROOF-0001', { powerW: 1 }), now('ROOF-0001', told)] })
  expect(data).toMatchObject({ accepted: 0, rejected: [{ code: 'row.unknownSerial' }, { code: 'row.unknownSerial' }] })
  const later = frame('ROOF-0001', portal.clock.now - 60_000, { powerW: 5 })
  await logger.send({ devices: [later, now('no serial!'), frame('ROOF-2000', 0)] })
  const at = '2026-06-10T10:00:00.000Z'
  expect(await found()).toMatchObject([{ serial: 'ROOF-0001', powerW: 1, mpptCount: 0, firstAt: at, lastAt: at }])
  portal.clock.now += 60_000
  await logger.send({ devices: [now('ROOF-0001', told)] })
  expect(await found()).toMatchObject([
    { serial: 'ROOF-0001', model: 'SUN-8K', ratedPowerW: 8000, powerW: 3210, energyTotalKwh: 77, mpptCount: 2 },
  ])
  expect((await loggers()).find(({ id }) => id === logger.id)?.foundDevices).toBe(1)

  const { data: taken } = await owner.call('POST /devices', { body: input('ROOF-0001') })
  expect(taken).toMatchObject({ status: 'normal', powerW: 3210, mpptVoltageV: [600, 610] })
  expect(await found()).toEqual([])
  portal.clock.now += 60_000
  expect((await logger.send({ devices: [now('ROOF-0001', { powerW: 3000 })] })).data.accepted).toBe(1)
})

test('a batch that arrives while its device is taken over does not list the device again', async () => {
  const late = [now('ROOF-0001', { powerW: 2900 })]
  await portal.service.db.transaction((tx) => upsertFound(tx, logger.id, late, portal.clock.now))
  expect(await found()).toEqual([])
  expect((await loggers()).find(({ id }) => id === logger.id)?.foundDevices).toBe(0)
})

test('a logger keeps at most 32 unknown devices, each for a week after its last frame', async () => {
  const many = Array.from({ length: 40 }, (_, nth) => now(`MANY-${nth + 100}`))
  await logger.send({ devices: many })
  expect(await found()).toHaveLength(32)
  await logger.send({ devices: [now('MANY-0900')] })
  expect((await found()).map(({ serial }) => serial)).not.toContain('MANY-0900')
  portal.clock.now += 7 * 86_400_000 + 1000
  await logger.send({ devices: [now('MANY-0900')] })
  expect((await found()).map(({ serial }) => serial)).toEqual(['MANY-0900'])
})

test('a serial added first by another account can still be taken over and reveals nothing', async () => {
  const neighbour = proved(portal, await portal.signIn('neighbour'))
  const other = await addTestPlant(portal, neighbour)
  const squatted = input('SHARED-0001', other.logger.id)
  expect((await neighbour.call('POST /devices', { body: squatted })).status).toBe(200)
  const seen = await logger.send({ devices: [now('SHARED-0001', { powerW: 4000 }), now('NOBODYS-1')] })
  expect(seen.data.rejected.map(({ code }) => code)).toEqual(['row.unknownSerial', 'row.unknownSerial'])
  expect((await owner.call('POST /devices', { body: input('SHARED-0001') })).data).toMatchObject({ powerW: 4000 })
  expect((await owner.call('POST /devices', { body: input('SHARED-0001') })).errorCode).toBe('device.serialTaken')
  await other.logger.send({ devices: [now('SHARED-0001', { powerW: 11 })] })
  const powers = async (person: Person) =>
    (await person.call('GET /devices', { query: { search: 'SHARED' } })).data.map(({ powerW }) => powerW)
  expect([await powers(owner), await powers(neighbour)]).toEqual([[4000], [11]])
  const foreign = await neighbour.call('GET /loggers/:loggerId/found-devices', ofLogger())
  expect(foreign.errorCode).toBe('notFound')
})

test('a logger shows its firmware and its backlog', async () => {
  await logger.send({}, { payload: batch({ firmware: 'gateway 1.2', backlogRows: 7 }) })
  const own = (await loggers()).find(({ id }) => id === logger.id)
  expect(own).toMatchObject({ firmware: 'gateway 1.2', backlogRows: 7 })
  await logger.send({}, { payload: batch({}) })
  expect((await loggers()).find(({ id }) => id === logger.id)).toMatchObject({
    firmware: 'gateway 1.2',
    backlogRows: null,
  })
})

const batch = (said: object) =>
  JSON.stringify({ logger: logger.serial, seq: 9, loggerTime: portal.clock.now, uptimeS: 1, devices: [], ...said })

test('a logger moves with its devices and sensor data; without devices it can be deleted with its key', async () => {
  const target = await addTestPlant(portal, owner)
  const at = portal.clock.now
  await logger.send({ devices: [now('SHARED-0001', { powerW: 4000 })], sensors: [{ at, irradianceWm2: 500 }] })
  const stationOf = async (serial: string) =>
    (await owner.call('GET /devices', { query: { search: serial } })).data[0]?.stationId
  const move = { ...ofLogger(), body: { stationId: target.stationId } }
  expect((await owner.call('PUT /loggers/:loggerId', move)).status).toBe(200)
  expect([await stationOf('SHARED-0001'), await stationOf('ROOF-0001')]).toEqual([target.stationId, target.stationId])
  expect((await loggers()).find(({ id }) => id === logger.id)?.stationId).toBe(target.stationId)
  const { data: day } = await owner.call('GET /stations/:stationId', { params: { stationId: target.stationId } })
  expect(day.weather.irradianceWm2).toBe(500)

  expect((await owner.call('DELETE /loggers/:loggerId', ofLogger())).errorCode).toBe('logger.hasDevices')
  for (const { id } of (await owner.call('GET /devices', { query: { stationId: target.stationId } })).data) {
    if (!target.devices.some((device) => device.id === id)) {
      await owner.call('DELETE /devices/:deviceId', { params: { deviceId: id } })
    }
  }
  expect((await owner.call('DELETE /loggers/:loggerId', ofLogger())).status).toBe(200)
  expect((await logger.send({})).errorCode).toBe('logger.keyWrong')
  expect((await loggers()).map(({ id }) => id)).not.toContain(logger.id)
  expect((await owner.call('PUT /loggers/:loggerId', move)).errorCode).toBe('notFound')
  // Its serial is free again.
  const again = { body: { stationId: target.stationId, serial: logger.serial } }
  expect((await owner.call('POST /loggers', again)).status).toBe(200)
})
