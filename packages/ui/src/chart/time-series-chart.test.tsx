import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { ChartRange } from './chart-range.tsx'
import { TimeSeriesChart, type TimeSeriesChartProps } from './time-series-chart.tsx'

const from = Date.parse('2026-11-20T16:00:00Z')

const texts: TimeSeriesChartProps['texts'] = {
  chart: 'Chart',
  table: 'Table',
  loading: 'Drawing',
  empty: 'No data here',
  keys: 'Arrows walk',
  timeZone: 'Times in Asia/Taipei',
  time: 'Time',
  night: 'Night',
  failed: 'Failed',
  retry: 'Retry',
  zoomOut: 'Whole stretch',
  quality: {
    gap: 'Gap',
    backfilled: 'Late',
    stale: 'Stale',
    reset: 'Reset',
    outlier: 'Outlier',
    implausible: 'Not plausible',
  },
}

const props: TimeSeriesChartProps = {
  label: 'Power of the day',
  from: new Date(from).toISOString(),
  to: new Date(from + 4 * 300_000).toISOString(),
  binMinutes: 5,
  timeZone: 'Asia/Taipei',
  series: [
    { id: 'p', label: 'Power', unit: 'power', kind: 'area', tone: 'generation', values: [100, null, 300, 0] },
    {
      id: 'i',
      label: 'Irradiance',
      unit: 'sun',
      kind: 'line',
      tone: 'irradiance',
      axis: 'end',
      values: [5, 6, null, null],
    },
  ],
  formatValue: { power: (value) => `${value}\u00a0W`, sun: (value) => `${value}\u00a0W/m²` },
  formatTime: (instant) => new Date(instant + 8 * 3_600_000).toISOString().slice(11, 16),
  texts,
}

afterEach(cleanup)

const image = () => screen.getByRole('img', { name: 'Power of the day' })

test('a chart has a name, counts its measured points, and names its time zone', () => {
  render(<TimeSeriesChart {...props} />)
  expect(image().dataset['points']).toBe('5')
  expect(screen.getByText('Times in Asia/Taipei')).toBeTruthy()
})

test('says when there are no values', () => {
  render(
    <TimeSeriesChart {...props} series={[{ id: 'p', label: 'Power', unit: 'power', kind: 'area', values: [null] }]} />,
  )
  expect(image().dataset['points']).toBe('0')
  expect(screen.getByText('No data here')).toBeTruthy()
})

test('arrow keys walk the bins and read out all series with units; Escape ends', () => {
  render(<TimeSeriesChart {...props} />)
  const spoken = () => document.querySelector('[aria-live=polite]')?.textContent
  fireEvent.keyDown(image(), { key: 'Home' })
  fireEvent.keyDown(image(), { key: 'Home' })
  expect(spoken()).toBe('00:00–00:05, Power 100\u00a0W, Irradiance 5\u00a0W/m²')
  fireEvent.keyDown(image(), { key: 'ArrowRight' })
  expect(spoken()).toBe('00:05–00:10, Power –, Irradiance 6\u00a0W/m²')
  fireEvent.keyDown(image(), { key: 'ArrowLeft' })
  fireEvent.keyDown(image(), { key: 'ArrowLeft' })
  expect(spoken()).toContain('00:00–00:05')
  fireEvent.keyDown(image(), { key: 'End' })
  expect(spoken()).toContain('00:15–00:20, Power 0\u00a0W')
  fireEvent.keyDown(image(), { key: 'Escape' })
  expect(spoken()).toBe('')
})

test('the table has the same values, and gaps stay gaps', () => {
  render(<TimeSeriesChart {...props} />)
  fireEvent.click(screen.getByRole('radio', { name: 'Table' }))
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'TimePowerIrradiance',
    '00:00100\u00a0W5\u00a0W/m²',
    '00:05–6\u00a0W/m²',
    '00:10300\u00a0W–',
    '00:150\u00a0W–',
  ])
  expect(document.querySelectorAll('td[data-value]')).toHaveLength(5)
})

describe('zoom', () => {
  const values = Array.from({ length: 288 }, (_, bin) => bin)
  const day: TimeSeriesChartProps = {
    ...props,
    from: '2026-06-10T00:00:00Z',
    to: '2026-06-11T00:00:00Z',
    series: [{ id: 'p', label: 'Power', unit: 'power', kind: 'line', values }],
  }
  const points = () => Number(image().dataset['points'])
  let address = ''
  const open = (value: string) => {
    address = value
    jest.useFakeTimers()
    return render(
      <ChartRange value={value} onChange={(text) => (address = text)}>
        <TimeSeriesChart {...day} />
        <TimeSeriesChart {...day} label="Another" />
      </ChartRange>,
    )
  }
  const settle = () => act(() => void jest.advanceTimersByTime(1000))
  afterEach(() => jest.useRealTimers())

  test('all charts show the range of the URL; keys move and end it', () => {
    open('20260610T0600-20260610T1200')
    expect(points()).toBe(72)
    expect(Number(screen.getByRole('img', { name: 'Another' }).dataset['points'])).toBe(72)
    fireEvent.keyDown(image(), { key: 'ArrowRight', shiftKey: true })
    settle()
    expect(address).toBe('20260610T0730-20260610T1330')
    fireEvent.keyDown(image(), { key: '-' })
    settle()
    expect(points()).toBe(144)
    fireEvent.keyDown(image(), { key: 'Escape' })
    settle()
    expect([address, points()]).toEqual(['', 288])
  })

  test('the wheel zooms only with Ctrl or on the focused chart; otherwise the page scrolls', () => {
    open('')
    fireEvent.wheel(image(), { deltaY: -300 })
    expect(points()).toBe(288)
    expect(fireEvent.wheel(image(), { deltaY: -300, ctrlKey: true })).toBe(false)
    const once = points()
    expect(once).toBeLessThan(200)
    image().focus()
    fireEvent.wheel(image(), { deltaY: -300 })
    expect(points()).toBeLessThan(once)
    const before = address
    fireEvent.wheel(image(), { deltaX: 500 })
    settle()
    expect(address).not.toBe(before)
    fireEvent.wheel(image(), { deltaY: 3000 })
    settle()
    expect([address, points()]).toEqual(['', 288])
  })
})
