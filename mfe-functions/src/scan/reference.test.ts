import { anyCurve } from './any-curve.ts'
import { pointsOf, referenceOf } from './reference.ts'

const at = (points: readonly { x: number; y: number }[] | null, x: number) =>
  points?.reduce((a, b) => (Math.abs(b.x - x) < Math.abs(a.x - x) ? b : a)).y

test('the reference of a hurt string is what its sound siblings show', () => {
  const hurt = anyCurve(1, { verdict: 'soiling' }, 0.8)
  const reference = referenceOf(
    [hurt, anyCurve(2), anyCurve(3), anyCurve(4, { verdict: 'shunt' }, 0.5)],
    hurt,
    'measured',
  )
  expect(at(reference, 0)).toBeCloseTo(10, 6)
  expect(at(reference, 560)).toBeCloseTo(10 * (1 - (560 / 640) ** 12), 0)
})

test('strings of another length are no measure, and one alone has none', () => {
  const alone = anyCurve(1)
  const short = anyCurve(2, { figures: { ...alone.figures, vocV: 320 } })
  expect(referenceOf([alone, short], alone, 'measured')).toBeNull()
  expect(referenceOf([alone], alone, 'measured')).toBeNull()
})

test('without light and temperature there is no curve at standard conditions', () => {
  expect(pointsOf(anyCurve(1), 'stc')).toBeNull()
  expect(pointsOf(anyCurve(1), 'measured')).toHaveLength(64)
})
