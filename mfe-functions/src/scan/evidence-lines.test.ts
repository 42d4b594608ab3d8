import type { IvCurve } from '@helioport/contract'
import { anyCurve } from './any-curve.ts'
import { evidenceLines } from './evidence-lines.ts'

const evidence = (change: Partial<NonNullable<IvCurve['evidence']>>): NonNullable<IvCurve['evidence']> => ({
  measure: 'step',
  value: 0.6,
  expected: 1,
  lossShare: 0.1,
  against: 'siblings',
  samples: [],
  ...change,
})

test('a sound string and one without a verdict have no evidence lines', () => {
  expect(evidenceLines(anyCurve(1))).toEqual({ differs: null, mark: null })
  expect(evidenceLines(anyCurve(1, { verdict: null, evidence: null }))).toEqual({ differs: null, mark: null })
})

test('marks a step by a level, a slope by a tangent, a lack of voltage by the distance to the expected one', () => {
  const of = (change: Parameters<typeof evidence>[0]) =>
    evidenceLines(anyCurve(1, { verdict: 'shade', evidence: evidence(change) })).mark?.points
  expect(of({})).toEqual([
    { x: 0, y: 6 },
    { x: 640, y: 6 },
  ])
  expect(of({ measure: 'slopeAtVoc', value: 8 })).toEqual([
    { x: 600, y: 5 },
    { x: 640, y: 0 },
  ])
  expect(of({ measure: 'slopeAtIsc', value: 0.2 })).toEqual([
    { x: 0, y: 10 },
    { x: 320, y: 8 },
  ])
  expect(of({ measure: 'voltage', value: 600, expected: 640 })).toEqual([
    { x: 600, y: 5 },
    { x: 640, y: 5 },
  ])
  expect(of({ measure: 'fillFactor' })).toBeUndefined()
})

test('the differing section holds adjacent samples, without a distant one', () => {
  const curve = anyCurve(1, { verdict: 'shade', evidence: evidence({ samples: [2, 40, 42, 43, 45] }) })
  const { differs } = evidenceLines(curve)
  expect([differs?.[0]?.x, differs?.at(-1)?.x]).toEqual([curve.voltageV[40], curve.voltageV[45]])
  expect(evidenceLines(anyCurve(1, { verdict: 'shade', evidence: evidence({ samples: [3] }) })).differs).toBeNull()
})
