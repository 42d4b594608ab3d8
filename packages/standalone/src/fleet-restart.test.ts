import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isSilence } from '@helioport/contract'
import { askDoor, type RunningFleet, tickMs } from '@helioport/fleet/testing'
import { curveOf, see } from './behaviours/seen.ts'
import { desertPlant } from './testing/desert-plant.ts'
import { startTestWorld, type TestWorld } from './testing/test-world.ts'

const began = Date.UTC(2026, 6, 10, 9, 30)
const settled = 30_000
const at = (ticks: number) => began + ticks * tickMs + settled
const plant = desertPlant('restarted', 3, 1, began)
const [sick = '', dark = ''] = plant.inverters.map(({ serial }) => serial)

let world: TestWorld
let fleet: RunningFleet
const start = () => world.startFleet({ folder: 'fleet', world: () => [plant] })
const run = promisify(execFile)
/** Runs the command as an operator would. */
const behave = async (...args: string[]) => {
  const program = join(import.meta.dirname, '../../fleet/src/behave.ts')
  const { stdout } = await run(process.execPath, [program, ...args, '--door', fleet.door ?? ''])
  return JSON.parse(stdout) as { id: number; state: string; behaviour: string }[]
}
const device = async (serial: string) => {
  const found = (await see(world.client, plant.name, world.now(), began)).get(serial)
  if (!found) throw new Error(`no device ${serial}`)
  return found
}

beforeAll(async () => {
  world = await startTestWorld(began)
  fleet = await start()
})
afterAll(() => world.stop())

test('behaviours switched on by the command line survive a restart of the fleet, without a gap in the data', async () => {
  await world.runTo(at(3))
  await behave('on', 'alarm', 'code=A7', '--plant', plant.key, '--serial', sick)
  await behave('on', 'deadString', 'string=2', '--plant', plant.key, '--serial', dark, '--minutes', '60')
  expect(await behave('switches')).toMatchObject([
    { id: 1, behaviour: 'alarm', state: 'on' },
    { id: 2, behaviour: 'deadString', state: 'on' },
  ])
  await world.runTo(at(6))
  expect((await device(sick)).device).toMatchObject({ status: 'abnormal', openAlarms: ['A7'] })

  await world.stopFleet(fleet)
  await world.runTo(at(12))
  expect((await device(sick)).device).toMatchObject({ status: 'offline', statusReason: 'noData' })

  fleet = await start()
  await world.runTo(at(14))
  expect(await behave('switches')).toMatchObject([
    { id: 1, state: 'on' },
    { id: 2, state: 'on' },
  ])
  const [still, weak] = [await device(sick), await device(dark)]
  expect(still.device).toMatchObject({ status: 'abnormal', openAlarms: ['A7'] })
  // Apart from the alarm about its silence while the fleet was away.
  expect(still.alarms.filter(({ code }) => !isSilence(code))).toHaveLength(1)
  expect(weak.device.stringCurrentA[1]).toBe(0)
  expect(curveOf(weak.day.powerW, weak.day, began + tickMs, at(13))).not.toContain(null)
})

test('behaviours that ended stay ended after a restart', async () => {
  await behave('off', '1')
  await world.runTo(at(17))
  await world.stopFleet(fleet)
  fleet = await start()
  expect(await askDoor(fleet.door ?? '', 'GET', '/switches')).toMatchObject([
    { id: 1, state: 'ended' },
    { id: 2, state: 'ended' },
  ])
  await world.runTo(at(20))
  for (const serial of [sick, dark]) {
    const { device: now, alarms } = await device(serial)
    expect(now).toMatchObject({ status: 'normal', openAlarms: [] })
    expect(alarms.every(({ clearedAt }) => clearedAt !== null)).toBe(true)
    expect(now.stringCurrentA[1]).toBeGreaterThan(0)
  }
})
