import { type Grid, gridFrequency, gridVoltageShare } from './grid.ts'

const grid: Grid = { nominalHz: 50, voltageSpread: 0.012, frequencySpread: 0.02 }
const times = Array.from({ length: 2000 }, (_, i) => Date.UTC(2026, 10, 1) + i * 60_000)

test('frequency varies within 50 mHz of the nominal one', () => {
  const values = times.map((at) => gridFrequency(1, grid, at))
  expect(Math.max(...values)).toBeLessThan(50.05)
  expect(Math.min(...values)).toBeGreaterThan(49.95)
  expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(0.02)
})

test('voltage stays within 5 percent and rises with the plant’s feed-in', () => {
  for (const at of times) expect(Math.abs(gridVoltageShare(1, grid, at, 0, 1) - 1)).toBeLessThan(0.05)
  const [at = 0] = times
  expect(gridVoltageShare(1, grid, at, 0, 1) - gridVoltageShare(1, grid, at, 0, 0)).toBeCloseTo(0.012, 9)
  expect(gridVoltageShare(1, grid, at, 0, 0)).not.toBe(gridVoltageShare(1, grid, at, 1, 0))
})
