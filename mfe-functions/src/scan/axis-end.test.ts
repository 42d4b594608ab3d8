import { anyCurve } from './any-curve.ts'
import { axisEnd } from './reference.ts'

test('the axis ends beyond the highest measured voltage, even without a known Voc', () => {
  const figures = { ...anyCurve(1).figures, vocV: null }
  expect(axisEnd([anyCurve(1)], 'measured')).toBe(700)
  expect(axisEnd([anyCurve(1, { figures, voltageV: [0, 300, 628], currentA: [9, 9, 0] })], 'measured')).toBe(700)
  expect(
    axisEnd([anyCurve(1, { voltageV: [0, 38], currentA: [9, 0], figures: { ...figures, vocV: 38 } })], 'measured'),
  ).toBe(40)
  expect(axisEnd([anyCurve(1)], 'stc')).toBe(5)
})
