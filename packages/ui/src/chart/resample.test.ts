import { resample } from './resample.ts'

test('interpolates linearly between points, and gives null beyond them', () => {
  const points = [
    { x: 30, y: 0 },
    { x: 2, y: 10 },
    { x: 12, y: 8 },
  ]
  expect(resample(points, 40, 8)).toEqual([
    9.9,
    8.9,
    7.777777777777778,
    5.555555555555555,
    3.333333333333333,
    1.1111111111111107,
    null,
    null,
  ])
  expect(resample([], 40, 2)).toEqual([null, null])
  expect(resample([{ x: 10, y: 3 }], 40, 2)).toEqual([3, null])
})
