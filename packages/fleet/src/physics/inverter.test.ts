import { acFromDc, cabinetTemperature, dcFromAc, invert, type InverterModel, reactivePower } from './inverter.ts'

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
  injectSign: 1,
  supportsIvScan: true,
}

test('efficiency peaks near 98.6 percent at half load and falls at low load', () => {
  const efficiency = (share: number) => acFromDc(share * 60_000, 60_000) / (share * 60_000)
  expect(efficiency(0.55)).toBeGreaterThan(0.984)
  expect(efficiency(1)).toBeGreaterThan(0.975)
  expect(efficiency(0.05)).toBeLessThan(0.965)
})

test('the way back from AC to DC is exact', () => {
  for (const dc of [900, 12_000, 47_000, 61_000]) {
    expect(dcFromAc(acFromDc(dc, 60_000), 60_000)).toBeCloseTo(dc, 6)
  }
})

test('clips at rated power and takes no more DC than it needs', () => {
  const point = invert(model, 75_000, 20, 1, 1, 1)
  expect(point).toMatchObject({ acW: 60_000, limit: 'rated', reactiveVar: 0 })
  expect(point.dcW).toBeLessThan(61_200)
  expect(point.dcW).toBeGreaterThan(60_000)
})

test('a heat wave and stopped fans derate', () => {
  expect(invert(model, 62_000, 50, 1, 1, 1).limit).toBe('thermal')
  const noFan = invert(model, 62_000, 35, 1, 1, 0)
  expect(noFan.limit).toBe('thermal')
  expect(noFan.acW).toBeLessThan(50_000)
  // In balance: the cabinet that this power makes is the one that allows this power.
  expect(1 - 0.025 * (noFan.cabinetC - 70)).toBeCloseTo(noFan.acW / 60_000, 6)
  expect(invert(model, 62_000, 40, 1, 1, 1).limit).toBe('rated')
  expect(cabinetTemperature(20, 0.5, 1)).toBeLessThan(60)
})

test('Q = P·tan(acos PF): 45.0 kvar at 60 kW and 0.8, sign by direction, none under 20 percent', () => {
  expect(reactivePower(60_000, 0.8, 60_000)).toBeCloseTo(45_000, 3)
  expect(reactivePower(10_000, 0.9, 12_000)).toBeCloseTo(4843, 0)
  expect(reactivePower(60_000, -0.9, 60_000)).toBeCloseTo(-29_059, 0)
  expect(reactivePower(11_000, 0.8, 60_000)).toBe(0)
  expect(Math.abs(reactivePower(50_000, -1, 60_000))).toBe(0)
})

test('at full apparent power a power factor of 0.8 leaves 80 percent of the active power', () => {
  const point = invert(model, 70_000, 20, -0.8, 1, 1)
  expect(point.acW).toBeCloseTo(48_000, 6)
  expect(point.limit).toBe('apparent')
  expect(Math.hypot(point.acW, point.reactiveVar)).toBeCloseTo(60_000, 3)
})

test('a commanded share limits', () => {
  expect(invert(model, 50_000, 20, 1, 0.5, 1)).toMatchObject({ acW: 30_000, limit: 'command' })
})
