import { mono450 } from './module-types.ts'
import { bestOfParallel } from './parallel-strings.ts'
import { parametersAt } from './pv-module.ts'
import { healthy, pvString, type StringCondition, stringCurve, stringVoltageAt } from './pv-string.ts'
import { currentAt, maximumPower, openCircuitVoltage, shortCircuitCurrent, voltageAt } from './single-diode.ts'

const modules = 19
const curveOf = (change: Partial<StringCondition>, irradiance = 1000, cellC = 25) =>
  stringCurve(pvString(mono450, modules, irradiance, cellC, { ...healthy, ...change }))
const isc = (curve: ReturnType<typeof curveOf>) => curve[0]?.current ?? 0
const voc = (curve: ReturnType<typeof curveOf>) => curve.at(-1)?.voltage ?? 0
const peak = (curve: ReturnType<typeof curveOf>) => Math.max(...curve.map((p) => p.voltage * p.current))
const fill = (curve: ReturnType<typeof curveOf>) => peak(curve) / isc(curve) / voc(curve)
const sound = curveOf({})

test('voltageAt is the inverse of currentAt', () => {
  const p = parametersAt(mono450, 800, 45)
  for (const voltage of [-2, 0, 20, 38, 42]) expect(voltageAt(p, currentAt(p, voltage))).toBeCloseTo(voltage, 6)
})

test('a sound string: 64 points, falling, Isc and Voc of its modules, Pmp within a percent', () => {
  const p = parametersAt(mono450, 1000, 25)
  expect(sound).toHaveLength(64)
  for (const [i, point] of sound.slice(1).entries()) expect(point.current).toBeLessThan(sound[i]?.current ?? 0)
  expect(isc(sound)).toBeCloseTo(shortCircuitCurrent(p), 4)
  expect(voc(sound)).toBeCloseTo(modules * openCircuitVoltage(p), 4)
  expect(peak(sound) / (modules * maximumPower(p).power)).toBeGreaterThan(0.99)
})

test('shade on a quarter: a step at the shaded current, voltage lost by whole substrings, Voc kept', () => {
  const shaded = curveOf({ faultyShare: 0.25, light: 0.4 })
  expect(isc(shaded) / isc(sound)).toBeGreaterThan(0.99)
  expect(voc(shaded) / voc(sound)).toBeGreaterThan(0.97)
  // 57 substrings, 14 of them shaded: only the unshaded ones carry the full current.
  const atFull = stringVoltageAt(pvString(mono450, modules, 1000, 25, { ...healthy, faultyShare: 0.25, light: 0.4 }), 8)
  const soundThere = stringVoltageAt(pvString(mono450, modules, 1000, 25), 8)
  expect(atFull).toBeCloseTo((soundThere * 43) / 57 - 14 * 0.5, 1)
  const falls = shaded.slice(1).map((point, i) => (shaded[i]?.current ?? 0) - point.current)
  const flat = shaded.filter((point) => Math.abs(point.current / isc(sound) - 0.4) < 0.03)
  expect(flat.length).toBeGreaterThan(5)
  expect(Math.max(...falls)).toBeGreaterThan(1)
})

test('series resistance flattens the curve near Voc and keeps Isc and Voc', () => {
  const faulty = curveOf({ seriesOhm: 8 })
  expect(isc(faulty) / isc(sound)).toBeGreaterThan(0.99)
  expect(voc(faulty)).toBeCloseTo(voc(sound), 6)
  const ohm = (c: typeof sound) => ((c[63]?.voltage ?? 0) - (c[61]?.voltage ?? 0)) / (c[61]?.current ?? 1)
  expect(Math.abs(ohm(faulty) - ohm(sound) - 8)).toBeLessThan(0.8)
  expect(fill(faulty)).toBeLessThan(fill(sound) - 0.05)
})

test('a shunt steepens the curve near Isc and hardly lowers Voc; PID lowers Voc as well', () => {
  const slope = (c: typeof sound) => ((c[0]?.current ?? 0) - (c[20]?.current ?? 0)) / (c[20]?.voltage ?? 1)
  const shunted = curveOf({ faultyShare: 1, shuntShare: 0.1 })
  expect(slope(shunted)).toBeGreaterThan(5 * slope(sound))
  expect(voc(shunted) / voc(sound)).toBeGreaterThan(0.98)
  const pid = curveOf({ faultyShare: 0.4, shuntShare: 0.03, saturation: 30 })
  expect(voc(pid) / voc(sound)).toBeLessThan(0.975)
  expect(fill(pid)).toBeLessThan(fill(sound) - 0.05)
})

test('parallel strings: two sound ones double the power; a weak one is held at the others’ voltage', () => {
  const one = pvString(mono450, modules, 900, 40)
  const best = modules * maximumPower(parametersAt(mono450, 900, 40)).power
  const both = bestOfParallel([one, one], [1, 1])
  expect((both.voltage * (both.currents[0] ?? 0)) / best).toBeCloseTo(1, 2)
  const weak = pvString(mono450, modules, 900, 40, { ...healthy, faultyShare: 0.3, light: 0.2 })
  const group = bestOfParallel([one, one, one, weak], [1, 1, 1, 1])
  expect(Math.abs(group.voltage / both.voltage - 1)).toBeLessThan(0.05)
  expect((group.currents[3] ?? 0) / (group.currents[0] ?? 1)).toBeLessThan(0.5)
  // With this string alone, the tracker chooses the lower voltage at which the bypass diodes conduct.
  expect(bestOfParallel([weak], [1]).voltage / both.voltage).toBeLessThan(0.75)
})
