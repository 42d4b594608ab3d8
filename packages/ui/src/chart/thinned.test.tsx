import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { binAt, frameOf, instantOfBin, xOf } from './layout.ts'
import { chartModel, type ChartInput } from './model.ts'
import { TimeSeriesChart, type TimeSeriesChartProps } from './time-series-chart.tsx'
import { zoomedInput } from './use-zoom.ts'

const dayMs = 86_400_000
/** Five points of a year that thinning kept. */
const starts = [0, 10, 100, 200, 364].map((day) => day * dayMs)
const input: ChartInput = {
  from: 0,
  to: 365 * dayMs,
  binMinutes: 5,
  starts,
  timeZone: 'UTC',
  series: [{ id: 'p', label: 'Power', unit: 'power', kind: 'line', values: [0, 5, null, 9, 1] }],
  formatValue: { power: (value) => `${value} W` },
  formatTime: (at) => new Date(at).toISOString().slice(0, 10),
}
const size = { width: 800, height: 300 }

afterEach(cleanup)

test('points have their own times, and a gap splits them', () => {
  const model = chartModel(input, 'light', size)
  const half = 150_000
  expect(model.curves[0]?.runs.map((run) => run.map(({ x }) => x))).toEqual([
    [half, 10 * dayMs + half],
    [200 * dayMs + half, 364 * dayMs + half],
  ])
})

test('the pointer selects the point nearest in time', () => {
  const model = chartModel(input, 'light', size)
  const frame = frameOf(model, size.width, size.height)
  for (const bin of starts.keys()) expect(binAt(model, frame, xOf(model, frame, instantOfBin(model, bin)))).toBe(bin)
  expect(binAt(model, frame, xOf(model, frame, 140 * dayMs))).toBe(2)
  expect(binAt(model, frame, xOf(model, frame, 160 * dayMs))).toBe(3)
})

test('a zoomed range reaches from its first point to the one after its last', () => {
  expect(zoomedInput(input, [1, 3])).toMatchObject({ from: 10 * dayMs, to: 200 * dayMs, starts: starts.slice(1, 3) })
  expect(zoomedInput(input, [3, 5])).toMatchObject({ from: 200 * dayMs, to: 365 * dayMs })
})

test('table and keyboard readout show the time of each point', () => {
  const texts: TimeSeriesChartProps['texts'] = {
    chart: 'Chart',
    table: 'Table',
    loading: '',
    empty: '',
    keys: '',
    timeZone: '',
    time: 'Time',
    night: '',
    failed: '',
    retry: '',
    zoomOut: '',
    quality: { gap: '', backfilled: '', stale: '', reset: '', outlier: '', implausible: 'Not plausible' },
  }
  render(<TimeSeriesChart {...input} label="Year" texts={texts} />)
  fireEvent.keyDown(screen.getByRole('img', { name: 'Year' }), { key: 'Home' })
  fireEvent.keyDown(screen.getByRole('img', { name: 'Year' }), { key: 'Home' })
  fireEvent.keyDown(screen.getByRole('img', { name: 'Year' }), { key: 'ArrowRight' })
  expect(document.querySelector('[aria-live=polite]')?.textContent).toBe('1970-01-11–1970-01-11, Power 5 W')
  fireEvent.click(screen.getByRole('radio', { name: 'Table' }))
  expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
    '1970-01-01',
    '1970-01-11',
    '1970-04-11',
    '1970-07-20',
    '1970-12-31',
  ])
})

test('daily labels are thinned to those that fit', () => {
  const ticks = Array.from({ length: 365 }, (_, day) => ({ at: day * dayMs, label: String(day) }))
  expect(chartModel({ ...input, ticks }, 'light', size).timeTicks.length).toBeLessThanOrEqual(9)
  expect(chartModel({ ...input, ticks: ticks.slice(0, 12) }, 'light', size).timeTicks).toHaveLength(12)
})
