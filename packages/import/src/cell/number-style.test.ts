import fc from 'fast-check'
import { FileProblem } from '../problem.ts'
import { numberOf, NumberStyle } from './number-style.ts'

const decide = (texts: string[], delimiter: string | null = ';') => {
  const style = new NumberStyle()
  for (const [i, text] of texts.entries()) style.see(text, i + 2)
  return style.decide('plant.csv', delimiter)
}

test.each([
  [['1.5'], '.'],
  [['1,5'], ','],
  [['1,234', '1,5'], ','],
  [['1,234', '0.5'], '.'],
  [['1,234.5'], '.'],
  [['1.234,5'], ','],
  [['1.234.567'], ','],
  [['12,345,678'], '.'],
  [['0,123'], ','],
  [['1234,567'], ','],
  [['5', '-', ''], '.'],
  [['1 234,5'], ','],
  [["1'234.5"], '.'],
] as const)('the decimal sign of %j is %s', (texts, mark) => {
  expect(decide([...texts])).toBe(mark)
})

test('refuses numbers that fit both decimal signs or use both, and names the lines', () => {
  expect(() => decide(['5', '1.234'])).toThrow(/"1.234" in line 3/)
  expect(() => decide(['1,234'], ',')).toThrow(FileProblem)
  expect(() => decide(['1.5', '7', '1,5'])).toThrow(/"1.5" in line 2 and "1,5" in line 4/)
  // Between commas a point is decimal.
  expect(decide(['6.123'], ',')).toBe('.')
})

test.each([
  ['1.234,5', ',', 1234.5],
  ['-1.234', ',', -1234],
  ['1,234.5', '.', 1234.5],
  ['12,34,567.5', '.', 1234567.5],
  ['1 234,5', ',', 1234.5],
  ['1\u00a0234,5', ',', 1234.5],
  ["1'234.5", '.', 1234.5],
  ['−5', '.', -5],
  ['+5.', '.', 5],
  ['.5', '.', 0.5],
  ['1.2E3', '.', 1200],
  ['1,2e-3', ',', 0.0012],
] as const)('reads %s with decimal sign %s as %d', (text, mark, value) => {
  expect(numberOf(text, mark)).toBeCloseTo(value, 12)
})

test.each(['abc', '0x10', '1.5.2', '5 kW', '#REF!', '12:00', '1,5', 'Infinity', '1,23.4'])(
  '%s is not a number',
  (text) => {
    expect(numberOf(text, '.')).toBeNaN()
  },
)

test.each(['', ' ', '--', '-', 'NaN', 'null', 'n/a', '—', '#N/A'])('"%s" counts as not measured', (text) => {
  expect(numberOf(text, ',')).toBeNull()
})

test('reads back numbers as Intl formats them in eight locales', () => {
  const locales = [
    ['en-US', '.'],
    ['de-DE', ','],
    ['pt-BR', ','],
    ['fr-FR', ','],
    ['zh-CN', '.'],
    ['de-CH', '.'],
    ['en-IN', '.'],
    ['sv-SE', ','],
  ] as const
  fc.assert(
    fc.property(
      fc.constantFrom(...locales),
      fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1000),
      fc.boolean(),
      ([locale, mark], value, useGrouping) => {
        const text = new Intl.NumberFormat(locale, { useGrouping, maximumFractionDigits: 3 }).format(value)
        expect(numberOf(text, mark)).toBe(value + 0)
      },
    ),
  )
})
