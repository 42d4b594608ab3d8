import { type Setting, type SettingKind, usualCurves } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { createPlant } from '../device/plant.ts'
import { createSwitchboard } from '../switchboard/switchboard.ts'
import { tickMs } from '../time/tick.ts'
import { arava } from '../world/israel.ts'
import { pv15 } from '../world/inverter-models.ts'
import { commandBus } from './command-bus.ts'

/** A clear summer noon in the desert. */
const noon = Date.UTC(2026, 6, 10, 9, 30)

function plantWithBus(model = arava(1, noon).inverters[0]?.model) {
  const spec = arava(1, noon)
  const [first] = spec.inverters
  if (!first || !model) throw new Error('no inverter')
  const board = createSwitchboard([spec], 1)
  const own = { ...spec, inverters: [{ ...first, model }] }
  const plant = createPlant(own, 1, board.devices(spec.key))
  const state = plant.stateAt(noon)
  const bus = commandBus(plant, board, () => {})
  const frame = (): DeviceFrame => {
    const [only] = plant.next(state).devices
    if (!only) throw new Error('no frame')
    return only
  }
  return { bus, serial: first.serial, model, frame }
}

const setting = (kind: SettingKind, value: number): Setting => ({ kind, value, points: null })

test('a power limit caps the output, is read back, and ends at its end time', () => {
  const { bus, serial, model, frame } = plantWithBus()
  expect(frame().powerW).toBeGreaterThan(0.5 * model.ratedPowerW)
  const from = noon + tickMs
  expect(bus.write(serial, { setting: setting('powerLimit', 0.3) }, from, from + 2 * tickMs + 1)).toBe(true)
  expect(bus.read(serial, 'powerLimit', from)).toMatchObject({ setting: setting('powerLimit', 0.3) })
  expect([frame(), frame()].map(({ powerW }) => powerW)).toEqual([0.3 * model.ratedPowerW, 0.3 * model.ratedPowerW])
  expect(frame().powerW).toBeGreaterThan(0.5 * model.ratedPowerW)
  expect(bus.read(serial, 'powerLimit', from + 3 * tickMs)).toMatchObject({ setting: setting('powerLimit', 1) })
})

test('a new control of reactive power replaces the former one; a power limit stays in effect', () => {
  const { bus, serial, model, frame } = plantWithBus()
  bus.write(serial, { setting: setting('powerLimit', 0.5) }, noon, null)
  bus.write(serial, { raw: 900 * model.injectSign }, noon, null)
  bus.write(serial, { setting: setting('fixedReactive', -0.3) }, noon, null)
  expect(bus.read(serial, 'reactivePower', noon)).toMatchObject({ setting: setting('fixedReactive', -0.3) })
  const told = frame()
  expect(told.reactiveVar).toBeCloseTo(-0.3 * model.apparentVA, 0)
  expect(told.powerW).toBe(0.5 * model.ratedPowerW)
  bus.write(serial, { raw: 1000 }, noon + tickMs, null)
  expect(Math.abs(frame().reactiveVar ?? 1)).toBe(0)
})

test('a power factor curve absorbs at noon; a voltage curve lowers the voltage', () => {
  const { bus, serial, frame } = plantWithBus()
  const curve = (
    kind: 'powerFactorCurve' | 'voltageCurve',
    points: Setting['points'] = usualCurves[kind],
  ): Setting => ({
    kind,
    value: null,
    points,
  })
  const alone = plantWithBus()
  frame()
  bus.write(serial, { setting: curve('powerFactorCurve') }, noon + tickMs, null)
  const followed = frame()
  expect(followed.reactiveVar).toBeLessThan(0)
  expect(followed.powerFactor).toBeLessThan(0)
  // A steep curve at low voltages, so that it absorbs at any voltage of that noon.
  const low = [
    { at: 0.8, value: 0 },
    { at: 0.81, value: -0.5 },
  ]
  bus.write(serial, { setting: curve('voltageCurve', low) }, noon + 2 * tickMs, null)
  expect(bus.read(serial, 'reactivePower', noon + 2 * tickMs)).toMatchObject({ setting: curve('voltageCurve', low) })
  const answered = frame()
  const unanswered = [alone.frame(), alone.frame(), alone.frame()].at(-1)
  expect(answered.at).toBe(unanswered?.at)
  expect(answered.reactiveVar).toBeLessThan(followed.reactiveVar ?? 0)
  expect(answered.acVoltageV?.[0]).toBeLessThan(unanswered?.acVoltageV?.[0] ?? 0)
})

test('a model that lacks a control does not report it as supported', () => {
  const { bus, serial } = plantWithBus(pv15)
  expect(bus.supports(serial, 'voltageCurve')).toBe(false)
  expect(bus.supports(serial, 'powerLimit')).toBe(true)
  expect(bus.controls()).toEqual([{ serial, kinds: ['powerLimit'] }])
})
