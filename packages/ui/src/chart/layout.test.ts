import { binAt, frameOf, instantOfBin, lineEnds, namesAtEnds, xOf, yOf } from './layout.ts'
import { chartModel, type ChartInput } from './model.ts'
import { textWidth } from './text-width.ts'

const from = Date.parse('2026-11-20T16:00:00Z')
const bins = 288

const input = (values: Record<string, (number | null)[]>): ChartInput => ({
  from,
  to: from + 86_400_000,
  binMinutes: 5,
  timeZone: 'Asia/Taipei',
  series: Object.entries(values).map(([id, series]) => ({
    id,
    label: id,
    unit: 'power',
    kind: 'line',
    values: series,
  })),
  formatValue: { power: (value) => `${value}\u00a0W` },
  formatTime: (instant) => new Date(instant).toISOString().slice(11, 16),
})

const full = Array.from({ length: bins }, (_, bin) => bin)
const model = chartModel(input({ a: full, b: full.map((value) => value / 2) }), 'light', { width: 1000, height: 300 })
const frame = frameOf(model, 1000, 300)

test('position and bin are inverse to each other', () => {
  for (const bin of [0, 1, 143, 286, 287])
    expect(binAt(model, frame, xOf(model, frame, instantOfBin(model, bin)))).toBe(bin)
  expect(binAt(model, frame, -500)).toBe(0)
  expect(binAt(model, frame, 5000)).toBe(287)
})

test('zero is at the bottom, the top tick at the top', () => {
  expect(yOf(model, frame, 'start', 0)).toBe(frame.height - frame.bottom)
  expect(yOf(model, frame, 'start', model.axes.start?.max ?? 0)).toBe(frame.top)
})

test('names are at the ends of up to four lines and do not overlap', () => {
  const equal = chartModel(input({ a: full, b: full, c: full, d: full }), 'light', { width: 1000, height: 300 })
  const ends = lineEnds(equal, frameOf(equal, 1000, 300))
  expect(ends.map((end) => end.id).sort()).toEqual(['a', 'b', 'c', 'd'])
  const heights = ends.map((end) => end.y).sort((a, b) => a - b)
  for (let index = 1; index < heights.length; index += 1) {
    expect((heights[index] ?? 0) - (heights[index - 1] ?? 0)).toBeGreaterThanOrEqual(18)
  }
  const five = chartModel(input({ a: full, b: full, c: full, d: full, e: full }), 'light', { width: 1000, height: 300 })
  expect(namesAtEnds(five, 1000)).toBe(false)
  expect(namesAtEnds(model, 390)).toBe(false)
})

test('names go to the legend when a line ends long before the others', () => {
  const until = (bin: number) => full.map((value) => (value < bin ? value : null))
  const of = (bin: number) => chartModel(input({ a: until(bin), b: until(150) }), 'light', { width: 1000, height: 300 })
  expect(namesAtEnds(of(147), 1000)).toBe(true)
  expect(namesAtEnds(of(60), 1000)).toBe(false)
})

test('names of lines that end at the top leave room for the age above the plot', () => {
  const high = full.map(() => 100)
  const top = chartModel(input({ a: high, b: high, c: high }), 'light', { width: 1000, height: 300 })
  const wide = frameOf(top, 1000, 300)
  const heights = lineEnds(top, wide).map(({ y }) => y)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(wide.top + 9)
  expect(new Set(heights).size).toBe(3)
})

test('on a running day names are beside the last datum', () => {
  const half = full.map((value) => (value < 150 ? value : null))
  const running = chartModel(input({ a: half, b: half }), 'light', { width: 1000, height: 300 })
  const wide = frameOf(running, 1000, 300)
  const [first] = lineEnds(running, wide)
  const last = xOf(running, wide, instantOfBin(running, 149))
  expect((first?.x ?? 0) - last).toBeLessThan(16)
  expect(wide.right).toBeLessThan(frame.right)
})

test('draws measured points, splits runs at gaps, and places a mean in the middle of its bin', () => {
  const gaps = chartModel(input({ a: [1, 2, null, 4, null, null, 7] }), 'dark', { width: 800, height: 300 })
  expect(gaps.points).toBe(4)
  expect(gaps.curves[0]?.runs.map((run) => run.length)).toEqual([2, 1, 1])
  expect(gaps.curves[0]?.runs[0]?.[0]?.x).toBe(from + 150_000)
  expect(gaps.curves[0]?.last).toEqual({ index: 6, value: 7 })
})

test('time labels never overlap, whatever their length', () => {
  const days = {
    ...input({ a: Array.from({ length: 300 }, (_, bin) => bin) }),
    from: '2026-06-10T22:00:00Z',
    to: '2026-06-14T01:00:00Z',
    binMinutes: 15,
    formatTime: (at: number) => `Jun ${new Date(at).toISOString().slice(8, 16)}`,
  }
  for (const width of [320, 720, 1326]) {
    const { timeTicks, from, to } = chartModel(days, 'light', { width, height: 300 })
    expect(timeTicks.length).toBeGreaterThan(1)
    const step = Math.min(...timeTicks.slice(1).map(({ at }, nth) => at - (timeTicks[nth]?.at ?? 0)))
    expect((step / (to - from)) * (width - 60)).toBeGreaterThan(textWidth('Jun 10T00:00') + 8)
  }
})

test('draws only the part of a night within the shown range', () => {
  const hour = 3_600_000
  const nights = [
    { from: from - 9 * hour, to: from - 2 * hour },
    { from: from - 2 * hour, to: from + 6 * hour },
    { from: from + 20 * hour, to: from + 30 * hour },
  ]
  expect(chartModel({ ...input({ a: full }), night: nights }, 'light', { width: 1000, height: 300 }).nights).toEqual([
    { from, to: from + 6 * hour },
    { from: from + 20 * hour, to: from + 24 * hour },
  ])
})
