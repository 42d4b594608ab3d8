import type { IvCurve } from '@helioport/contract'
import { anyCurve } from './any-curve.ts'
import { pointsOf, referenceOf } from './reference.ts'

const at = (points: readonly { x: number; y: number }[] | null, x: number) =>
  points?.reduce((a, b) => (Math.abs(b.x - x) < Math.abs(a.x - x) ? b : a)).y

test('the reference of a faulty string is the curve of its sound siblings', () => {
  const hurt = anyCurve(1, { verdict: 'soiling' }, 0.8)
  const reference = referenceOf(
    [hurt, anyCurve(2), anyCurve(3), anyCurve(4, { verdict: 'shunt' }, 0.5)],
    hurt,
    'measured',
  )
  expect(at(reference, 0)).toBeCloseTo(10, 6)
  expect(at(reference, 560)).toBeCloseTo(10 * (1 - (560 / 640) ** 12), 0)
})

test('a string is compared only with strings of the same length; a single string has no reference', () => {
  const alone = anyCurve(1)
  const short = anyCurve(2, { figures: { ...alone.figures, vocV: 320 } })
  expect(referenceOf([alone, short], alone, 'measured')).toBeNull()
  expect(referenceOf([alone], alone, 'measured')).toBeNull()
})

test('a string with a wrong Voc at standard conditions still has a reference of its sound siblings', () => {
  const stcOf = (vocV: number, share: number): IvCurve['stc'] => {
    const { voltageV, currentA, figures } = anyCurve(1, {}, share)
    const conditions = { coefficients: 'datasheet', datasheetPmpW: null } as const
    return { ...conditions, voltageV, currentA, samples: [], figures: { ...figures, vocV } }
  }
  const shaded = anyCurve(1, { verdict: 'shade', stc: stcOf(780, 1.5) })
  const unsure = anyCurve(2, { verdict: null, stc: stcOf(710, 1.2) })
  const reference = referenceOf([shaded, unsure, anyCurve(3, { stc: stcOf(650, 2) })], shaded, 'stc')
  expect(at(reference, 0)).toBeCloseTo(20, 6)
})

test('without irradiance and temperature there is no curve at standard conditions', () => {
  expect(pointsOf(anyCurve(1), 'stc')).toBeNull()
  expect(pointsOf(anyCurve(1), 'measured')).toHaveLength(64)
})

test('a curve at standard conditions starts at 0 V with its Isc, if measured near 0 V', () => {
  const curve = anyCurve(1)
  const at = (voltageV: number[]) => {
    const figures = { ...curve.figures, iscA: 11 }
    const stc = {
      voltageV,
      currentA: voltageV.map(() => 10),
      samples: [],
      figures,
      coefficients: 'datasheet',
      datasheetPmpW: null,
    }
    return pointsOf({ ...curve, stc } as typeof curve, 'stc')?.map(({ x, y }) => [x, y])
  }
  expect(at([60, 700])).toEqual([
    [0, 11],
    [60, 10],
    [700, 10],
  ])
  expect(at([700, 60])).toEqual([
    [700, 10],
    [60, 10],
    [0, 11],
  ])
  expect(at([300, 700])).toEqual([
    [300, 10],
    [700, 10],
  ])
})
