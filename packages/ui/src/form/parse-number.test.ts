import { parseNumber } from './parse-number.ts'

test.each([
  ['12', 12],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['-0,25', -0.25],
  ['−3', -3],
  ['.5', 0.5],
  ['7.', 7],
  ['+4', 4],
  [' 9 ', 9],
  ['٣٫٥', 3.5],
  ['۱۲', 12],
])('parses %p as %p', (text, value) => {
  expect(parseNumber(text)).toBe(value)
})

test('an empty text is null', () => {
  expect(parseNumber('')).toBeNull()
  expect(parseNumber('   ')).toBeNull()
})

test.each(['abc', '1.234,5', '1e3', '--1', '1 000', '-', '.', 'Infinity', '0x10'])('%p is not a number', (text) => {
  expect(parseNumber(text)).toBeNaN()
})
