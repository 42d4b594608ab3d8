import { alarmsIn, deviceModes } from '@helioport/contract'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { dayAt } from '@helioport/time/node'
import { uninitialized } from '../behaviour/uninitialized.ts'
import { dunhuang } from '../world/china.ts'
import { freiburg } from '../world/germany.ts'
import { arava } from '../world/israel.ts'
import { capacityOf, type PlantSpec } from '../world/plant.ts'
import { changhua } from '../world/taiwan.ts'
import { createPlant, type Readings } from './plant.ts'
import { tickMs } from '../time/tick.ts'

const began = Date.UTC(2026, 10, 21, 10)
const day = 86_400_000

function live(spec: PlantSpec, from: number, to: number, seed = 1): Readings[] {
  const plant = createPlant(spec, seed)
  const state = plant.stateAt(from)
  const all: Readings[] = []
  while (state.at < to) all.push(plant.next(state))
  return all
}

const energyOf = (frames: DeviceFrame[]) => (frames.at(-1)?.energyTotalKwh ?? 0) - (frames[0]?.energyTotalKwh ?? 0)
const framesOf = (readings: Readings[], serial: string) =>
  readings.flatMap((r) => r.devices.filter((frame) => frame.serial === serial))

test('a week in the desert: performance ratio 0.7 to 0.9, counters match the power', () => {
  const spec = arava(1, began)
  const [inverter] = spec.inverters
  if (!inverter) throw new Error('no inverter')
  const readings = live({ ...spec, inverters: [inverter] }, began - 7 * day, began)
  const frames = framesOf(readings, inverter.serial)
  const irradiation = readings.reduce((sum, r) => sum + (r.sensors[0]?.irradianceWm2 ?? 0) / 12_000, 0)
  const ratio = energyOf(frames) / capacityOf(inverter) / irradiation
  expect(ratio).toBeGreaterThan(0.7)
  expect(ratio).toBeLessThan(0.9)
  const fromPower = frames.slice(1).reduce((sum, f) => sum + Math.max(f.powerW ?? 0, 0) / 12_000, 0)
  expect(Math.abs(fromPower / energyOf(frames) - 1)).toBeLessThan(0.0005)
  for (const frame of frames) {
    expect(frame.powerW).toBeLessThanOrEqual(inverter.model.ratedPowerW)
    const dc = (frame.mpptVoltageV ?? []).reduce<number>(
      (sum, v, i) => sum + (v ?? 0) * (frame.mpptCurrentA?.[i] ?? 0),
      0,
    )
    expect(Math.abs(dc - (frame.dcPowerW ?? 0))).toBeLessThan(0.01 * (frame.dcPowerW ?? 0) + 60)
  }
})

test('inverters sleep at night, the weather station does not; dawn and dusk raise low-light bits', () => {
  const spec = changhua(1, began)
  const midnight = Date.UTC(2026, 10, 1, 16)
  const readings = live(spec, midnight, midnight + day)
  expect(readings.every((r) => r.sensors.length === 1)).toBe(true)
  const withFrames = readings.filter((r) => r.devices.length > 0)
  // Daylight of 11 h 20 min and half an hour after sunset.
  expect(withFrames.length * tickMs).toBeGreaterThan(11.3 * 3_600_000)
  expect(withFrames.length * tickMs).toBeLessThan(12.3 * 3_600_000)
  const first = withFrames[0]?.devices[0]
  expect(first?.mode).toBe(deviceModes.standby)
  const dawn = withFrames.slice(0, 5).flatMap((r) => r.devices.flatMap((f) => alarmsIn(f.errorWord)))
  expect(dawn).toContain('A5')
  const dusk = withFrames.slice(-10).flatMap((r) => r.devices.flatMap((f) => alarmsIn(f.errorWord)))
  expect(dusk).toContain('A5')
  // Nothing stays raised overnight.
  expect(withFrames.slice(-2).every((r) => r.devices.every((f) => f.errorWord === 0))).toBe(true)
  const noon = readings[144]?.devices[0]
  expect(noon?.mode).toBe(deviceModes.onGrid)
})

test('a grid trip: E3 and no voltage on every inverter, all on grid again within 50 minutes', () => {
  const spec = dunhuang(1, began)
  const from = Date.UTC(2026, 10, 15, 6)
  const readings = live(spec, from, from + 2 * 3_600_000)
  const during = readings.find((r) => r.at === Date.UTC(2026, 10, 15, 6, 40))
  expect(during?.devices).toHaveLength(24)
  for (const frame of during?.devices ?? []) {
    expect(alarmsIn(frame.errorWord)).toEqual(['E3'])
    expect(frame.mode).toBe(deviceModes.standby)
    expect(frame.acVoltageV).toEqual([0, 0, 0])
  }
  const after = readings.find((r) => r.at === Date.UTC(2026, 10, 15, 7, 30))
  expect(after?.devices.every((frame) => frame.mode === deviceModes.onGrid && frame.errorWord === 0)).toBe(true)
})

test('a weak string raises A3 in good light and lowers only that string’s current', () => {
  const spec = changhua(1, began)
  const weak = spec.inverters[2]
  const frames = framesOf(live(spec, began - 5 * day, began - 4 * day), weak?.serial ?? '')
  const best = frames.reduce((a, b) => ((b.powerW ?? 0) > (a.powerW ?? 0) ? b : a))
  expect(alarmsIn(best.errorWord)).toEqual(['A3'])
  const currents = best.stringCurrentA ?? []
  const others = currents.filter((_, i) => i !== 4)
  expect((currents[4] ?? 0) / (others.reduce<number>((a, b) => a + (b ?? 0), 0) / others.length)).toBeCloseTo(0.5, 1)
})

test('an uninitialised inverter stays in mode initial and produces nothing', () => {
  const spec = arava(1, began)
  const [first, ...others] = spec.inverters
  if (!first) throw new Error('no inverter')
  const always = { from: 0, to: began }
  const changed = { ...spec, inverters: [{ ...first, behaviours: [uninitialized(always)] }, ...others] }
  const frames = framesOf(live(changed, began - 2 * day, began - day), first.serial)
  expect(frames.length).toBeGreaterThan(100)
  expect(frames.every((f) => f.mode === deviceModes.initial && (f.powerW ?? 0) <= 0)).toBe(true)
  expect(energyOf(frames)).toBe(0)
})

test('an inverter that is not on the bus sends no frames', () => {
  const spec = arava(1, began)
  expect(framesOf(live(spec, began - 2 * day, began - day), spec.inverters.at(-1)?.serial ?? '')).toEqual([])
})

test('an inverter’s day counter restarts at local midnight, also across a clock change', () => {
  const spec = freiburg(1)
  const from = Date.UTC(2026, 9, 23, 22)
  const byDay = new Map<string, number>()
  for (const { at, devices } of live(spec, from, from + 3 * day)) {
    for (const frame of devices.slice(0, 1)) {
      const date = dayAt(at - 1, spec.timeZone)
      byDay.set(date, Math.max(byDay.get(date) ?? 0, frame.energyTodayKwh ?? 0))
      expect(frame.energyTodayKwh).toBeLessThan(200)
    }
  }
  expect([...byDay.keys()]).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
})

test('another seed gives other weather; a later start gives the same values', () => {
  const at = Date.UTC(2026, 6, 3, 11)
  const power = (from: number, seed: number) =>
    live(freiburg(1), from, at, seed)
      .at(-1)
      ?.devices.map((f) => f.powerW)
  expect(power(at - 3_600_000, 1)).toEqual(power(at - 2 * day, 1))
  expect(power(at - 3_600_000, 1)).not.toEqual(power(at - 3_600_000, 2))
})
