import { compareStrings } from './siblings.ts'

const shortfalls = (currents: number[], trackers: number) =>
  compareStrings(currents, trackers).flatMap(({ strings }) => strings.map(({ shortfall }) => shortfall))

test('strings are numbered through, tracker by tracker', () => {
  const groups = compareStrings([8, 8, 7, 7], 2)
  expect(groups.map(({ tracker, strings }) => [tracker, strings.map(({ number }) => number)])).toEqual([
    [1, [1, 2]],
    [2, [3, 4]],
  ])
})

test('a dead string at noon stands out by its whole current, its siblings do not', () => {
  expect(shortfalls([8.1, 8, 0, 8.2], 2)).toEqual([null, null, 1, null])
})

test('a shaded string stands out by the share that it lacks', () => {
  expect(shortfalls([6, 8, 8], 1)[0]).toBeCloseTo(0.25)
})

test('trackers that face another way are not compared with each other', () => {
  expect(shortfalls([8, 8, 4, 4], 2)).toEqual([null, null, null, null])
  expect(shortfalls([8, 4, 2, 1], 4)).toEqual([null, null, null, null])
})

test('alone on its tracker, a string is pointed out only when it is all but dead', () => {
  expect(shortfalls([8, 8, 0.1], 3)[2]).toBeCloseTo(0.9875)
})

test('at dawn nothing stands out, whatever the ratios', () => {
  expect(shortfalls([0, 0.1, 0.3, 0.2], 1)).toEqual([null, null, null, null])
})

test('where strings do not share the trackers evenly they are one group without a tracker', () => {
  expect(compareStrings([8, 8, 8], 2).map(({ tracker, strings }) => [tracker, strings.length])).toEqual([[null, 3]])
  // Two strings share a tracker and face another way than the third: none is weak.
  expect(shortfalls([3.55, 3.52, 6.48], 2)).toEqual([null, null, null])
  expect(shortfalls([3.55, 0, 6.48], 2)).toEqual([null, 1, null])
})

test('a string that pushes current back draws no bar to the other side, and at night all bars are empty', () => {
  expect(compareStrings([-0.2, 8], 1)[0]?.strings[0]).toMatchObject({ share: 0, shortfall: 1 })
  expect(compareStrings([0, 0], 1)[0]?.strings.map(({ share }) => share)).toEqual([0, 0])
  expect(compareStrings([], 4)).toEqual([])
})
