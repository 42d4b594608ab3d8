import fc from 'fast-check'
import { downsample, lttb, type Point } from './lttb.ts'

const curve = fc
  .array(fc.double({ min: -1e5, max: 1e5, noNaN: true }), { minLength: 1, maxLength: 400 })
  .map((values) => values.map<Point>((y, x) => ({ x, y })))
const limits = fc.integer({ min: 4, max: 60 })

const ys = (points: readonly Point[]) => points.map((point) => point.y)

test('what is kept are points of the curve, in their order, first and last, lowest and highest among them', () => {
  fc.assert(
    fc.property(curve, limits, (points, limit) => {
      const kept = lttb(points, limit)
      expect(kept.length).toBeLessThanOrEqual(Math.max(limit, Math.min(points.length, 4)))
      expect(kept[0]).toBe(points[0])
      expect(kept.at(-1)).toBe(points.at(-1))
      expect(Math.max(...ys(kept))).toBe(Math.max(...ys(points)))
      expect(Math.min(...ys(kept))).toBe(Math.min(...ys(points)))
      const places = kept.map((point) => points.indexOf(point))
      expect(places).toEqual([...places].sort((a, b) => a - b))
      expect(new Set(places).size).toBe(places.length)
      expect(places).not.toContain(-1)
    }),
  )
})

test('a curve within the limit is left as it is', () => {
  fc.assert(
    fc.property(curve, (points) => {
      expect(lttb(points, points.length)).toBe(points)
    }),
  )
})

test('thinning uses the room it has', () => {
  const points = Array.from({ length: 10_000 }, (_, x) => ({ x, y: Math.sin(x / 50) * 100 + Math.sin(x * 7) * 9 }))
  const kept = lttb(points, 500)
  expect(kept.length).toBeGreaterThan(480)
  expect(kept.length).toBeLessThanOrEqual(500)
})

test('gaps stay gaps: runs are those of the values, whatever the limit', () => {
  const values = fc.array(fc.option(fc.double({ min: 0, max: 5e4, noNaN: true }), { nil: null, freq: 5 }), {
    maxLength: 600,
  })
  fc.assert(
    fc.property(values, limits, (measured, limit) => {
      const runs = downsample(measured, (index) => index, limit)
      const starts = measured.flatMap((value, index) =>
        value !== null && (measured[index - 1] ?? null) === null ? [index] : [],
      )
      const ends = measured.flatMap((value, index) =>
        value !== null && (measured[index + 1] ?? null) === null ? [index] : [],
      )
      expect(runs.map((run) => run[0]?.x)).toEqual(starts)
      expect(runs.map((run) => run.at(-1)?.x)).toEqual(ends)
      for (const point of runs.flat()) expect(measured[point.x]).toBe(point.y)
      const known = measured.filter((value) => value !== null)
      if (known.length > 0) {
        expect(Math.max(...ys(runs.flat()))).toBe(Math.max(...known))
        expect(Math.min(...ys(runs.flat()))).toBe(Math.min(...known))
      }
    }),
  )
})
