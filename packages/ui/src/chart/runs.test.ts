import fc from 'fast-check'
import { runsOf } from './runs.ts'

const measured = fc.array(fc.option(fc.double({ min: 0, max: 5e4, noNaN: true }), { nil: null, freq: 5 }), {
  maxLength: 600,
})

test('a curve within the limit is drawn whole, with one run between gaps', () => {
  fc.assert(
    fc.property(measured, (values) => {
      const runs = runsOf(values, (bin) => bin * 10, 1000)
      const starts = values.flatMap((value, bin) => (value !== null && (values[bin - 1] ?? null) === null ? [bin] : []))
      expect(runs.map((run) => run[0]?.x)).toEqual(starts.map((bin) => bin * 10))
      expect(runs.flat()).toEqual(values.flatMap((y, bin) => (y === null ? [] : [{ x: bin * 10, y }])))
    }),
  )
})

test('a long curve is thinned to the limit and keeps its gaps and its peak', () => {
  const values = Array.from({ length: 50_000 }, (_, bin) => {
    if (bin >= 20_000 && bin < 20_050) return null
    return bin === 31_337 ? 412.8 : 400 * Math.abs(Math.sin(bin / 700))
  })
  const runs = runsOf(values, (bin) => bin, 1000)
  expect(runs.map((run) => [run[0]?.x, run.at(-1)?.x])).toEqual([
    [0, 19_999],
    [20_050, 49_999],
  ])
  expect(runs.flat().length).toBeLessThanOrEqual(1000)
  expect(Math.max(...runs.flat().map(({ y }) => y))).toBe(412.8)
})
