import {
  curveAt,
  isSameSetting,
  powerFactorAt,
  type Setting,
  settingFaultOf,
  type SettingKind,
  usualCurves,
} from './setting.ts'

const value = (kind: SettingKind, of: number | null): Setting => ({ kind, value: of, points: null })
const curve = (kind: SettingKind, ...corners: [at: number, value: number][]): Setting => ({
  kind,
  value: null,
  points: corners.map(([at, of]) => ({ at, value: of })),
})

test.each<[Setting, string | null]>([
  [value('reactivePower', -0.9), null],
  [value('reactivePower', null), 'powerFactor.missing'],
  [value('reactivePower', 0.79), 'powerFactor.outOfRange'],
  [value('fixedReactive', -0.484), null],
  [value('fixedReactive', 0), null],
  [value('fixedReactive', null), 'reactiveShare.missing'],
  [value('fixedReactive', 0.601), 'reactiveShare.outOfRange'],
  [value('fixedReactive', 0.1234), 'reactiveShare.outOfRange'],
  [value('powerLimit', 0.6), null],
  [value('powerLimit', null), 'powerLimit.missing'],
  [value('powerLimit', 0), 'powerLimit.outOfRange'],
  [value('powerLimit', 1.01), 'powerLimit.outOfRange'],
  [{ kind: 'powerFactorCurve', value: null, points: usualCurves.powerFactorCurve }, null],
  [{ kind: 'voltageCurve', value: null, points: usualCurves.voltageCurve }, null],
  [curve('powerFactorCurve', [0.5, 1]), 'curve.pointCount'],
  [curve('voltageCurve'), 'curve.pointCount'],
  [curve('powerFactorCurve', [0.5, 1], [0.5, -0.9]), 'curve.notRising'],
  [curve('powerFactorCurve', [0.5, 1], [1.1, -0.9]), 'curve.outOfRange'],
  [curve('powerFactorCurve', [0.5, 1], [1, -0.7]), 'powerFactor.outOfRange'],
  [curve('voltageCurve', [0.7, 0.4], [1.1, -0.4]), 'curve.outOfRange'],
  [curve('voltageCurve', [0.9, 0.4], [1.1, -0.7]), 'reactiveShare.outOfRange'],
  [curve('voltageCurve', [0.9, -0.4], [1.1, 0.4]), 'curve.injectsMore'],
])('fault of %j: %s', (setting, fault) => {
  expect(settingFaultOf(setting)).toBe(fault)
})

test('a curve interpolates linearly between its corners and is constant beyond them', () => {
  const points = usualCurves.voltageCurve
  expect(curveAt(points, 0.5)).toBe(0.44)
  expect(curveAt(points, 1)).toBe(0)
  expect(curveAt(points, 1.05)).toBeCloseTo(-0.22, 9)
  expect(curveAt(points, 1.2)).toBe(-0.44)
  expect(curveAt([], 1)).toBeNull()
})

test('a power factor curve that changes sign passes through 1, not 0', () => {
  const points = [
    { at: 0, value: 0.9 },
    { at: 1, value: -0.9 },
  ]
  expect(powerFactorAt(points, 0.25)).toBeCloseTo(0.95, 9)
  expect(powerFactorAt(points, 0.5)).toBe(1)
  expect(powerFactorAt(points, 0.75)).toBeCloseTo(-0.95, 9)
  expect(powerFactorAt(usualCurves.powerFactorCurve, 0.75)).toBeCloseTo(-0.95, 9)
})

test('settings are the same if they differ by rounding of a register, or both mean no reactive power', () => {
  expect(isSameSetting(value('powerLimit', 0.6), value('powerLimit', 0.603))).toBe(true)
  expect(isSameSetting(value('powerLimit', 0.6), value('powerLimit', 0.61))).toBe(false)
  expect(isSameSetting(value('powerLimit', 0.658), value('powerLimit', 0.65))).toBe(true)
  expect(isSameSetting(value('fixedReactive', 0.305), value('fixedReactive', 0.31))).toBe(true)
  expect(isSameSetting(value('fixedReactive', 0.304), value('fixedReactive', 0.31))).toBe(false)
  expect(isSameSetting(value('fixedReactive', 0), value('reactivePower', -1))).toBe(true)
  expect(isSameSetting(value('fixedReactive', 0.1), value('reactivePower', 1))).toBe(false)
  const { powerFactorCurve } = usualCurves
  const rounded = powerFactorCurve.map(({ at, value: of }) => ({ at, value: of === 1 ? -1 : of + 0.002 }))
  const wanted: Setting = { kind: 'powerFactorCurve', value: null, points: powerFactorCurve }
  expect(isSameSetting(wanted, { ...wanted, points: rounded })).toBe(true)
  expect(isSameSetting(wanted, { ...wanted, points: rounded.slice(1) })).toBe(false)
})
