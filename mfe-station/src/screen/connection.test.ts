import { isConnectionLost, perPage, turnAt } from './connection.ts'

const at = 1_800_000_000_000

test('two missed polls are borne, the third makes the figures old', () => {
  expect(isConnectionLost(at, at + 89_000)).toBe(false)
  expect(isConnectionLost(at, at + 91_000)).toBe(true)
})

test('before the first answer nothing is lost', () => {
  expect(isConnectionLost(0, at)).toBe(false)
})

test('every page has its turn and the first follows the last', () => {
  const turns = [0, 1, 2, 3].map((turn) => turnAt(at + turn * 10_000, 10_000, 3))
  expect(new Set(turns.slice(0, 3)).size).toBe(3)
  expect(turns[3]).toBe(turns[0])
})

test('a single page stays', () => {
  expect(turnAt(at, 10_000, 1)).toBe(0)
  expect(turnAt(at, 10_000, 0)).toBe(0)
})

test('seven plants stand four and three, not six and one', () => {
  expect([1, 6, 7, 12, 13].map((count) => perPage(count, 6))).toEqual([1, 6, 4, 6, 5])
})
