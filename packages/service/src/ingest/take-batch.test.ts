import type { DeviceFrame } from '@helioport/contract/ingest'
import { watchLoop } from '../testing/loop-watch.ts'
import { addTestLogger, addTestPlant, frame } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
watchLoop(() => portal)

const minutes = (count: number) => count * 60_000

async function plantWith(frames: (serial: string) => DeviceFrame[]) {
  const plant = await addTestPlant(portal, owner, { installedOn: '2000-01-01' })
  const serial = plant.devices[0]?.serial ?? ''
  return { ...plant, serial, deviceId: plant.devices[0]?.id ?? '', frames: frames(serial) }
}

test('a frame that is sent twice, in one batch or in two, is stored once', async () => {
  const { logger, frames } = await plantWith((serial) => [
    frame(serial, '2026-06-10T09:00:00Z', { powerW: 5000, energyTotalKwh: 10 }),
  ])
  expect((await logger.send({ devices: [...frames, ...frames] })).data).toMatchObject({ accepted: 1, duplicates: 1 })
  expect((await logger.send({ devices: frames })).data).toMatchObject({ accepted: 0, duplicates: 1, rejected: [] })
})

test('bad rows are named with their reason, and the good ones are kept', async () => {
  const other = await addTestPlant(portal, owner)
  const stranger = await addTestPlant(portal, await portal.signIn('stranger'))
  const { logger, serial, deviceId } = await plantWith(() => [])
  const at = '2026-06-10T09:00:00Z'
  const rows: unknown[] = [
    frame(serial, at, { powerW: 1000 }),
    { ...frame(serial, at), powerW: 'much' },
    frame('NOBODY-HAS-THIS', at),
    frame(other.devices[0]?.serial ?? '', at),
    frame(stranger.devices[0]?.serial ?? '', at),
    frame(serial, '1970-01-01T00:05:00Z'),
    frame(serial, '2028-06-10T09:00:00Z'),
    frame(serial, '2026-06-10T09:05:00Z', { powerW: 1e8 }),
    frame(serial, '2026-06-10T09:10:00Z', { cabinetC: 1e-44, frequencyHz: 50 }),
    null,
  ]
  const { data } = await logger.send({ devices: rows as DeviceFrame[], sensors: [{ at: 3 }] })
  expect(data.accepted).toBe(2)
  expect(data.rejected).toEqual([
    { list: 'devices', index: 1, code: 'row.malformed' },
    { list: 'devices', index: 2, code: 'row.unknownSerial' },
    { list: 'devices', index: 3, code: 'row.foreignSerial' },
    { list: 'devices', index: 4, code: 'row.unknownSerial' },
    { list: 'devices', index: 5, code: 'row.tooOld' },
    { list: 'devices', index: 6, code: 'row.clockTooFar' },
    { list: 'devices', index: 7, code: 'row.outOfRange' },
    { list: 'devices', index: 9, code: 'row.malformed' },
    { list: 'sensors', index: 0, code: 'row.tooOld' },
  ])
  const device = await owner.call('GET /devices/:deviceId', { params: { deviceId } })
  expect(device.data.age.measuredAt).toBe('2026-06-10T09:10:00.000Z')
})

test("frames need the logger's key, which is valid for that logger only", async () => {
  const { logger, frames, stationId } = await plantWith((serial) => [frame(serial, '2026-06-10T09:00:00Z')])
  const second = await addTestLogger(portal, owner, stationId)
  for (const key of ['', 'wrong', logger.serial, 'A'.repeat(43)]) {
    expect(await logger.send({ devices: frames }, { key })).toMatchObject({ status: 401, errorCode: 'logger.keyWrong' })
  }
  const payload = JSON.stringify({ logger: second.serial, seq: 1, loggerTime: 1, uptimeS: 1, devices: frames })
  expect(await logger.send({}, { payload })).toMatchObject({ status: 401, errorCode: 'logger.keyWrong' })
  expect((await logger.send({ devices: frames })).data.accepted).toBe(1)
})

test('gzip is accepted; broken gzip, other encodings and a gzip bomb are refused', async () => {
  const { logger, frames } = await plantWith((serial) => [frame(serial, '2026-06-10T09:00:00Z')])
  expect((await logger.send({ devices: frames }, { gzip: true })).data.accepted).toBe(1)
  const bomb = await logger.send({}, { gzip: true, payload: Buffer.alloc(200 * 1024 * 1024) })
  expect(bomb).toMatchObject({ status: 413, errorCode: 'request.tooLarge' })
  const broken = await logger.send({}, { payload: 'no gzip', headers: { 'content-encoding': 'gzip' } })
  expect(broken).toMatchObject({ status: 400, errorCode: 'request.malformed' })
  const brotli = await logger.send({ devices: frames }, { headers: { 'content-encoding': 'br' } })
  expect(brotli).toMatchObject({ status: 415, errorCode: 'request.unsupportedType' })
  const envelope = await logger.send(
    {},
    { payload: '{"logger":"x","seq":1e300,"loggerTime":1,"uptimeS":1,"devices":[]}' },
  )
  expect(envelope).toMatchObject({ status: 400, errorCode: 'request.invalid' })
})

test('two frames raise an alarm, two clear it, and a return within ten minutes joins it, in any order', async () => {
  const words = [1, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1]
  const { logger, deviceId, frames } = await plantWith((serial) =>
    words.map((errorWord, index) =>
      frame(serial, Date.parse('2026-06-10T08:00:00Z') + minutes(5 * index), { errorWord, mode: errorWord ? 5 : 3 }),
    ),
  )
  // Late and out of order: the odd frames first, one batch each.
  for (const late of [...frames.filter((_, index) => index % 2), ...frames.filter((_, index) => index % 2 === 0)]) {
    await logger.send({ devices: [late] })
  }
  const { data, total } = await owner.call('GET /alarms', { query: { deviceId } })
  expect(total).toBe(2)
  expect(data.map(({ code, raisedAt, clearedAt }) => ({ code, raisedAt, clearedAt }))).toEqual([
    { code: 'E1', raisedAt: '2026-06-10T09:10:00.000Z', clearedAt: null },
    { code: 'E1', raisedAt: '2026-06-10T08:10:00.000Z', clearedAt: '2026-06-10T08:45:00.000Z' },
  ])
  const open = await owner.call('GET /alarms', { query: { deviceId, state: 'open', class: 'notice' } })
  expect(open.total).toBe(1)
  expect((await owner.call('GET /alarms', { query: { deviceId, class: 'fault' } })).total).toBe(0)
})

test('frames of 2007 are stored and computed in their day', async () => {
  const { logger, deviceId, frames } = await plantWith((serial) => [
    frame(serial, '2007-10-09T10:00:00Z', { energyTotalKwh: 1, powerW: 9000 }),
    frame(serial, '2007-10-09T10:05:00Z', { energyTotalKwh: 1.7, powerW: 9000 }),
  ])
  expect((await logger.send({ devices: frames })).data.accepted).toBe(2)
  const { data } = await owner.call('GET /devices/:deviceId/day', {
    params: { deviceId },
    query: { date: '2007-10-09' },
  })
  expect(data.figures.energyKwh).toBeCloseTo(0.7, 9)
  expect(data.age).toEqual({ state: 'stale', measuredAt: '2007-10-09T10:05:00.000Z' })
})
