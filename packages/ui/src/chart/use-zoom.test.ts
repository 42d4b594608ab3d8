import type { ChartInput } from './model.ts'
import { scaledSpan, spansWithin, zoomedInput } from './use-zoom.ts'

const day: ChartInput = {
  from: '2026-06-10T00:00:00Z',
  to: '2026-06-11T00:00:00Z',
  binMinutes: 60,
  timeZone: 'UTC',
  series: [{ id: 'p', label: 'P', unit: 'power', kind: 'line', values: Array.from({ length: 24 }, (_, hour) => hour) }],
  formatValue: {},
  formatTime: String,
}

test('zoomed in are the bins of the stretch, at their own times', () => {
  const zoomed = zoomedInput(day, [6, 18])
  expect(zoomed.series[0]?.values).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
  expect([zoomed.from, zoomed.to]).toEqual([Date.parse('2026-06-10T06:00:00Z'), Date.parse('2026-06-10T18:00:00Z')])
  const named = { ...day, formatBin: (bin: number) => `hour ${bin}`, ticks: [{ at: 0, label: '' }] }
  expect(zoomedInput(named, [6, 18])).toMatchObject({ ticks: [] })
  expect(zoomedInput(named, [6, 18]).formatBin?.(0)).toBe('hour 6')
  expect(zoomedInput(day, undefined)).toBe(day)
})

test('the bin in question keeps its place, the ends are not passed, all is all', () => {
  expect(scaledSpan([0, 24], 12, 0.5, 24)).toEqual([6, 18])
  expect(scaledSpan([0, 24], 23, 0.5, 24)).toEqual([12, 24])
  expect(scaledSpan([6, 18], 7, 2, 24)).toBeUndefined()
  expect(scaledSpan([6, 12], 6, 0.1, 24)).toEqual([6, 12])
})

test('spans of quality are cut to what is shown', () => {
  const spans = [
    { kind: 'gap', from: 0, to: 10 },
    { kind: 'stale', from: 20, to: 30 },
  ] as const
  expect(spansWithin(spans, 5, 15)).toEqual([{ kind: 'gap', from: 5, to: 10 }])
})
