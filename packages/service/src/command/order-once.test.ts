import type { LoggerCommand } from '@helioport/contract/ingest'
import { sharedPortal } from '../testing/shared-portal.ts'
import { commandLogger, prove } from '../testing/test-commands.ts'
import { addTestPlant, frame } from '../testing/test-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')

/** A plant of one inverter that can be set. */
async function plantOfOne() {
  const plant = await addTestPlant(portal, owner, { devices: 1 })
  const [{ id, serial } = { id: '', serial: '' }] = plant.devices
  await plant.logger.send({ devices: [frame(serial, portal.clock.now)] })
  await prove(portal, owner)
  const logger = await commandLogger(portal, plant.logger.id)
  const next = async () => {
    const response = await logger.post('/next', { waitS: 0, controls: [{ serial, kinds: ['reactivePower'] }] })
    return response.json<{ data: { order: LoggerCommand | null } }>().data.order
  }
  await next()
  return { deviceId: id, stationId: plant.stationId, logger, next }
}

let keys = 0
const newKey = () => `order-of-a-test-${(keys += 1)}`
const order = (key: string | undefined, deviceId: string, powerFactor = 0.95) =>
  owner.call('POST /commands/reactive-power', { body: { ...(key && { key }), deviceIds: [deviceId], powerFactor } })
const commandsAt = async (stationId: string) =>
  (await owner.call('GET /commands', { query: { stationId, pageSize: '20' } })).data.map(({ id }) => id)

/** Executes an order, so that the device is free again. */
async function carryOutCommands({ next, logger }: Awaited<ReturnType<typeof plantOfOne>>) {
  const task = await next()
  if (!task) throw new Error('no order')
  const { lease } = task
  await logger.step(task, { lease, step: 'delivered', powerFactor: 1 })
  await logger.step(task, { lease, step: 'written' })
  await logger.step(task, { lease, step: 'readBack', powerFactor: task.powerFactor ?? 1 })
}

test('an order is carried out once for its key: repeated while waiting or when done, it is the same command', async () => {
  const plant = await plantOfOne()
  const { deviceId, stationId } = plant
  const key = newKey()
  const first = await order(key, deviceId)
  expect(first.status).toBe(200)
  expect(await order(key, deviceId)).toMatchObject({ status: 200, data: { id: first.data.id } })
  await carryOutCommands(plant)
  const told = await order(key, deviceId)
  expect(told.data).toMatchObject({ id: first.data.id, devices: [{ state: 'READ_BACK_OK' }] })
  expect(await commandsAt(stationId)).toEqual([first.data.id])
  // Another key makes another command.
  expect((await order(newKey(), deviceId)).data.id).not.toBe(first.data.id)
  expect(await commandsAt(stationId)).toHaveLength(2)
})

test('simultaneous requests with one key make one command', async () => {
  const { deviceId, stationId } = await plantOfOne()
  const key = newKey()
  const all = await Promise.all([1, 2, 3].map(() => order(key, deviceId)))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(all.map(({ data }) => data.id)).size).toBe(1)
  expect(await commandsAt(stationId)).toHaveLength(1)
})

test('a key used for another order is refused with request.keyReused; a refused order uses no key up', async () => {
  const { deviceId, stationId } = await plantOfOne()
  const key = newKey()
  expect((await order(key, deviceId, 0.1)).errorCode).toBe('powerFactor.outOfRange')
  await order(key, deviceId)
  expect((await order(key, deviceId, 0.9)).errorCode).toBe('request.keyReused')
  const scan = await owner.call('POST /commands/iv-scan', { body: { key, deviceIds: [deviceId] } })
  expect(scan.errorCode).toBe('request.keyReused')
  expect(await commandsAt(stationId)).toHaveLength(1)
})

test('each order without a key is a command of its own; a repeated order with a key is logged once', async () => {
  const plant = await plantOfOne()
  await order(undefined, plant.deviceId)
  expect((await order(undefined, plant.deviceId)).errorCode).toBe('command.busy')
  await carryOutCommands(plant)
  const operations = async () =>
    (await owner.call('GET /operations', { query: { stationId: plant.stationId, pageSize: '50' } })).data.length
  const before = await operations()
  const key = newKey()
  for (const _ of [1, 2]) await order(key, plant.deviceId)
  expect(await operations()).toBe(before + 1)
})
