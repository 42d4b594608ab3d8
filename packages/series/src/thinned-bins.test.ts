import fc from 'fast-check'
import { thinnedBins } from './thinned-bins.ts'

type Value = number | null

const known = fc.double({ min: -1e5, max: 1e5, noNaN: true })
/** Curves with few gaps, with many, and with none. */
const curves = fc.oneof(
  ...[1, 4, 60].map((freq) => fc.array(fc.option(known, { nil: null, freq }), { maxLength: 600 })),
  // Gaps as an outage makes them: some bins long.
  fc
    .array(fc.tuple(fc.array(known, { minLength: 1, maxLength: 60 }), fc.integer({ min: 0, max: 40 })), {
      maxLength: 12,
    })
    .map((runs) => runs.flatMap<Value>(([values, gap]) => [...values, ...Array<null>(gap).fill(null)])),
)
const limits = fc.integer({ min: 4, max: 300 })

const valuesAt = (values: readonly Value[], bins: readonly number[]) =>
  bins.map((bin) => values[bin]).filter((value) => value !== null && value !== undefined)
const numbersOf = (values: readonly Value[]) => values.filter((value) => value !== null)

/** Lengths of the gaps between known values, and the bins that they begin at. */
function gapsOf(values: readonly Value[]) {
  const first = values.findIndex((value) => value !== null)
  const last = values.findLastIndex((value) => value !== null)
  return values.flatMap((value, bin) => {
    if (value !== null || values[bin - 1] === null || bin < first || bin > last) return []
    return [{ start: bin, length: values.slice(bin).findIndex((one) => one !== null) }]
  })
}

test('kept bins ascend, lie within the curve and do not exceed the limit', () => {
  fc.assert(
    fc.property(curves, limits, (values, limit) => {
      const bins = thinnedBins(values, limit)
      expect(bins.length).toBeLessThanOrEqual(limit)
      expect(bins.every((bin, at) => bin < values.length && bin > (bins[at - 1] ?? -1))).toBe(true)
    }),
  )
})

test('keeps the first, last, lowest and highest value under every limit', () => {
  fc.assert(
    fc.property(curves, limits, (values, limit) => {
      const all = numbersOf(values)
      const kept = valuesAt(values, thinnedBins(values, limit))
      expect(kept[0]).toBe(all[0])
      expect(kept.at(-1)).toBe(all.at(-1))
      expect(kept.length > 0 ? Math.max(...kept) : undefined).toBe(all.length > 0 ? Math.max(...all) : undefined)
      expect(kept.length > 0 ? Math.min(...kept) : undefined).toBe(all.length > 0 ? Math.min(...all) : undefined)
    }),
  )
})

test('keeps the lowest and highest value of every range', () => {
  fc.assert(
    fc.property(fc.array(known, { minLength: 1, maxLength: 600 }), limits, (values, limit) => {
      const bins = thinnedBins(values, limit)
      if (values.length <= limit) return expect(bins).toHaveLength(values.length)
      const ranges = Math.floor((limit - 2) / 2)
      for (let range = 0; range < ranges; range += 1) {
        const from = Math.floor((range * values.length) / ranges)
        const to = Math.floor(((range + 1) * values.length) / ranges)
        const kept = valuesAt(
          values,
          bins.filter((bin) => bin >= from && bin < to),
        )
        const whole = values.slice(from, to)
        expect([Math.min(...kept), Math.max(...kept)]).toEqual([Math.min(...whole), Math.max(...whole)])
      }
    }),
  )
})

test('keeps gaps with the values at their edges; if there are too many, the longest', () => {
  fc.assert(
    fc.property(curves, limits, (values, limit) => {
      const bins = thinnedBins(values, limit)
      const gaps = gapsOf(values)
      const kept = gaps.filter(({ start }) => bins.includes(start))
      const lost = gaps.filter(({ start }) => !bins.includes(start))
      expect(bins.filter((bin) => values[bin] === null)).toEqual(kept.map(({ start }) => start))
      for (const { start, length } of kept) expect(bins).toEqual(expect.arrayContaining([start - 1, start + length]))
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(gaps.length, Math.floor((limit - 2) / 5)))
      const shortest = Math.min(...kept.map(({ length }) => length))
      for (const { length } of lost) expect(length).toBeLessThanOrEqual(shortest)
    }),
  )
})

test('a curve within the limit keeps all its values; unknown bins at its ends are dropped', () => {
  expect(thinnedBins([null, 1, 2, null, null, 3, null], 5)).toEqual([1, 2, 3, 5])
  expect(thinnedBins([null, null], 4)).toEqual([])
  expect(thinnedBins([], 4)).toEqual([])
})

test('a flat range keeps both its ends', () => {
  expect(thinnedBins([0, 0, 0, 0, 0, 5, 0, 0, 0, 0], 6)).toEqual([0, 4, 5, 6, 9])
})

test('thinning uses at least 96 % of the limit', () => {
  const values = Array.from({ length: 10_000 }, (_, bin) => Math.sin(bin / 50) * 100 + Math.sin(bin * 7) * 9)
  expect(thinnedBins(values, 500).length).toBeGreaterThan(480)
})

test('refuses a limit too small for both ends and both extremes', () => {
  expect(() => thinnedBins([1, 2, 3], 3)).toThrow(RangeError)
})
