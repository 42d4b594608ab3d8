import type { ChartInput } from './model.ts'
import { readRange, writeRange } from './chart-range.tsx'
import { movedSpan, pinchedSpan, scaledSpan, spanIn, spansWithin, zoomedInput } from './use-zoom.ts'

const day: ChartInput = {
  from: '2026-06-10T00:00:00Z',
  to: '2026-06-11T00:00:00Z',
  binMinutes: 60,
  timeZone: 'UTC',
  series: [{ id: 'p', label: 'P', unit: 'power', kind: 'line', values: Array.from({ length: 24 }, (_, hour) => hour) }],
  formatValue: {},
  formatTime: String,
}

test('zooming selects the bins of the range with their own times', () => {
  const zoomed = zoomedInput(day, [6, 18])
  expect(zoomed.series[0]?.values).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
  expect([zoomed.from, zoomed.to]).toEqual([Date.parse('2026-06-10T06:00:00Z'), Date.parse('2026-06-10T18:00:00Z')])
  const named = { ...day, formatBin: (bin: number) => `hour ${bin}`, ticks: [{ at: 0, label: '' }] }
  expect(zoomedInput(named, [6, 18])).toMatchObject({ ticks: [] })
  expect(zoomedInput(named, [6, 18]).formatBin?.(0)).toBe('hour 6')
  expect(zoomedInput(day, undefined)).toBe(day)
})

test('zooming keeps the bin under the pointer, stays within the ends, and ends at the full range', () => {
  expect(scaledSpan([0, 24], 12, 0.5, 24)).toEqual([6, 18])
  expect(scaledSpan([0, 24], 23, 0.5, 24)).toEqual([12, 24])
  expect(scaledSpan([6, 18], 7, 2, 24)).toBeUndefined()
  expect(scaledSpan([6, 12], 6, 0.1, 24)).toEqual([6, 12])
})

test('quality spans are cut to the shown range', () => {
  const spans = [
    { kind: 'gap', from: 0, to: 10 },
    { kind: 'stale', from: 20, to: 30 },
  ] as const
  expect(spansWithin(spans, 5, 15)).toEqual([{ kind: 'gap', from: 5, to: 10 }])
})

test('panning stays within the ends', () => {
  expect(movedSpan([6, 18], 3, 24)).toEqual([9, 21])
  expect(movedSpan([6, 18], 30, 24)).toEqual([12, 24])
  expect(movedSpan([6, 18], -9, 24)).toEqual([0, 12])
})

test('pinching keeps the bins under the fingers', () => {
  // Fingers on bins 6 and 18 of a day move to the edges.
  expect(pinchedSpan([0, 24], [0.25, 0.75], [0, 1], 24)).toEqual([6, 18])
  // The same distance, a quarter to the right: the span moves back by a quarter.
  expect(pinchedSpan([6, 18], [0.25, 0.5], [0.5, 0.75], 24)).toEqual([3, 15])
  expect(pinchedSpan([6, 18], [0, 1], [0.4, 0.6], 24)).toBeUndefined()
})

test('a time range is found in the bins; another day or the whole day is no zoom', () => {
  const startOf = (bin: number) => bin * 3_600_000
  expect(spanIn([6 * 3_600_000, 18 * 3_600_000], 24, startOf)).toEqual([6, 18])
  expect(spanIn([30 * 3_600_000, 40 * 3_600_000], 24, startOf)).toBeUndefined()
  expect(spanIn([0, 24 * 3_600_000], 24, startOf)).toBeUndefined()
})

test('a range is written to the minute and read back; an invalid one is ignored', () => {
  const range = [Date.UTC(2026, 5, 10, 6), Date.UTC(2026, 5, 10, 18, 30)] as const
  expect(writeRange(range)).toBe('20260610T0600-20260610T1830')
  expect(readRange(writeRange(range))).toEqual(range)
  for (const text of ['', 'x', '20260610T1830-20260610T0600']) expect(readRange(text)).toBeUndefined()
})
