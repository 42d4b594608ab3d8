import { type Setting, settingKinds, usualCurves } from '@helioport/contract'
import { acFromDc, cabinetTemperature, dcFromAc, invert, type InverterModel } from './inverter.ts'
import { reactivePower } from './reactive.ts'

const factor = (value: number): Setting => ({ kind: 'reactivePower', value, points: null })

const model: InverterModel = {
  name: 'test 60 kW',
  ratedPowerW: 60_000,
  apparentVA: 60_000,
  mpptCount: 4,
  stringsPerMppt: 2,
  startVoltageV: 250,
  mpptLowV: 200,
  mpptHighV: 1000,
  phaseVoltageV: 230,
  standbyW: 20,
  supportsReactivePower: true,
  controls: settingKinds,
  injectSign: 1,
  supportsIvScan: true,
}

test('efficiency peaks near 98.6 percent at half load and falls at low load', () => {
  const efficiency = (share: number) => acFromDc(share * 60_000, 60_000) / (share * 60_000)
  expect(efficiency(0.55)).toBeGreaterThan(0.984)
  expect(efficiency(1)).toBeGreaterThan(0.975)
  expect(efficiency(0.05)).toBeLessThan(0.965)
})

test('the conversion from AC to DC is the exact inverse', () => {
  for (const dc of [900, 12_000, 47_000, 61_000]) {
    expect(dcFromAc(acFromDc(dc, 60_000), 60_000)).toBeCloseTo(dc, 6)
  }
})

test('clips at rated power and takes only the DC power that it needs', () => {
  const point = invert(model, 75_000, 20, factor(1), 1, 1)
  expect(point).toMatchObject({ acW: 60_000, limit: 'rated', reactiveVar: 0 })
  expect(point.dcW).toBeLessThan(61_200)
  expect(point.dcW).toBeGreaterThan(60_000)
})

test('heat and stopped fans derate the output', () => {
  expect(invert(model, 62_000, 50, factor(1), 1, 1).limit).toBe('thermal')
  const noFan = invert(model, 62_000, 35, factor(1), 1, 0)
  expect(noFan.limit).toBe('thermal')
  expect(noFan.acW).toBeLessThan(50_000)
  // Balance: this power causes the cabinet temperature that allows exactly this power.
  expect(1 - 0.025 * (noFan.cabinetC - 70)).toBeCloseTo(noFan.acW / 60_000, 6)
  expect(invert(model, 62_000, 40, factor(1), 1, 1).limit).toBe('rated')
  expect(cabinetTemperature(20, 0.5, 1)).toBeLessThan(60)
})

test('Q = P·tan(acos PF): 45.0 kvar at 60 kW and 0.8, sign by direction, none under 20 percent', () => {
  expect(reactivePower(60_000, factor(0.8), model)).toBeCloseTo(45_000, 3)
  expect(reactivePower(10_000, factor(0.9), { ratedPowerW: 12_000, apparentVA: 12_000 })).toBeCloseTo(4843, 0)
  expect(reactivePower(60_000, factor(-0.9), model)).toBeCloseTo(-29_059, 0)
  expect(reactivePower(11_000, factor(0.8), model)).toBe(0)
  expect(Math.abs(reactivePower(50_000, factor(-1), model))).toBe(0)
})

test('at full apparent power a power factor of 0.8 leaves 80 percent of the active power', () => {
  const point = invert(model, 70_000, 20, factor(-0.8), 1, 1)
  expect(point.acW).toBeCloseTo(48_000, 6)
  expect(point.limit).toBe('apparent')
  expect(Math.hypot(point.acW, point.reactiveVar)).toBeCloseTo(60_000, 3)
})

test('a commanded limit caps the output', () => {
  expect(invert(model, 50_000, 20, factor(1), 0.5, 1)).toMatchObject({ acW: 30_000, limit: 'command' })
})

const large = { ...model, apparentVA: 66_000 }

test('fixed Q is a share of apparent power and limits the active power', () => {
  const fixed: Setting = { kind: 'fixedReactive', value: -0.5, points: null }
  const point = invert(large, 75_000, 20, fixed, 1, 1)
  expect(point.reactiveVar).toBe(-33_000)
  expect(point.acW).toBeCloseTo(Math.sqrt(66_000 ** 2 - 33_000 ** 2), 6)
  expect(invert(large, 9000, 20, fixed, 1, 1).reactiveVar).toBe(0)
})

test('cos phi(P) follows the power: 1 up to half of rated power, absorbing at rated power', () => {
  const curve: Setting = { kind: 'powerFactorCurve', value: null, points: usualCurves.powerFactorCurve }
  expect(Math.abs(invert(large, 29_000, 20, curve, 1, 1).reactiveVar)).toBe(0)
  const full = invert(large, 75_000, 20, curve, 1, 1)
  expect(full.reactiveVar / full.acW).toBeCloseTo(-Math.tan(Math.acos(1 - 0.1 * ((full.acW / 60_000 - 0.5) / 0.5))), 6)
  expect(Math.hypot(full.acW, full.reactiveVar)).toBeLessThan(66_010)
})

test('Q(U) follows the voltage: injects when it is low, absorbs when it is high', () => {
  const curve: Setting = { kind: 'voltageCurve', value: null, points: usualCurves.voltageCurve }
  const at = (voltageShare: number) => invert(large, 40_000, 20, curve, 1, 1, voltageShare).reactiveVar
  expect(at(0.9)).toBeCloseTo(0.44 * 66_000, 6)
  expect(at(1)).toBe(0)
  expect(at(1.05)).toBeCloseTo(-0.22 * 66_000, 6)
})
