import { moved, placeAt } from './order.ts'

test('an entry moves by places, up and down, and stops at the ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 2, -2)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 1, 99)).toEqual(['a', 'c', 'b'])
})

test('an empty list or an unknown index loses and duplicates nothing', () => {
  expect(moved([], 0, 1)).toEqual([])
  expect(moved(['a'], 5, 1)).toEqual(['a'])
})

test('a dragged entry takes the place whose middle the pointer has passed', () => {
  const middles = [20, 60, 100]
  expect(placeAt(middles, 0, 10)).toBe(0)
  expect(placeAt(middles, 0, 59)).toBe(0)
  expect(placeAt(middles, 0, 61)).toBe(1)
  expect(placeAt(middles, 0, 500)).toBe(2)
  expect(placeAt(middles, 2, 19)).toBe(0)
  expect(placeAt(middles, 2, 61)).toBe(2)
})
