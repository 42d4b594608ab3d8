import type { CommandDetail } from '@helioport/contract'
import { askDoor, type PlantSpec, pv15, type RunningFleet, tickMs } from '@helioport/fleet/testing'
import { desertPlant } from './testing/desert-plant.ts'
import { startTestWorld, type TestWorld } from './testing/test-world.ts'

/** 12:30 on a summer day in the desert. */
const began = Date.UTC(2026, 6, 10, 9, 30)
const second = 1000
const minute = 60 * second
const seed = 1
const timing = { waitS: 0, pauseMs: 25 * second, scanMs: 10 * minute }

const base = desertPlant('commands', 12, seed, began)
const serials = base.inverters.map(({ serial }) => serial)
const [offline = '', stubborn = '', deaf = '', shunted = '', sound = '', dusty = ''] = serials
const old = serials.at(-1) ?? ''
/** The last one is a model without reactive power. */
const plant: PlantSpec = {
  ...base,
  inverters: base.inverters.map((inverter) =>
    inverter.serial === old
      ? {
          ...inverter,
          model: pv15,
          arrays: inverter.arrays.map((array) => ({ ...array, mppts: 2, stringsPerMppt: 1 })),
        }
      : inverter,
  ),
}

let world: TestWorld
let fleet: RunningFleet
let idOf: (serial: string) => string

beforeAll(async () => {
  world = await startTestWorld(began)
  fleet = await world.startFleet({ folder: 'commands', seed, world: () => [plant], commands: timing })
  await switchOn('readBackMismatch', stubborn)
  await switchOn('commandTimeout', deaf)
  await switchOn('shunt', shunted, { string: 2 })
  await world.runTo(began + 3 * tickMs + 30 * second)
  const found = await world.client.call('GET /devices', { query: { pageSize: 50 } })
  idOf = (serial) => found.find((device) => device.serial === serial)?.id ?? ''
  await switchOn('deviceOffline', offline)
  await world.runTo(world.now() + 4 * tickMs)
})
afterAll(() => world?.stop())

const switchOn = (behaviour: string, serial: string, parameters: Record<string, number> = {}) =>
  askDoor(fleet.door ?? '', 'POST', '/switches', { plant: plant.key, behaviour, serial, parameters })
const prove = () => world.client.call('POST /session/proof', { body: { password: world.password } })
const pass = (ms: number) => world.runTo(world.now() + ms)
const detail = (commandId: string) => world.client.call('GET /commands/:commandId', { params: { commandId } })
const device = (serial: string) => world.client.call('GET /devices/:deviceId', { params: { deviceId: idOf(serial) } })
async function set(chosen: readonly string[], powerFactor: number, more: object = {}): Promise<CommandDetail> {
  await prove()
  const body = { deviceIds: chosen.map(idOf), powerFactor, ...more }
  return world.client.call('POST /commands/reactive-power', { body })
}

test('of ten devices eight apply a power factor; an offline and a mismatching one have a reason; undo restores it', async () => {
  const chosen = serials.filter((serial) => serial !== deaf && serial !== old)
  expect(chosen).toHaveLength(10)
  const command = await set(chosen, -0.9)
  // The second user sees that a setting is in progress.
  const listed = await world.client.call('GET /remote-settings/devices', { query: { pageSize: 50 } })
  expect(listed.filter(({ reactivePowerObstacles }) => reactivePowerObstacles.includes('busy'))).toHaveLength(9)
  // Commands wait in a queue on the bus: each shows how many are ahead.
  const queued = command.devices.flatMap(({ ahead }) => ahead ?? [])
  expect(queued).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  await expect(set([sound], 0.9)).rejects.toMatchObject({ code: 'command.busy' })

  await pass(3 * tickMs)
  const result = await detail(command.id)
  expect(result.counts).toEqual({ total: 10, open: 0, done: 8, failed: 2, cancelled: 0 })
  const explained = Object.fromEntries(result.devices.map(({ serial, state, reason }) => [serial, [state, reason]]))
  expect(explained[offline]).toEqual(['FAILED', 'offline'])
  expect(explained[stubborn]).toEqual(['MISMATCH', null])
  const { powerW, reactiveVar, powerFactor } = await device(sound)
  expect(powerFactor).toBe(-0.9)
  // The logger reports the effect at once: output before and after the write.
  const steps = result.devices.find(({ serial }) => serial === sound)?.steps ?? []
  const [before, after] = ['DELIVERED', 'READ_BACK_OK'].map((state) => steps.find((step) => step.state === state))
  expect(before).toMatchObject({ powerFactor: 1, reactiveVar: 0 })
  expect(before?.powerW).toBeGreaterThan(0)
  expect((after?.reactiveVar ?? 0) / (after?.powerW ?? 1)).toBeCloseTo(-0.4843, 3)
  expect((reactiveVar ?? 0) / (powerW ?? 1)).toBeCloseTo(-0.4843, 3)

  await prove()
  const undo = await world.client.call('POST /commands/:commandId/undo', { params: { commandId: command.id } })
  await pass(3 * tickMs)
  expect((await detail(undo.id)).counts).toMatchObject({ total: 9, done: 9 })
  expect((await device(sound)).reactiveVar).toBe(0)
})

test('a command to a model without reactive power is refused; a write without an answer is read back', async () => {
  await expect(set([old], 0.9)).rejects.toMatchObject({ code: 'command.unsupported' })
  const command = await set([deaf, old], 0.95)
  await pass(tickMs)
  const { devices } = await detail(command.id)
  expect(devices).toMatchObject([
    { serial: deaf, state: 'MISMATCH', formerPowerFactor: 1, readBackPowerFactor: 1 },
    { serial: old, state: 'FAILED', reason: 'unsupported' },
  ])
  expect(devices[0]?.steps.map(({ state }) => state)).toEqual(['QUEUED', 'SENT', 'DELIVERED', 'UNKNOWN', 'MISMATCH'])
})

test('a setting for 30 minutes is reverted automatically', async () => {
  const command = await set([sound], 0.85, { revertAfterMinutes: 30 })
  await pass(2 * tickMs)
  expect((await device(sound)).powerFactor).toBe(0.85)
  await pass(25 * minute)
  const newest = async () => (await world.client.call('GET /commands', { query: { deviceId: idOf(sound) } }))[0]
  // The service's jobs run by the real clock, which a test hardly uses.
  for (let last = await newest(); last?.cause !== 'revert'; last = await newest()) expect(last?.id).toBe(command.id)
  await pass(2 * tickMs)
  expect(await newest()).toMatchObject({ cause: 'revert', ofCommandId: command.id, counts: { done: 1 } })
  expect((await device(sound)).reactiveVar).toBe(0)
})

test('an IV scan takes ten minutes, is no fault meanwhile, and names a shunted string and uniform soiling', async () => {
  await switchOn('lightLoss', dusty, { share: 0.85 })
  await pass(tickMs)
  await prove()
  const body = { deviceIds: [idOf(shunted), idOf(sound), idOf(dusty)] }
  const command = await world.client.call('POST /commands/iv-scan', { body })
  await pass(2 * tickMs - 30 * second)
  expect((await detail(command.id)).devices.map(({ state }) => state)).toEqual(['DELIVERED', 'QUEUED', 'QUEUED'])
  const scanning = await device(shunted)
  expect(scanning).toMatchObject({ status: 'normal', subState: 'ivScanning', openAlarms: [] })
  expect(scanning.powerW ?? 0).toBeLessThan(0.52 * scanning.ratedPowerW)
  await pass(40 * minute)
  const result = await detail(command.id)
  expect(result.counts).toEqual({ total: 3, open: 0, done: 3, failed: 0, cancelled: 0 })
  expect((await device(shunted)).subState).not.toBe('ivScanning')
  const scanOf = (serial: string) => {
    const ivScanId = result.devices.find(({ deviceId }) => deviceId === idOf(serial))?.ivScanId ?? ''
    return world.client.call('GET /iv-scans/:ivScanId', { params: { ivScanId } })
  }
  const scan = await scanOf(shunted)
  expect(scan.irradianceWm2).toBeGreaterThan(700)
  expect(scan.curves.map(({ voltageV }) => voltageV.length)).toEqual(scan.curves.map(() => 64))
  const verdicts = scan.curves.map(({ string, verdict }) => [string, verdict])
  expect(verdicts).toEqual(scan.curves.map(({ string }) => [string, string === 2 ? 'shunt' : 'healthy']))
  // Ageing and ordinary dust are no finding; a loss of 15 % of the light is one.
  const others = async (serial: string) => [...new Set((await scanOf(serial)).curves.map(({ verdict }) => verdict))]
  expect([await others(sound), await others(dusty)]).toEqual([['healthy'], ['soilingAll']])
})
