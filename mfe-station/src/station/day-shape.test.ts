import { dayShapeOf } from './day-shape.ts'

test('the width is the whole day: a curve until noon ends in the middle', () => {
  const { last } = dayShapeOf(
    Array.from({ length: 48 }, () => 500),
    1000,
  )
  expect(last?.x).toBeCloseTo(49.5, 1)
  expect(last?.y).toBe(50)
})

test('a gap splits the curve and is not bridged', () => {
  const { line, area } = dayShapeOf([1, 2, null, null, 3, 4], 4)
  expect(line.match(/M/g)).toHaveLength(2)
  expect(area.match(/Z/g)).toHaveLength(2)
})

test('the newest point ignores unknown values after it', () => {
  expect(dayShapeOf([0, 10, null, null], 10).last).toEqual({ x: 1.6, y: 0 })
  expect(dayShapeOf([null, null], 10)).toEqual({ area: '', line: '', last: undefined })
})

test('values above the top and consumption at night stay inside the box', () => {
  expect(dayShapeOf([-20, 2000], 1000).line).toBe('M0.5,100L1.6,0')
})

test('a day of 25 hours has 100 slots', () => {
  expect(
    dayShapeOf(
      Array.from({ length: 100 }, () => 1),
      1,
    ).last?.x,
  ).toBe(99.5)
})
