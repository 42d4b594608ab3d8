import { largeOrderDelayMs } from '@helioport/contract'
import { addTestPlant, frame } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { commandLogger, carryOutCommands, prove } from '../testing/test-commands.ts'
import { settleCommands } from './queue.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')

const minute = 60_000

async function plantOf(devices: number) {
  const plant = await addTestPlant(portal, owner, { devices })
  await plant.logger.send({ devices: plant.devices.map(({ serial }) => frame(serial, portal.clock.now)) })
  await prove(portal, owner)
  const logger = await commandLogger(portal, plant.logger.id)
  return { ...plant, logger, send: plant.logger.send, deviceIds: plant.devices.map(({ id }) => id) }
}

async function set(deviceIds: string[], powerFactor: number | null, more: object = {}) {
  const reply = await owner.call('POST /commands/reactive-power', { body: { deviceIds, powerFactor, ...more } })
  return { ...reply, commandId: reply.data?.id ?? '' }
}
const detail = async (commandId: string) =>
  (await owner.call('GET /commands/:commandId', { params: { commandId } })).data
const statesOf = async (commandId: string) => (await detail(commandId)).devices.map(({ state }) => state)
const settle = () => settleCommands({ ...portal.service, now: () => portal.clock.now })

test('a command of ten devices reports an offline device and a mismatch; undo restores the former values', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 10 })
  const serials = plant.devices.map(({ serial }) => serial)
  const [offline = '', deaf = ''] = serials
  await plant.logger.send({ devices: serials.slice(1).map((serial) => frame(serial, portal.clock.now)) })
  await plant.logger.send({ devices: [frame(offline, portal.clock.now - 20 * minute)] })
  await prove(portal, owner)
  const logger = await commandLogger(portal, plant.logger.id)
  const registers = new Map(serials.map((serial, i) => [serial, i % 2 ? 1 : -0.95]))
  const before = new Map(registers)

  const { data, commandId } = await set(
    plant.devices.map(({ id }) => id),
    -0.9,
  )
  expect(data.counts).toEqual({ total: 10, open: 9, done: 0, failed: 1, cancelled: 0 })
  // Another person sees that a setting is in progress, and cannot start another.
  const { data: listed } = await owner.call('GET /remote-settings/devices', { query: { stationId: plant.stationId } })
  expect(listed.filter(({ reactivePowerObstacles }) => reactivePowerObstacles.includes('busy'))).toHaveLength(9)
  expect((await set([plant.devices[5]?.id ?? ''], 1)).errorCode).toBe('command.busy')

  expect(await carryOutCommands(logger, registers, new Set([deaf]))).toBe(9)
  const result = await detail(commandId)
  expect(result.counts).toEqual({ total: 10, open: 0, done: 8, failed: 2, cancelled: 0 })
  expect(result.devices.filter(({ state }) => state !== 'READ_BACK_OK')).toMatchObject([
    { serial: offline, state: 'FAILED', reason: 'offline' },
    { serial: deaf, state: 'MISMATCH', powerFactor: -0.9, readBackPowerFactor: 1 },
  ])
  // The list can be filtered by the reason of a failure on any device.
  const failedFor = async (code: 'offline' | 'rejected') =>
    (await owner.call('GET /commands', { query: { stationId: plant.stationId, code } })).data.map(({ id }) => id)
  expect([await failedFor('offline'), await failedFor('rejected')]).toEqual([[commandId], []])
  // The list shows the read-back, not the newest frame; for a device that was never read it shows nothing.
  await plant.logger.send({ devices: serials.map((serial) => frame(serial, portal.clock.now, { powerFactor: 0.99 })) })
  const { data: candidates } = await owner.call('GET /remote-settings/devices', {
    query: { stationId: plant.stationId },
  })
  const told = new Map(candidates.map(({ serial, powerFactor }) => [serial, powerFactor]))
  expect([told.get(offline), told.get(deaf), told.get(serials[2] ?? '')]).toEqual([null, 1, -0.9])
  expect(result.devices[2]?.steps.map(({ state, by, powerFactor }) => [state, by, powerFactor])).toEqual([
    ['QUEUED', 'person', -0.9],
    ['SENT', 'service', null],
    ['DELIVERED', 'logger', -0.95],
    ['SUCCESSFUL', 'logger', null],
    ['READ_BACK_OK', 'logger', -0.9],
  ])

  portal.clock.now += 1000
  const undo = await owner.call('POST /commands/:commandId/undo', { params: { commandId } })
  expect(undo.data).toMatchObject({ cause: 'undo', ofCommandId: commandId, counts: { total: 9, open: 9 } })
  await carryOutCommands(logger, registers)
  expect(registers).toEqual(before)
  expect((await detail(undo.data.id)).counts.done).toBe(9)
  const again = await owner.call('POST /commands/:commandId/undo', { params: { commandId } })
  expect(again).toMatchObject({ status: 409, errorCode: 'command.nothingToUndo' })
})

test('a power factor out of range or missing is rejected', async () => {
  const { deviceIds, logger } = await plantOf(1)
  for (const value of [0.799, -0.799, 0, 1.001, -1.001, 0.9005]) {
    expect(await set(deviceIds, value)).toMatchObject({ status: 400, errorCode: 'powerFactor.outOfRange' })
  }
  expect(await set(deviceIds, null)).toMatchObject({ status: 400, errorCode: 'powerFactor.missing' })
  for (const value of [-1, 1, 0.8, -0.8]) {
    portal.clock.now += 1000
    await prove(portal, owner)
    const { status, commandId } = await set(deviceIds, value)
    expect([value, status]).toEqual([value, 200])
    // Some inverters read -1.000 back as +1.000.
    await carryOutCommands(logger, new Map(), new Set())
    expect((await statesOf(commandId)).every((state) => state === 'READ_BACK_OK')).toBe(true)
  }
})

test('each reason of the pre-check has its code when no chosen device can take the setting', async () => {
  const { deviceIds, devices, stationId } = await plantOf(2)
  expect((await set([], 0.9)).errorCode).toBe('command.noDevices')
  await portal.db.kysely
    .updateTable('device')
    .set({ supports_reactive_power: false })
    .where('station_id', '=', stationId)
    .execute()
  expect((await set(deviceIds, 0.9)).errorCode).toBe('command.unsupported')
  const plant = await addTestPlant(portal, owner, { devices: 3 })
  const [starting, faulty, silent] = plant.devices
  const now = portal.clock.now
  await plant.logger.send({
    devices: [
      frame(starting?.serial ?? '', now, { mode: 0 }),
      frame(faulty?.serial ?? '', now, { mode: 5, errorWord: 0x20 }),
      frame(silent?.serial ?? '', now - 20 * minute),
    ],
  })
  expect((await set([starting?.id ?? ''], 0.9)).errorCode).toBe('command.uninitialized')
  expect((await set([faulty?.id ?? ''], 0.9)).errorCode).toBe('command.fault')
  expect((await set([silent?.id ?? ''], 0.9)).errorCode).toBe('command.offline')
  expect(devices).toHaveLength(2)
})

test('without a fresh proof nothing is set', async () => {
  const { deviceIds } = await plantOf(1)
  portal.clock.now += 5 * minute + 1
  expect(await set(deviceIds, 0.9)).toMatchObject({ status: 403, errorCode: 'session.proofRequired' })
})

test('a setting with an end is reverted by a command of its own', async () => {
  const { deviceIds, devices, logger } = await plantOf(2)
  const registers = new Map(devices.map(({ serial }) => [serial, 0.98]))
  const { data, commandId } = await set(deviceIds, 0.85, { revertAfterMinutes: 10 })
  expect(data.expiresAt).toBe(data.revertAt)
  await carryOutCommands(logger, registers)
  portal.clock.now += 10 * minute - 1
  await settle()
  expect(await carryOutCommands(logger, registers)).toBe(0)
  portal.clock.now += 1
  await Promise.all([settle(), settle(), settle()])
  expect(await carryOutCommands(logger, registers)).toBe(2)
  expect([...registers.values()]).toEqual([0.98, 0.98])
  const { data: list, total } = await owner.call('GET /commands', { query: { deviceId: deviceIds[0] ?? '' } })
  expect(total).toBe(2)
  expect(list[0]).toMatchObject({ cause: 'revert', ofCommandId: commandId, userName: null, counts: { done: 2 } })
  expect(list[0]?.takenBackBy).toBeNull()
  const takenBackBy = { commandId: list[0]?.id, cause: 'revert', ended: true }
  expect(list[1]).toMatchObject({ id: commandId, takenBackBy })
})

/** Two inverters whose setting of ten minutes is due for its revert. */
async function dueToGoBack() {
  const { deviceIds, devices, logger } = await plantOf(2)
  const registers = new Map(devices.map(({ serial }) => [serial, 0.98]))
  const { commandId } = await set(deviceIds, 0.85, { revertAfterMinutes: 10 })
  await carryOutCommands(logger, registers)
  portal.clock.now += 10 * minute
  await settle()
  return { deviceIds, logger, registers, commandId }
}

test('a revert is retried every 30 minutes until a sleeping inverter answers', async () => {
  const { deviceIds, logger, registers, commandId } = await dueToGoBack()
  const timeOut = async () => {
    const order = await logger.next()
    if (order) await logger.step(order, { lease: order.lease, step: 'timeout' })
    return order?.serial
  }
  expect(new Set([await timeOut(), await timeOut()]).size).toBe(2)
  // An immediate retry would block the bus for all others.
  expect(await logger.next()).toBeNull()
  portal.clock.now += 30 * minute - 1
  expect(await logger.next()).toBeNull()
  const former = async () =>
    (await owner.call('GET /commands', { query: { deviceId: deviceIds[0] ?? '' } })).data.find(
      ({ id }) => id === commandId,
    )?.takenBackBy
  expect(await former()).toMatchObject({ ended: false, failed: 0 })
  portal.clock.now += 1
  expect(await carryOutCommands(logger, registers)).toBe(2)
  expect([...registers.values()]).toEqual([0.98, 0.98])
  expect(await former()).toMatchObject({ ended: true, failed: 0 })
})

test('a revert that an inverter rejects counts as failed at the original command', async () => {
  const { logger, registers, commandId } = await dueToGoBack()
  const order = await logger.next()
  if (!order) throw new Error('no order')
  await logger.step(order, { lease: order.lease, step: 'failed', reason: 'rejected' })
  await carryOutCommands(logger, registers)
  const { data } = await owner.call('GET /commands/:commandId', { params: { commandId } })
  expect(data.takenBackBy).toMatchObject({ ended: true, failed: 1 })
})

test('a value set later is not reverted', async () => {
  const { deviceIds, devices, logger } = await plantOf(1)
  const registers = new Map(devices.map(({ serial }) => [serial, 1]))
  const first = await set(deviceIds, 0.85, { revertAfterMinutes: 10 })
  await carryOutCommands(logger, registers)
  portal.clock.now += minute
  await set(deviceIds, 0.9)
  await carryOutCommands(logger, registers)
  expect((await detail(first.commandId)).undoable).toBe(false)
  portal.clock.now += 10 * minute
  await settle()
  expect(await carryOutCommands(logger, registers)).toBe(0)
  expect([...registers.values()]).toEqual([0.9])
})

test('with more than 20 devices a canary goes first; its mismatch fails the others', async () => {
  const { deviceIds, devices, logger, send } = await plantOf(21)
  const wait = async () => {
    portal.clock.now += largeOrderDelayMs
    await settle()
  }
  const registers = new Map<string, number>()
  const { commandId } = await set(deviceIds, 0.9)
  expect((await detail(commandId)).devices.filter(({ isCanary }) => isCanary)).toHaveLength(1)
  await wait()
  expect(await carryOutCommands(logger, registers, new Set([devices[0]?.serial ?? '']))).toBe(1)
  const result = await detail(commandId)
  expect(result.devices[0]).toMatchObject({ state: 'MISMATCH', isCanary: true })
  expect(result.devices.slice(1).every(({ reason }) => reason === 'canaryFailed')).toBe(true)
  await prove(portal, owner)
  await send({ devices: devices.map(({ serial }) => frame(serial, portal.clock.now)) })
  const good = await set(deviceIds, 0.9)
  await wait()
  expect(await carryOutCommands(logger, registers)).toBe(21)
  expect((await detail(good.commandId)).counts.done).toBe(21)
})

test('steps of commands cannot be updated or deleted', async () => {
  const { deviceIds } = await plantOf(1)
  await set(deviceIds, 0.9)
  const { pool } = portal.ownerDb
  await expect(pool.query(`update command_step set state = 'FAILED'`)).rejects.toThrow('only ever added')
  await expect(pool.query(`delete from command_step`)).rejects.toThrow('only ever added')
  await portal.db.pool.query('delete from device where id = $1', [deviceIds[0]])
})

test('a search names the devices of a command that match, and none for a match elsewhere', async () => {
  const plant = await plantOf(5)
  const [, second] = plant.devices
  const { commandId } = await set(plant.deviceIds, 0.95)
  const found = async (search: string) =>
    (await owner.call('GET /commands', { query: { search } })).data.find(({ id }) => id === commandId)
  const own = await owner.call('GET /devices/:deviceId', { params: { deviceId: second?.id ?? '' } })
  expect((await found(second?.serial ?? ''))?.found).toEqual([{ name: own.data.name, serial: second?.serial }])
  const many = await found('inverter')
  expect(many?.found?.length ?? 0).toBeLessThanOrEqual(3)
  const { stationName } = await detail(commandId)
  expect(await found(stationName)).not.toHaveProperty('found')
  expect(await detail(commandId)).not.toHaveProperty('found')
})
