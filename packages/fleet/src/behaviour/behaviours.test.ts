import { alarmsIn, deviceModes } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import type { Behaviour } from '../device/behaviour.ts'
import { createPlant } from '../device/plant.ts'
import { tickMs } from '../time/tick.ts'
import { arava } from '../world/israel.ts'
import { alarm } from './alarm.ts'
import { fanFailure } from './fan-failure.ts'
import { fixedPowerFactor } from './fixed-power-factor.ts'
import { gridOutage } from './grid-outage.ts'
import { lightLoss } from './light-loss.ts'
import { silence } from './silence.ts'
import { stringLoss } from './string-loss.ts'

/** One hour from a clear summer noon in the desert. */
const noon = Date.UTC(2026, 6, 10, 9, 30)
const hour = { from: noon, to: noon + 3_600_000 }
const always = { from: 0, to: Number.POSITIVE_INFINITY }

/** The frames of one inverter over the hour with these behaviours. */
function frames(behaviours: readonly Behaviour[], change: { supportsReactivePower?: boolean } = {}): DeviceFrame[] {
  const spec = arava(1, noon)
  const [first] = spec.inverters
  if (!first) throw new Error('no inverter')
  const plant = createPlant({ ...spec, inverters: [{ ...first, model: { ...first.model, ...change }, behaviours }] }, 1)
  const state = plant.stateAt(noon)
  return Array.from({ length: (hour.to - hour.from) / tickMs }, () => plant.next(state).devices).flat()
}

const energy = (of: DeviceFrame[]) => (of.at(-1)?.energyTotalKwh ?? 0) - (of[0]?.energyTotalKwh ?? 0)
const undisturbed = frames([])

test('without behaviours an inverter produces on grid and raises no alarm', () => {
  expect(undisturbed).toHaveLength(12)
  expect(undisturbed.every((f) => f.mode === deviceModes.onGrid && f.errorWord === 0)).toBe(true)
})

test('a grid outage: E3 and no voltage during it, standby without an alarm until the reconnect delay ends', () => {
  const of = frames([gridOutage({ from: noon + 10 * 60_000, to: noon + 20 * 60_000 }, 240_000)])
  const [before, during, waiting, after] = [of[0], of[2], of[4], of[6]]
  expect(before?.mode).toBe(deviceModes.onGrid)
  expect(alarmsIn(during?.errorWord ?? 0)).toEqual(['E3'])
  expect(during?.frequencyHz).toBe(0)
  expect(waiting?.errorWord).toBe(0)
  expect(after?.mode).toBe(deviceModes.onGrid)
  expect(energy(of)).toBeLessThan(0.9 * energy(undisturbed))
})

test('energy falls in proportion to the light', () => {
  expect(energy(frames([lightLoss(always, 0.6)])) / energy(undisturbed)).toBeCloseTo(0.6, 1)
})

test('a dead string costs its share of energy, has no current and raises A3', () => {
  const of = frames([stringLoss(always, 3, 0)])
  expect(of.at(-1)?.stringCurrentA?.[3]).toBe(0)
  expect(alarmsIn(of.at(-1)?.errorWord ?? 0)).toContain('A3')
  expect(energy(of) / energy(undisturbed)).toBeCloseTo(15 / 16, 2)
})

test('stopped fans: C8 and a hotter cabinet', () => {
  const of = frames([fanFailure(always, 0)])
  expect(of.every((f) => alarmsIn(f.errorWord).includes('C8'))).toBe(true)
  expect(of.at(-1)?.cabinetC ?? 0).toBeGreaterThan((undisturbed.at(-1)?.cabinetC ?? 0) + 10)
})

test('a power factor of -0.9 absorbs 0.484 var per watt; a model without the register ignores it', () => {
  const last = frames([fixedPowerFactor(always, -0.9)]).at(-1)
  expect((last?.reactiveVar ?? 0) / (last?.powerW ?? 1)).toBeCloseTo(-0.4843, 3)
  expect(last?.powerFactor).toBe(-0.9)
  expect(frames([fixedPowerFactor(always, -0.9)], { supportsReactivePower: false }).at(-1)).toEqual(undisturbed.at(-1))
})

test('an inverter that does not answer still counts its energy', () => {
  const of = frames([silence({ from: noon + 10 * 60_000, to: noon + 30 * 60_000 })])
  expect(of).toHaveLength(8)
  expect(energy(of)).toBeCloseTo(energy(undisturbed), 6)
})

test('sets any alarm bits, alone and for the given time', () => {
  const of = frames([alarm({ from: noon, to: noon + 20 * 60_000 }, ['F5', 'A7'])])
  expect(alarmsIn(of[1]?.errorWord ?? 0)).toEqual(['A7', 'F5'])
  expect(of.at(-1)?.errorWord).toBe(0)
})
