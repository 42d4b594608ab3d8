import { LoggerCurves, type LoggerCommand, LoggerStep } from '@helioport/contract/ingest'
import { badObjects, badValues, seeded } from '../testing/bad-values.ts'
import { checksumOf } from '../testing/checksum.ts'
import { type CommandLogger, commandLogger, carryOutCommands, prove } from '../testing/test-commands.ts'
import { addTestPlant, frame } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { settleCommands, takeNext, takeStep } from './queue.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')

const second = 1000
const minute = 60 * second

async function plantOf(devices: number) {
  const plant = await addTestPlant(portal, owner, { devices })
  await plant.logger.send({ devices: plant.devices.map(({ serial }) => frame(serial, portal.clock.now)) })
  await prove(portal, owner)
  const logger = await commandLogger(portal, plant.logger.id)
  return { ...plant, logger, loggerId: plant.logger.id, deviceIds: plant.devices.map(({ id }) => id) }
}
const set = async (deviceIds: string[], powerFactor = 0.9) =>
  (await owner.call('POST /commands/reactive-power', { body: { deviceIds, powerFactor } })).data.id
const scan = async (deviceIds: string[]) =>
  (await owner.call('POST /commands/iv-scan', { body: { deviceIds } })).data.id
const detail = async (commandId: string) =>
  (await owner.call('GET /commands/:commandId', { params: { commandId } })).data
const settle = () => settleCommands(portal.service)
async function taken(logger: CommandLogger): Promise<LoggerCommand> {
  const order = await logger.next()
  if (!order) throw new Error('no order')
  return order
}

test('simultaneous requests of one logger get one order at a time', async () => {
  const { deviceIds, loggerId, logger } = await plantOf(4)
  await set(deviceIds)
  const orders = await Promise.all(Array.from({ length: 12 }, () => takeNext(portal.service, loggerId)))
  const [order, ...more] = orders.filter((one) => one !== null)
  expect(more).toEqual([])
  // Repeated `delivered` steps of the current lease may proceed; another lease may not.
  expect(await logger.step(order ?? { taskId: '' }, { lease: 7, step: 'delivered', powerFactor: 1 })).toEqual({
    status: 200,
    proceed: false,
  })
})

test('a logger that dies after the write leaves UNKNOWN; the value is read back and never written again', async () => {
  const { deviceIds, logger } = await plantOf(1)
  const commandId = await set(deviceIds)
  const order = await taken(logger)
  expect(order).toMatchObject({ action: 'setPowerFactor', powerFactor: 0.9, lease: 1, validForMs: 30_000 })
  expect(await logger.step(order, { lease: 1, step: 'delivered', powerFactor: -0.97 })).toMatchObject({ proceed: true })
  // The logger writes the value and dies. After its restart it asks for work.
  expect(await logger.next()).toBeNull()
  portal.clock.now += 30 * second
  await settle()
  expect((await detail(commandId)).devices[0]).toMatchObject({ state: 'UNKNOWN', formerPowerFactor: -0.97 })
  const question = await taken(logger)
  expect(question).toMatchObject({ action: 'readPowerFactor', powerFactor: null, lease: 2, taskId: order.taskId })
  // A late step of the former lease has no effect.
  expect(await logger.step(order, { lease: 1, step: 'written' })).toMatchObject({ proceed: false })
  await logger.step(question, { lease: 2, step: 'readBack', powerFactor: 0.9 })
  expect((await detail(commandId)).devices[0]).toMatchObject({ state: 'READ_BACK_OK', readBackPowerFactor: 0.9 })
})

test('repeated steps of a logger have no effect', async () => {
  const { deviceIds, logger } = await plantOf(1)
  const commandId = await set(deviceIds)
  const order = await taken(logger)
  for (const step of ['delivered', 'delivered', 'written', 'written', 'readBack', 'readBack'] as const) {
    const powerFactor = step === 'delivered' ? 1 : 0.9
    expect((await logger.step(order, { lease: 1, step, powerFactor })).status).toBe(200)
  }
  const [device] = (await detail(commandId)).devices
  expect(device?.steps.map(({ state }) => state)).toEqual(['QUEUED', 'SENT', 'DELIVERED', 'SUCCESSFUL', 'READ_BACK_OK'])
})

test('a late "delivered" must not proceed; the order is handed out again until it expires', async () => {
  const { deviceIds, logger } = await plantOf(1)
  const commandId = await set(deviceIds)
  const late = await taken(logger)
  portal.clock.now += 30 * second
  expect(await logger.step(late, { lease: 1, step: 'delivered', powerFactor: 1 })).toMatchObject({ proceed: false })
  const again = await taken(logger)
  expect(again.lease).toBe(2)
  expect(await logger.step(late, { lease: 1, step: 'delivered', powerFactor: 1 })).toMatchObject({ proceed: false })
  portal.clock.now += 15 * minute
  expect(await logger.step(again, { lease: 2, step: 'delivered', powerFactor: 1 })).toMatchObject({ proceed: false })
  expect((await detail(commandId)).devices[0]).toMatchObject({ state: 'EXPIRED' })
  expect(await logger.next()).toBeNull()
})

test('a logger that returns after the expiry gets no order', async () => {
  const { deviceIds, logger } = await plantOf(3)
  const commandId = await set(deviceIds)
  portal.clock.now += 15 * minute - 1
  await settle()
  expect((await detail(commandId)).ended).toBe(false)
  portal.clock.now += 1
  expect(await logger.next()).toBeNull()
  expect((await detail(commandId)).devices.map(({ state }) => state)).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED'])
})

test('an inverter that does not answer is read; silent again, it is TIMEOUT', async () => {
  const { deviceIds, logger } = await plantOf(1)
  const commandId = await set(deviceIds)
  const order = await taken(logger)
  await logger.step(order, { lease: 1, step: 'delivered', powerFactor: 1 })
  await logger.step(order, { lease: 1, step: 'timeout' })
  const question = await taken(logger)
  expect(question.action).toBe('readPowerFactor')
  await logger.step(question, { lease: 2, step: 'timeout' })
  expect((await detail(commandId)).devices[0]).toMatchObject({ state: 'TIMEOUT', reason: 'noAnswer' })
})

test('with two instances, dying loggers and answers in any order each value is written at most once', async () => {
  const random = seeded(11)
  const { deviceIds, loggerId, devices } = await plantOf(20)
  const writes = new Map<string, number>()
  let commands = 0
  for (let round = 0; round < 6; round += 1) {
    await prove(portal, owner)
    await owner.call('POST /commands/reactive-power', { body: { deviceIds, powerFactor: round % 2 ? 0.9 : -0.9 } })
    commands += 1
    for (let turn = 0; turn < 60; turn += 1) {
      portal.clock.now += Math.floor(random() * 12) * second
      const [order] = (
        await Promise.all([takeNext(portal.service, loggerId), takeNext(portal.service, loggerId)])
      ).filter((one) => one !== null)
      if (!order) continue
      const { taskId, lease } = order
      const say = (step: LoggerStep['step'], powerFactor = 1) =>
        takeStep(portal.service, loggerId, taskId, { lease, step, powerFactor })
      if (order.action === 'readPowerFactor') {
        await say('readBack', random() < 0.5 ? 0.9 : -0.9)
        continue
      }
      if (random() < 0.1) continue
      portal.clock.now += Math.floor(random() * 40) * second
      const leave = await Promise.all([say('delivered'), say('delivered')])
      if (!leave.some(({ proceed }) => proceed)) continue
      writes.set(taskId, (writes.get(taskId) ?? 0) + 1)
      if (random() < 0.2) continue
      if (random() < 0.5) await say('written')
      if (random() < 0.8) await say('readBack', order.powerFactor ?? 1)
    }
    portal.clock.now += 25 * 3_600_000
    await settle()
    await addFrames()
  }
  async function addFrames() {
    await portal.db.pool.query('update device_latest set ts = $1', [new Date(portal.clock.now)])
  }
  expect(devices).toHaveLength(20)
  expect(writes.size).toBeGreaterThan(commands)
  expect([...writes.values()].every((count) => count === 1)).toBe(true)
})

describe('IV scans', () => {
  const curves = (lease: number, scannedAt: number): LoggerCurves => ({
    lease,
    scannedAt,
    irradianceWm2: 900,
    moduleC: 45,
    curves: [1, 2].map((string) => ({
      mppt: 1,
      string,
      voltageV: Array.from({ length: 64 }, (_, i) => (600 * i) / 63),
      currentA: Array.from({ length: 64 }, (_, i) => 9 * (1 - ((600 * i) / 63 / 600) ** 12)),
    })),
  })

  test("curves sent twice are stored once and shown with figures; the bus's next scan waits", async () => {
    const { deviceIds, logger } = await plantOf(2)
    const commandId = await scan(deviceIds)
    const order = await taken(logger)
    expect(order.action).toBe('scanIv')
    await logger.step(order, { lease: 1, step: 'delivered' })
    portal.clock.now += 10 * minute
    await settle()
    expect(await logger.next()).toBeNull()
    const sent = curves(1, portal.clock.now)
    await logger.step(order, { lease: 1, step: 'progress', strings: { done: 1, all: 2 } })
    expect(await logger.curves(order, sent)).toEqual({ status: 200, proceed: true })
    expect((await detail(commandId)).devices[0]?.strings).toEqual({ done: 2, all: 2 })
    expect(await logger.curves(order, sent)).toEqual({ status: 200, proceed: true })
    const again = await taken(logger)
    await logger.step(again, { lease: 1, step: 'failed', reason: 'notEnoughLight' })
    const { devices, counts } = await detail(commandId)
    expect(counts).toEqual({ total: 2, open: 0, done: 1, failed: 1, cancelled: 0 })
    const ivScanId = devices[0]?.ivScanId ?? ''
    const listed = await owner.call('GET /devices/:deviceId/iv-scans', { params: { deviceId: deviceIds[0] ?? '' } })
    expect(listed).toMatchObject({ total: 1, data: [{ id: ivScanId, commandId, stringCount: 2 }] })
    const { data } = await owner.call('GET /iv-scans/:ivScanId', { params: { ivScanId } })
    expect(data.curves).toHaveLength(2)
    expect(data.curves[0]?.figures.iscA).toBeCloseTo(9, 2)
    expect(data.curves[0]?.verdict).toBe('healthy')
    const csv = await portal.app.inject({
      url: `/api/web/v1/iv-scans/${ivScanId}/curves.csv`,
      headers: { cookie: owner.cookie },
    })
    const lines = csv.body.trim().split('\r\n')
    expect([csv.statusCode, lines.length]).toEqual([200, 1 + 2 * 64])
    expect(lines[1]).toMatch(/^1,1,1,0,9,/)
  })

  test('a scan without an end times out; late curves are still accepted', async () => {
    const { deviceIds, logger } = await plantOf(1)
    const commandId = await scan(deviceIds)
    const order = await taken(logger)
    await logger.step(order, { lease: 1, step: 'delivered' })
    portal.clock.now += 20 * minute
    await settle()
    expect((await detail(commandId)).devices[0]).toMatchObject({ state: 'TIMEOUT', reason: 'loggerSilent' })
    await logger.curves(order, curves(1, portal.clock.now))
    expect((await detail(commandId)).devices[0]).toMatchObject({ state: 'SUCCESSFUL' })
  })
})

describe('endpoints of loggers', () => {
  test('a logger gets no order of another logger; without a key the reply is 401', async () => {
    const mine = await plantOf(1)
    const other = await plantOf(1)
    await set(mine.deviceIds)
    expect(await other.logger.next()).toBeNull()
    const order = await taken(mine.logger)
    const before = await checksumOf(portal)
    expect(await other.logger.step(order, { lease: 1, step: 'delivered', powerFactor: 1 })).toMatchObject({
      status: 404,
    })
    const nobody = await mine.logger.post('/next', { waitS: 0 }, { authorization: 'Logger nobody' })
    expect(nobody.statusCode).toBe(401)
    expect(await checksumOf(portal)).toBe(before)
  })

  test('a waiting request of a logger is answered by a new command', async () => {
    const { deviceIds, logger, devices } = await plantOf(1)
    const waiting = logger.post('/next', { waitS: 25 })
    await set(deviceIds)
    const order = (await waiting).json<{ data: { order: LoggerCommand } }>().data.order
    expect(order.serial).toBe(devices[0]?.serial)
  })

  test('malformed steps and curves are refused and change nothing', async () => {
    const { deviceIds, logger } = await plantOf(1)
    await set(deviceIds)
    const order = await taken(logger)
    const before = await checksumOf(portal)
    const good = { lease: 1, step: 'delivered', powerFactor: 1, reason: 'rejected' }
    const curves = { lease: 1, scannedAt: portal.clock.now, irradianceWm2: 900, moduleC: 40, curves: [] }
    const cases = [
      ...badObjects(LoggerStep as object, good, 200, seeded(3), badValues).map((body) => ['steps', body] as const),
      ...badObjects(LoggerCurves as object, curves, 200, seeded(4), badValues).map((body) => ['curves', body] as const),
    ]
    for (const [what, body] of cases) {
      const { statusCode } = await logger.post(`/${order.taskId}/${what}`, body)
      if (statusCode < 400 || statusCode > 499) throw new Error(`${statusCode} for ${JSON.stringify(body)}`)
    }
    for (const text of ['', '{', '[]', 'null', '{"lease":1,"lease":2,"step":"failed"}']) {
      expect((await logger.post(`/${order.taskId}/steps`, text)).statusCode).toBe(400)
    }
    for (const id of ['x', "' or 1=1--", '00000000-0000-4000-8000-000000000000']) {
      expect((await logger.post(`/${encodeURIComponent(id)}/steps`, good)).statusCode).toBe(404)
    }
    expect(await checksumOf(portal)).toBe(before)
    expect(await carryOutCommands(logger, new Map())).toBe(0)
  })
})

test('a scan shows its progress; cancelled, it keeps the strings already swept', async () => {
  const { deviceIds, logger } = await plantOf(2)
  const commandId = await scan(deviceIds)
  const order = await taken(logger)
  await logger.step(order, { lease: 1, step: 'delivered' })
  const tell = (done: number) => logger.step(order, { lease: 1, step: 'progress', strings: { done, all: 4 } })
  expect(await tell(1)).toMatchObject({ proceed: true })
  expect((await detail(commandId)).devices[0]).toMatchObject({ strings: { done: 1, all: 4 }, stopping: false })
  const cancelled = await owner.call('POST /commands/:commandId/scan-cancellation', { params: { commandId } })
  expect(cancelled.data.devices.map(({ state, stopping }) => [state, stopping])).toEqual([
    ['DELIVERED', true],
    ['CANCELLED', false],
  ])
  expect(await tell(2)).toMatchObject({ proceed: false })
  const point = { voltageV: [0, 600], currentA: [9, 0] }
  const curves = [1, 2].map((string) => ({ mppt: 1, string, ...point }))
  const swept = { lease: 1, scannedAt: portal.clock.now, irradianceWm2: 800, moduleC: 40, curves, isWhole: false }
  const light = { irradianceBeforeWm2: 790, irradianceAfterWm2: 810 }
  for (const _ of [1, 2]) expect(await logger.curves(order, { ...swept, ...light })).toMatchObject({ proceed: true })
  const [device] = (await detail(commandId)).devices
  // The second string was counted only when the curves arrived.
  expect(device).toMatchObject({ state: 'CANCELLED', stopping: false, strings: { done: 2, all: 4 } })
  const kept = await owner.call('GET /iv-scans/:ivScanId', { params: { ivScanId: device?.ivScanId ?? '' } })
  expect(kept.data).toMatchObject({ ...light, isWhole: false, stringCount: 2 })
  const again = await owner.call('POST /commands/:commandId/scan-cancellation', { params: { commandId } })
  expect(again.errorCode).toBe('command.nothingWaits')
  // A setting cannot be stopped this way.
  expect(await logger.next()).toBeNull()
})
