import { sparklinePaths } from './sparkline-path.ts'

const frame = { width: 30, height: 21, slots: 4 }

test('scales from zero to the largest value, evenly over all slots', () => {
  expect(sparklinePaths([0, 10, 5], frame)).toEqual({ line: 'M0 20L10 2L20 11', area: 'M0 20L0 20L10 2L20 11L20 20Z' })
})

test('a gap splits the line; a single value is a dot', () => {
  expect(sparklinePaths([10, null, 10, 10], frame).line).toBe('M0 2h0.1M20 2L30 2')
})

test('handles a common scale, consumption, zeros and no values', () => {
  expect(sparklinePaths([10, 10], { ...frame, max: 20 }).line).toBe('M0 11L10 11')
  expect(sparklinePaths([-5, 10], frame).line).toBe('M0 20L10 2')
  expect(sparklinePaths([0, 0], frame).line).toBe('M0 20L10 20')
  expect(sparklinePaths([null, null], frame)).toEqual({ line: '', area: '' })
})
