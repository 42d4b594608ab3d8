import { compareStrings } from './siblings.ts'

const shortfalls = (currents: number[], trackers: number) =>
  compareStrings(currents, trackers).flatMap(({ strings }) => strings.map(({ shortfall }) => shortfall))

test('numbers strings consecutively over the trackers', () => {
  const groups = compareStrings([8, 8, 7, 7], 2)
  expect(groups.map(({ tracker, strings }) => [tracker, strings.map(({ number }) => number)])).toEqual([
    [1, [1, 2]],
    [2, [3, 4]],
  ])
})

test('the shortfall of a dead string at noon is its whole current; its siblings have none', () => {
  expect(shortfalls([8.1, 8, 0, 8.2], 2)).toEqual([null, null, 1, null])
})

test('the shortfall of a shaded string is the share it lacks', () => {
  expect(shortfalls([6, 8, 8], 1)[0]).toBeCloseTo(0.25)
})

test('trackers of different orientation are not compared', () => {
  expect(shortfalls([8, 8, 4, 4], 2)).toEqual([null, null, null, null])
  expect(shortfalls([8, 4, 2, 1], 4)).toEqual([null, null, null, null])
})

test('a string alone on its tracker has a shortfall only when nearly dead', () => {
  expect(shortfalls([8, 8, 0.1], 3)[2]).toBeCloseTo(0.9875)
})

test('no string has a shortfall at dawn, whatever the ratios', () => {
  expect(shortfalls([0, 0.1, 0.3, 0.2], 1)).toEqual([null, null, null, null])
})

test('strings spread unevenly over the trackers form one group without a tracker', () => {
  expect(compareStrings([8, 8, 8], 2).map(({ tracker, strings }) => [tracker, strings.length])).toEqual([[null, 3]])
  // Two strings share a tracker and face another way than the third: none is weak.
  expect(shortfalls([3.55, 3.52, 6.48], 2)).toEqual([null, null, null])
  expect(shortfalls([3.55, 0, 6.48], 2)).toEqual([null, 1, null])
})

test('a reverse current has an empty bar, and so have all strings at night', () => {
  expect(compareStrings([-0.2, 8], 1)[0]?.strings[0]).toMatchObject({ share: 0, shortfall: 1 })
  expect(compareStrings([0, 0], 1)[0]?.strings.map(({ share }) => share)).toEqual([0, 0])
  expect(compareStrings([], 4)).toEqual([])
})
