import { type Setting, type SettingKind, settingKinds, usualCurves } from '@helioport/contract'
import type { LoggerCommand } from '@helioport/contract/ingest'
import { commandLogger, prove } from '../testing/test-commands.ts'
import { addTestPlant, frame } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { settleCommands } from './queue.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')

const minute = 60_000
const q = { kind: 'voltageCurve', value: null, points: usualCurves.voltageCurve } satisfies Setting
const limit = (value: number): Setting => ({ kind: 'powerLimit', value, points: null })
const share = (value: number): Setting => ({ kind: 'fixedReactive', value, points: null })
const factor = (value: number): Setting => ({ kind: 'reactivePower', value, points: null })

/** A plant whose logger reports these `kinds` of settings. */
async function plantOf(devices: number, kinds: readonly SettingKind[] = settingKinds) {
  const plant = await addTestPlant(portal, owner, { devices })
  await plant.logger.send({ devices: plant.devices.map(({ serial }) => frame(serial, portal.clock.now)) })
  await prove(portal, owner)
  const logger = await commandLogger(portal, plant.logger.id)
  const serials = plant.devices.map(({ serial }) => serial)
  const controls = serials.map((serial) => ({ serial, kinds: [...kinds] }))
  const next = async () => {
    const response = await logger.post('/next', { waitS: 0, controls })
    return response.json<{ data: { order: LoggerCommand | null } }>().data.order
  }
  await next()
  return { ...plant, send: plant.logger.send, logger, next, controls, deviceIds: plant.devices.map(({ id }) => id) }
}

const order = async (deviceIds: string[], { kind, value, points }: Setting, more: object = {}) => {
  const body = { deviceIds, kind, value, points: points && [...points], ...more }
  const { status, data, errorCode } = await owner.call('POST /commands/settings', { body })
  return { status, data, errorCode }
}
const detail = async (commandId: string) =>
  (await owner.call('GET /commands/:commandId', { params: { commandId } })).data
const candidate = async (deviceId: string) =>
  (await owner.call('GET /remote-settings/devices', { query: { pageSize: '200' } })).data.find(
    (one) => one.deviceId === deviceId,
  )

/** Executes one order as a device whose former setting was `former`. */
async function carryOutCommands(
  { next, logger }: Awaited<ReturnType<typeof plantOf>>,
  former: Setting,
  after?: Setting,
) {
  const task = await next()
  if (!task) throw new Error('no order')
  const { lease } = task
  const told = (setting: Setting) => (setting.kind === 'reactivePower' ? { powerFactor: setting.value } : { setting })
  await logger.step(task, { lease, step: 'delivered', ...told(former) })
  await logger.step(task, { lease, step: 'written' })
  const wanted = task.setting ?? factor(task.powerFactor ?? 1)
  await logger.step(task, { lease, step: 'readBack', ...told(after ?? wanted) })
  portal.clock.now += 1000
  return task
}

test.each([q, limit(0.6), share(-0.3), factor(-0.95)])(
  "%j is sent, read back and shown as the device's setting",
  async (setting) => {
    const plant = await plantOf(1)
    const { data } = await order(plant.deviceIds, setting, { revertAfterMinutes: 60 })
    const task = await carryOutCommands(plant, setting.kind === 'powerLimit' ? limit(1) : factor(1))
    expect(task).toMatchObject({
      endsAfterMs: 60 * minute,
      ...(setting.kind !== 'reactivePower' && { action: 'applySetting', setting }),
    })
    const [device] = (await detail(data.id)).devices
    expect(device).toMatchObject({ state: 'READ_BACK_OK', setting, readBackSetting: setting })
    expect((await candidate(plant.deviceIds[0] ?? ''))?.settings).toEqual([setting])
  },
)

test.each<[Setting, object, string]>([
  [factor(0.7), {}, 'powerFactor.outOfRange'],
  [{ ...share(0), value: null }, {}, 'reactiveShare.missing'],
  [share(0.7), {}, 'reactiveShare.outOfRange'],
  [limit(0), {}, 'powerLimit.outOfRange'],
  [limit(0.5), {}, 'setting.endMissing'],
  [limit(0.5), { endsAt: '2026-06-10T09:59:00Z' }, 'setting.endOutOfRange'],
  [limit(0.5), { endsAt: '2026-06-18T10:00:00Z' }, 'setting.endOutOfRange'],
  [{ ...q, points: [] }, {}, 'curve.pointCount'],
  [{ ...q, points: q.points.toReversed() }, {}, 'curve.notRising'],
])('%j %j is refused: %s', async (setting, more, errorCode) => {
  portal.clock.now = Date.parse('2026-06-10T10:00:00Z')
  const { deviceIds } = await plantOf(1)
  expect(await order(deviceIds, setting, more)).toMatchObject({ status: 400, errorCode })
})

test('a device accepts only the settings that its logger reports', async () => {
  const { deviceIds, logger, controls } = await plantOf(1, ['powerLimit'])
  expect(await candidate(deviceIds[0] ?? '')).toMatchObject({ controls: ['reactivePower', 'powerLimit'] })
  expect(await order(deviceIds, q)).toMatchObject({ status: 409, errorCode: 'command.unsupported' })
  // A device that was taken over with one click: only its logger reports what it can be set to.
  const taken = await plantOf(1)
  await portal.ownerDb.pool.query('update device set supports_reactive_power = false where id = any($1)', [
    [deviceIds[0], taken.deviceIds[0]],
  ])
  expect(await candidate(taken.deviceIds[0] ?? '')).toMatchObject({
    controls: settingKinds,
    reactivePowerObstacles: [],
  })
  expect(await candidate(deviceIds[0] ?? '')).toMatchObject({ controls: ['powerLimit'] })
  // A logger's report about another account's device is ignored.
  const other = await addTestPlant(portal, owner, { devices: 1 })
  const [serial = ''] = other.devices.map((one) => one.serial)
  await logger.post('/next', { waitS: 0, controls: [...controls, { serial, kinds: ['powerLimit'] }] })
  expect((await candidate(other.devices[0]?.id ?? ''))?.controls).toEqual(['reactivePower'])
})

test('a logger program without settings gets no setting; the device fails as unsupported', async () => {
  const plant = await plantOf(1)
  const { data } = await order(plant.deviceIds, q)
  expect(await plant.logger.next()).toBeNull()
  expect((await detail(data.id)).devices[0]).toMatchObject({ state: 'FAILED', reason: 'unsupported' })
})

test('a power limit ends at its time by a command with the former limit', async () => {
  const plant = await plantOf(1)
  const endsAt = new Date(portal.clock.now + 10 * minute).toISOString()
  const { data } = await order(plant.deviceIds, limit(0.3), { endsAt })
  expect(data.revertAt).toBe(endsAt)
  await carryOutCommands(plant, limit(0.8))
  portal.clock.now += 10 * minute
  await plant.send({ devices: plant.devices.map(({ serial }) => frame(serial, portal.clock.now)) })
  await settleCommands(portal.service)
  expect(await carryOutCommands(plant, limit(0.3))).toMatchObject({ setting: limit(0.8), endsAfterMs: null })
  expect((await detail(data.id)).takenBackBy).toMatchObject({ cause: 'revert', ended: true })
})

test('undo restores a former setting of another kind; a power limit stays', async () => {
  const plant = await plantOf(1)
  const { data } = await order(plant.deviceIds, share(0.4))
  await carryOutCommands(plant, factor(-0.9))
  await order(plant.deviceIds, limit(0.5), { revertAfterMinutes: 60 })
  await carryOutCommands(plant, limit(1))
  expect((await candidate(plant.deviceIds[0] ?? ''))?.settings).toHaveLength(2)
  const undo = await owner.call('POST /commands/:commandId/undo', { params: { commandId: data.id } })
  expect(undo.data).toMatchObject({ kind: 'reactivePower', powerFactor: -0.9, cause: 'undo' })
  expect(await carryOutCommands(plant, share(0.4))).toMatchObject({ action: 'setPowerFactor', powerFactor: -0.9 })
  expect((await candidate(plant.deviceIds[0] ?? ''))?.settings).toEqual(
    expect.arrayContaining([factor(-0.9), limit(0.5)]),
  )
})

test('a device that keeps its former setting, or has reactive power of the wrong sign, is a MISMATCH', async () => {
  const plant = await plantOf(1)
  const first = await order(plant.deviceIds, q)
  await carryOutCommands(plant, factor(1), factor(1))
  expect((await detail(first.data.id)).devices[0]).toMatchObject({ state: 'MISMATCH', readBackSetting: factor(1) })
  const second = await order(plant.deviceIds, share(0.4))
  const task = await plant.next()
  const flow = { powerW: 9000, reactiveVar: -4000 }
  await plant.logger.step(task ?? { taskId: '' }, { lease: 1, step: 'delivered', powerFactor: 1 })
  await plant.logger.step(task ?? { taskId: '' }, { lease: 1, step: 'readBack', setting: share(0.4), ...flow })
  expect((await detail(second.data.id)).devices[0]).toMatchObject({ state: 'MISMATCH', reason: 'wrongSign' })
})

test('a canary that ignores a power limit fails the other devices', async () => {
  const plant = await plantOf(3)
  const { data } = await order(plant.deviceIds, limit(0.5), { revertAfterMinutes: 60, canary: true })
  await carryOutCommands(plant, limit(1), limit(1))
  expect((await detail(data.id)).devices.map(({ state, reason }) => [state, reason])).toEqual([
    ['MISMATCH', null],
    ['FAILED', 'canaryFailed'],
    ['FAILED', 'canaryFailed'],
  ])
})
