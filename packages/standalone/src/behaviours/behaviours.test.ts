import { alarmClassOf, alarmCodes, lowLightAlarms } from '@helioport/contract'
import { askDoor, type PlantSpec, pv15, type RunningFleet, tickMs } from '@helioport/fleet/testing'
import { desertPlant } from '../testing/desert-plant.ts'
import { startTestWorld, type TestWorld } from '../testing/test-world.ts'
import { deviceProofs } from './device-proofs.ts'
import { loggerProofs } from './logger-proofs.ts'
import type { Proof, Times, Views } from './proof.ts'
import { marksOf, see, type Seen } from './seen.ts'

/** 12:30 on a summer day in the desert. */
const began = Date.UTC(2026, 6, 10, 9, 30)
/** Time after which every upload of a tick is done. */
const settled = 30_000
const seed = 1

/** Plants with one inverter per alarm, one inverter per other behaviour, and one plant per logger fault. */
const alarmPlant = desertPlant('alarms', alarmCodes.length + 1, seed, began)
const withTwin = desertPlant('behaviours', deviceProofs.length + 3, seed, began)
const [twinSerial, oldSerial, newSerial] = withTwin.inverters.slice(-3).map(({ serial }) => serial)
/** The last but one is a model without reactive power, with eight strings fewer. */
const devicePlant: PlantSpec = {
  ...withTwin,
  inverters: withTwin.inverters.map((inverter) =>
    inverter.serial === oldSerial
      ? {
          ...inverter,
          model: pv15,
          arrays: inverter.arrays.map((array) => ({ ...array, mppts: 2, stringsPerMppt: 1 })),
        }
      : inverter,
  ),
}
const loggerPlants = loggerProofs.map((_, i) => desertPlant(`logger-${i}`, 1, seed, began))
const plants = [alarmPlant, devicePlant, ...loggerPlants]

const times: Times = {
  before: began + tickMs,
  on: began + 6 * tickMs + settled,
  off: began + 18 * tickMs + settled,
  after: began + 30 * tickMs + settled,
}
let world: TestWorld
let fleet: RunningFleet
let loggerFleet: RunningFleet
const views: Record<keyof Views, Map<string, Seen>> = { before: new Map(), during: new Map(), after: new Map() }

/** Switches a behaviour on at the fleet's door. @returns a function that switches it off */
async function switchOn(
  at: RunningFleet,
  plant: string,
  { behaviour, parameters = {} }: Pick<Proof, 'behaviour' | 'parameters'>,
  serial?: string,
): Promise<() => Promise<unknown>> {
  const door = at.door ?? ''
  const order = { plant, behaviour, parameters, ...(serial && { serial }) }
  const { id } = (await askDoor(door, 'POST', '/switches', order)) as { id: number }
  return () => askDoor(door, 'DELETE', `/switches/${id}`)
}
async function look(when: keyof Views): Promise<void> {
  for (const { name } of plants) {
    for (const [serial, seen] of await see(world.client, name, world.now(), began)) views[when].set(serial, seen)
  }
}
function viewsOf(serial: string | undefined): Views {
  const [before, during, after] = (['before', 'during', 'after'] as const).map((when) => views[when].get(serial ?? ''))
  if (!before || !during || !after) throw new Error(`no device ${serial}`)
  return { before, during, after }
}

beforeAll(async () => {
  world = await startTestWorld(began)
  fleet = await world.startFleet({ folder: 'devices', seed, world: () => [alarmPlant, devicePlant] })
  // A clock that is set back reports an hour that was already reported.
  loggerFleet = await world.startFleet({ folder: 'loggers', seed, historyDays: 1, world: () => loggerPlants })
  await world.runTo(times.on)
  await look('before')
  const off: (() => Promise<unknown>)[] = []
  for (const [i, code] of alarmCodes.entries()) {
    const alarm = { behaviour: 'alarm', parameters: { code } }
    off.push(await switchOn(fleet, 'alarms', alarm, alarmPlant.inverters[i]?.serial))
  }
  for (const [i, proof] of deviceProofs.entries()) {
    off.push(await switchOn(fleet, 'behaviours', proof, devicePlant.inverters[i]?.serial))
  }
  const powerFactor = { behaviour: 'powerFactor', parameters: { magnitude: 0.9 } }
  for (const serial of [oldSerial, newSerial]) off.push(await switchOn(fleet, 'behaviours', powerFactor, serial))
  for (const [i, proof] of loggerProofs.entries()) off.push(await switchOn(loggerFleet, `logger-${i}`, proof))
  await world.runTo(times.off)
  await look('during')
  for (const end of off) await end()
  await world.runTo(times.after)
  await look('after')
})
afterAll(() => world.stop())

test('a device without behaviours stays normal, without alarms or marks', () => {
  for (const serial of [twinSerial, alarmPlant.inverters.at(-1)?.serial]) {
    const { during, after } = viewsOf(serial)
    for (const { device } of [during, after]) expect(device).toMatchObject({ status: 'normal', openAlarms: [] })
    expect(after.alarms).toEqual([])
    expect(marksOf(after.day, times.before, times.after)).toEqual([])
  }
})

test.each(alarmCodes.map((code, i) => [code, i] as const))(
  'alarm %s: one episode of this code, open while it is on, cleared afterwards',
  (code, i) => {
    const { during, after } = viewsOf(alarmPlant.inverters[i]?.serial)
    expect(during.device.openAlarms).toEqual([code])
    expect(during.alarms).toEqual([
      expect.objectContaining({
        code,
        class: alarmClassOf(code),
        source: 'device',
        clearedAt: null,
        pages: !lowLightAlarms.has(code),
      }),
    ])
    const raisedAt = Date.parse(during.alarms[0]?.raisedAt ?? '')
    expect(raisedAt).toBeGreaterThan(times.on)
    expect(raisedAt).toBeLessThan(times.on + 2 * tickMs)
    const isFault = alarmClassOf(code) === 'fault' && !lowLightAlarms.has(code)
    if (isFault) expect(during.device).toMatchObject({ status: 'abnormal', statusReason: 'alarm' })
    if (lowLightAlarms.has(code)) expect(during.device.status).not.toBe('abnormal')
    if (code === 'C3') expect(during.device).toMatchObject({ status: 'standby', statusReason: 'shutDown' })
    expect(after.device).toMatchObject({ status: 'normal', openAlarms: [] })
    expect(after.alarms).toHaveLength(1)
    const clearedAt = Date.parse(after.alarms[0]?.clearedAt ?? '')
    expect(clearedAt).toBeGreaterThan(times.off)
    expect(clearedAt).toBeLessThan(times.off + 2 * tickMs)
  },
)

test.each(deviceProofs.map((proof, i) => [proof.behaviour, proof.shows, proof, i] as const))(
  '%s: %s',
  (_name, _shows, proof, i) => proof.check(viewsOf(devicePlant.inverters[i]?.serial), viewsOf(twinSerial), times),
)

test('a model without reactive power ignores a power factor that another one applies; the portal says "unsupported"', () => {
  const [old, sibling] = [viewsOf(oldSerial).during, viewsOf(newSerial).during]
  expect(old.device).toMatchObject({ supportsReactivePower: false, reactiveVar: 0, powerFactor: 1 })
  expect(old.candidate.reactivePowerObstacles).toContain('unsupported')
  expect(sibling.device).toMatchObject({ supportsReactivePower: true, powerFactor: -0.9 })
})

test.each(loggerProofs.map((proof, i) => [proof.behaviour, proof.shows, proof, i] as const))(
  '%s: %s',
  (_name, _shows, proof, i) => proof.check(viewsOf(loggerPlants[i]?.inverters[0]?.serial), viewsOf(twinSerial), times),
)

test('every behaviour has a proof', async () => {
  const known = ((await askDoor(fleet.door ?? '', 'GET', '/behaviours')) as { name: string }[]).map(({ name }) => name)
  // Commands are tested in commands.test.ts, effects of settings in command-bus.test.ts of the fleet.
  const ofCommands = ['setPowerFactor', 'ivScan', 'commandTimeout', 'readBackMismatch']
  const ofSettings = ['setFixedReactive', 'setPowerFactorCurve', 'setVoltageCurve', 'setPowerLimit']
  const proven = new Set([
    'alarm',
    ...ofCommands,
    ...ofSettings,
    ...[...deviceProofs, ...loggerProofs].map(({ behaviour }) => behaviour),
  ])
  expect(known.filter((name) => !proven.has(name))).toEqual([])
})
