import { compareSiblings, medianOf } from './siblings.ts'

test('the median of an even number of values lies between the middle two', () => {
  expect(medianOf([4, 1, 3, 2])).toBe(2.5)
  expect(medianOf([5, 1, 9])).toBe(5)
  expect(medianOf([])).toBeNull()
})

test('a dead string at noon stands out by its whole current, its siblings do not', () => {
  const strings = compareSiblings([8.1, 8, 0, 8.2, 7.9])
  expect(strings.map((string) => string.shortfall)).toEqual([null, null, 1, null, null])
  expect(strings[2]).toMatchObject({ number: 3, share: 0 })
})

test('a shaded string stands out by the share that it lacks', () => {
  const [first] = compareSiblings([6, 8, 8, 8])
  expect(first?.shortfall).toBeCloseTo(0.25)
})

test('at dawn nothing stands out, whatever the ratios', () => {
  expect(compareSiblings([0, 0.1, 0.3, 0.2]).every((string) => string.shortfall === null)).toBe(true)
})

test('of two strings none is blamed', () => {
  expect(compareSiblings([2, 8]).every((string) => string.shortfall === null)).toBe(true)
})

test('a string that pushes current back draws no bar to the other side', () => {
  expect(compareSiblings([-0.2, 8, 8])[0]).toMatchObject({ share: 0, shortfall: 1 })
})

test('at night all bars are empty', () => {
  expect(compareSiblings([0, 0]).map((string) => string.share)).toEqual([0, 0])
})
