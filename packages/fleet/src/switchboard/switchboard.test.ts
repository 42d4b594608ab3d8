import { alarmClassOf, alarmCodes, alarmsIn, deviceModes, lowLightAlarms } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { createPlant } from '../device/plant.ts'
import { tickMs } from '../time/tick.ts'
import { arava } from '../world/israel.ts'
import type { PlantSpec } from '../world/plant.ts'
import type { Values } from './kind.ts'
import { behaviourKinds } from './registry.ts'
import { createSwitchboard, type Switch } from './switchboard.ts'

/** A clear summer noon in the desert. */
const noon = Date.UTC(2026, 6, 10, 9, 30)
const whole = arava(1, noon)
const [first] = whole.inverters
if (!first) throw new Error('no inverter')
const spec: PlantSpec = { ...whole, inverters: [{ ...first, behaviours: [] }] }

/** Frames of one inverter over `ticks` with one behaviour switched on from the second tick on. */
function framesWith(behaviour: string, parameters: Values = {}, ticks = 12, to: number | null = null): DeviceFrame[] {
  const board = createSwitchboard([spec], 1)
  board.switchOn({ plant: spec.key, behaviour, parameters, from: noon + tickMs + 1, to })
  const plant = createPlant(spec, 1, board.devices(spec.key))
  const state = plant.stateAt(noon)
  return Array.from({ length: ticks }, () => plant.next(state).devices).flat()
}
const sound = framesWith('lightLoss', { share: 1 })
const last = (frames: DeviceFrame[]) => frames.at(-1)
const codes = (frame: DeviceFrame | undefined) => alarmsIn(frame?.errorWord ?? 0)
const energy = (of: DeviceFrame[]) => (of.at(-1)?.energyTotalKwh ?? 0) - (of[0]?.energyTotalKwh ?? 0)
const power = (frame: DeviceFrame | undefined) => frame?.powerW ?? 0

test.each(alarmCodes)(
  'alarm %s sets only its bit from the next tick on, with the mode and power of its class',
  (code) => {
    const frames = framesWith('alarm', { code }, 3)
    expect(codes(frames[0])).toEqual([])
    expect(frames.slice(1).map(codes)).toEqual([[code], [code]])
    const frame = last(frames)
    const isFault = alarmClassOf(code) === 'fault' && !lowLightAlarms.has(code)
    if (isFault) expect(frame?.mode).toBe(deviceModes.fault)
    if (code === 'C3') expect(frame?.mode).toBe(deviceModes.shutdown)
    expect(power(frame) > 0).toBe(frame?.mode === deviceModes.onGrid)
  },
)

test('every behaviour works with its defaults and affects frames, commands or the logger', () => {
  const noticed = [...behaviourKinds.values()].map(({ name, scope, about }) => {
    expect(about).toMatch(/^[A-Z].{40,}\.$/)
    if (scope === 'device') {
      const parameters = { powerSpikes: { share: 1 }, counterSpikes: { share: 1 } }[name] ?? {}
      const board = createSwitchboard([spec], 1)
      board.switchOn({ plant: spec.key, behaviour: name, parameters, from: noon, to: null })
      // Command faults do not show in frames.
      const [behaviour] = board.devices(spec.key)(spec.inverters[0]?.serial ?? '')
      if (behaviour?.write) return behaviour.write(noon) !== undefined && behaviour.write(noon - 1) === undefined
      return JSON.stringify(framesWith(name, parameters)) !== JSON.stringify(sound)
    }
    const board = createSwitchboard([spec], 1)
    board.switchOn({ plant: spec.key, behaviour: name, from: noon, to: null })
    return board.logger(spec.key).length === 1
  })
  expect(noticed).toEqual(noticed.map(() => true))
})

test('grid voltage and frequency outside the limits raise E1 to E5 and stop the power; 108 % does not', () => {
  const cases: [string, Values, string[]][] = [
    ['gridVoltage', { percent: 118 }, ['E1']],
    ['gridVoltage', { percent: 70 }, ['E2']],
    ['gridVoltage', { percent: 108 }, []],
    ['gridFrequency', { shiftHz: 1.8 }, ['E4']],
    ['gridFrequency', { shiftHz: -1.8 }, ['E5']],
    ['gridTrip', {}, ['E3']],
  ]
  for (const [name, parameters, expected] of cases) {
    const frame = last(framesWith(name, parameters, 4))
    expect(codes(frame)).toEqual(expected)
    expect(power(frame) > 0).toBe(expected.length === 0)
  }
})

test('low light at noon acts as dusk, deep dusk and night', () => {
  expect(codes(last(framesWith('lowLight', { wm2: 6 }, 4)))).toEqual(['A5'])
  expect(codes(last(framesWith('lowLight', { wm2: 2 }, 4)))).toEqual(['A2', 'A5'])
  expect(framesWith('lowLight', { wm2: 0 }, 4)).toHaveLength(1)
})

test('faults of strings cost power; shade raises A3', () => {
  const at = (name: string, parameters: Values = {}) => power(last(framesWith(name, parameters))) / power(last(sound))
  expect(at('deadString')).toBeCloseTo(15 / 16, 2)
  const shade = last(framesWith('shade', { string: 2, part: 0.5, light: 0.1 }))
  expect(codes(shade)).toContain('A3')
  const [one, two] = shade?.stringCurrentA ?? []
  expect((two ?? 0) / (one ?? 0)).toBeLessThan(0.5)
  expect(at('seriesResistance', { string: 0, ohm: 8 })).toBeLessThan(0.95)
  expect(at('shunt', { string: 0 })).toBeLessThan(0.95)
  const pid = last(framesWith('pid'))
  expect(power(pid) / power(last(sound))).toBeLessThan(0.95)
  expect((pid?.mpptVoltageV?.[0] ?? 0) / (last(sound)?.mpptVoltageV?.[0] ?? 1)).toBeLessThan(0.98)
})

test('shade at hours of the local day applies exactly between these hours', () => {
  // 09:30 UTC is 12:30 in the Arava.
  const parameters = { string: 0, part: 0.3, light: 0.2, fromHour: 13, toHour: 13.25 }
  const frames = framesWith('shade', parameters)
  const ratios = frames.map((frame, i) => power(frame) / power(sound[i]))
  const shaded = ratios.flatMap((ratio, i) => (ratio < 0.9 ? [((frames[i]?.at ?? 0) - noon) / 60_000] : []))
  expect(shaded).toEqual([35, 40, 45])
  expect(ratios[4]).toBe(1)
  expect(ratios[10]).toBe(1)
})

test('soiling grows by its daily share', () => {
  const day = (24 * 60) / 5
  const frames = framesWith('soiling', { share: 1, perDay: 0.1, least: 0.5 }, 3 * day + 12)
  const clean = framesWith('lightLoss', { share: 1 }, 3 * day + 12)
  const ratio = power(last(frames)) / power(last(clean))
  expect(ratio).toBeGreaterThan(0.65)
  expect(ratio).toBeLessThan(0.75)
})

test('a hot room without fans raises C8 and A1 and derates the power', () => {
  const frame = last(framesWith('fanFailure', { heatK: 20 }))
  expect(codes(frame)).toEqual(['A1', 'C8'])
  expect(power(frame)).toBeLessThan(0.8 * power(last(sound)))
})

test('staleValues repeats the values with new times, then resumes the true ones', () => {
  const frames = framesWith('staleValues', {}, 12, noon + 6 * tickMs + 1)
  const held = frames.slice(1, 6)
  expect(new Set(held.map((f) => f.at)).size).toBe(5)
  expect(new Set(held.map((f) => JSON.stringify({ ...f, at: 0 }))).size).toBe(1)
  expect(frames.slice(6)).toEqual(sound.slice(6))
})

test('counterReset restarts near zero; counterFallBack falls and recovers; counterSpikes jump', () => {
  const reset = framesWith('counterReset')
  expect(reset[1]?.energyTotalKwh).toBeLessThan(20)
  expect(energy(reset.slice(1))).toBeCloseTo(energy(sound.slice(1)), 2)
  const back = framesWith('counterFallBack', { kwh: 300 }, 12, noon + 6 * tickMs + 1)
  expect((back[1]?.energyTotalKwh ?? 0) - (sound[1]?.energyTotalKwh ?? 0)).toBeCloseTo(-300, 3)
  expect(back.slice(6)).toEqual(sound.slice(6))
  const spiked = framesWith('counterSpikes', { share: 0.3, kwh: 5000 }, 60)
  const jumps = spiked.filter((f, i) => (f.energyTotalKwh ?? 0) - (spiked[i - 1]?.energyTotalKwh ?? 1e12) > 4000)
  expect(jumps.length).toBeGreaterThan(5)
  expect(jumps.length).toBeLessThan(25)
})

test('a behaviour that is switched off ends at the next tick; a second switch-off is refused', () => {
  const board = createSwitchboard([spec], 1)
  const plant = createPlant(spec, 1, board.devices(spec.key))
  const state = plant.stateAt(noon)
  const { id } = board.switchOn({ plant: spec.key, serial: first.serial, behaviour: 'alarm', from: noon, to: null })
  expect(codes(plant.next(state).devices[0])).toEqual(['F7'])
  board.switchOff(id, state.at + 1)
  expect(codes(plant.next(state).devices[0])).toEqual([])
  expect(() => board.switchOff(id, state.at)).toThrow(/ended already/)
})

test('saved switches give the same frames after a reload', () => {
  const saved: Switch[] = []
  createSwitchboard([spec], 1, saved).switchOn({ plant: spec.key, behaviour: 'pid', from: noon, to: null })
  const again = createSwitchboard([spec], 1, JSON.parse(JSON.stringify(saved)) as Switch[])
  const run = (board: typeof again) => {
    const plant = createPlant(spec, 1, board.devices(spec.key))
    return plant.next(plant.stateAt(noon))
  }
  expect(run(again)).toEqual(run(createSwitchboard([spec], 1, saved)))
})

test.each([
  [{ plant: 'atlantis', behaviour: 'alarm' }, 'plant.unknown'],
  [{ plant: spec.key, behaviour: 'headache' }, 'behaviour.unknown'],
  [{ plant: spec.key, behaviour: 'alarm', serial: '1' }, 'device.unknown'],
  [{ plant: spec.key, behaviour: 'loggerOffline', serial: first.serial }, 'behaviour.wholePlantOnly'],
  [{ plant: spec.key, behaviour: 'alarm', parameters: { code: 'E9' } }, 'parameter.outOfRange'],
  [{ plant: spec.key, behaviour: 'alarm', parameters: { kode: 'E1' } }, 'parameter.unknown'],
  [{ plant: spec.key, behaviour: 'shade', parameters: { string: 17 } }, 'parameter.outOfRange'],
  [{ plant: spec.key, behaviour: 'shade', parameters: { string: 1.5 } }, 'parameter.outOfRange'],
  [{ plant: spec.key, behaviour: 'swappedInverter', parameters: { serial: 'x' } }, 'parameter.outOfRange'],
  [{ plant: spec.key, behaviour: 'alarm', to: noon }, 'span.empty'],
])('refuses the switch %j with %s and changes nothing', (order, code) => {
  const board = createSwitchboard([spec], 1)
  expect(() => board.switchOn({ from: noon, to: null, ...order })).toThrow(expect.objectContaining({ code }))
  expect(board.switches).toEqual([])
  expect(board.logger(spec.key)).toEqual([])
})
