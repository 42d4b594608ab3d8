import { isConnectionLost, perPage, turnAt } from './connection.ts'

const at = 1_800_000_000_000

test('the connection is lost after the third missed poll, not after two', () => {
  expect(isConnectionLost(at, at + 89_000)).toBe(false)
  expect(isConnectionLost(at, at + 91_000)).toBe(true)
})

test('the connection is not lost before the first reply', () => {
  expect(isConnectionLost(0, at)).toBe(false)
})

test('shows all pages in turn, then the first again', () => {
  const turns = [0, 1, 2, 3].map((turn) => turnAt(at + turn * 10_000, 10_000, 3))
  expect(new Set(turns.slice(0, 3)).size).toBe(3)
  expect(turns[3]).toBe(turns[0])
})

test('a single page does not rotate', () => {
  expect(turnAt(at, 10_000, 1)).toBe(0)
  expect(turnAt(at, 10_000, 0)).toBe(0)
})

test('seven plants are spread as four and three over two pages', () => {
  expect([1, 6, 7, 12, 13].map((count) => perPage(count, 6))).toEqual([1, 6, 4, 6, 5])
})
