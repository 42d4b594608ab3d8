import type { IvScanDetail } from '@helioport/contract'
import { anyCurve } from './any-curve.ts'
import { deviationOf } from './deviation.ts'

const stc = (pmpW: number, datasheetPmpW: number | null = null) => ({
  voltageV: [],
  currentA: [],
  samples: [],
  coefficients: 'datasheet' as const,
  datasheetPmpW,
  figures: { ...anyCurve(1).figures, pmpW },
})

test('compares the power at standard conditions with datasheet, siblings and the former scan', () => {
  const weak = anyCurve(1, { stc: stc(4500, 5000) })
  const curves = [
    weak,
    anyCurve(2, { stc: stc(4900) }),
    anyCurve(3, { stc: stc(5000) }),
    anyCurve(4, { stc: stc(5100) }),
  ]
  const before = { curves: [anyCurve(1, { stc: stc(4800) })] } as IvScanDetail
  const { datasheet, siblings, past } = deviationOf(weak, curves, before)
  expect(datasheet).toBeCloseTo(-0.1, 9)
  expect(siblings).toBeCloseTo(-0.1, 9)
  expect(past).toBeCloseTo(-0.0625, 9)
})

test('the deviation is unknown, not zero, without datasheet, siblings of its length or a former scan', () => {
  const alone = anyCurve(1)
  const short = anyCurve(2, { figures: { ...alone.figures, vocV: 320 } })
  expect(deviationOf(alone, [alone, short], undefined)).toEqual({ datasheet: null, siblings: null, past: null })
})

test('a measured curve is not compared with a corrected one', () => {
  const measured = anyCurve(1)
  expect(deviationOf(measured, [measured, anyCurve(2, { stc: stc(5000) })], undefined).siblings).toBeNull()
})
