import type { DeviceCurves } from '@helioport/contract'
import { comparedValues } from './compared-values.ts'

const curves = (binMinutes: number, values: (number | null)[], own: Partial<DeviceCurves> = {}): DeviceCurves => ({
  deviceId: 'd',
  timeZone: 'UTC',
  from: '2026-06-10T00:00:00.000Z',
  to: '2026-06-11T00:00:00.000Z',
  binMinutes,
  curves: [{ parameter: 'powerW', values }],
  ...own,
})

test('fits the compared values into the bins of the shown ones', () => {
  const grid = { timeZone: 'UTC', from: '2026-06-11T00:00:00.000Z' }
  const of = (binMinutes: number, bins: number, other: DeviceCurves) =>
    comparedValues({ ...grid, binMinutes, bins }, other, 'powerW')
  expect(of(5, 2, curves(5, [1, 2, 3]))).toEqual([1, 2])
  expect(of(5, 4, curves(10, [1, null]))).toEqual([1, 1, null, null])
  expect(of(15, 2, curves(5, [1, null, 3, 4, 5, 6]))).toEqual([2, 5])
  expect(comparedValues({ ...grid, binMinutes: 5, bins: 1 }, curves(5, [1]), 'cabinetC')).toBeUndefined()
})

test('compares equal local hours across a change of daylight saving time', () => {
  const timeZone = 'Europe/Berlin'
  const plain = { timeZone, from: '2026-10-23T22:00:00.000Z' }
  // Each bin holds its local hour.
  const hours = (count: number, of: (bin: number) => number) => Array.from({ length: count }, (_, bin) => of(bin))
  const other = curves(
    60,
    hours(24, (bin) => bin),
    plain,
  )
  const autumn = { timeZone, from: '2026-10-24T22:00:00.000Z', binMinutes: 60, bins: 25 }
  expect(comparedValues(autumn, other, 'powerW')).toEqual(hours(25, (bin) => (bin < 3 ? bin : bin - 1)))
  const spring = { timeZone, from: '2026-03-28T23:00:00.000Z', binMinutes: 60, bins: 23 }
  expect(comparedValues(spring, other, 'powerW')).toEqual(hours(23, (bin) => (bin < 2 ? bin : bin + 1)))
  // Conversely, a repeated hour is averaged and a skipped hour unknown.
  const twice = curves(
    60,
    hours(25, (bin) => bin),
    autumn,
  )
  expect(comparedValues({ ...plain, binMinutes: 60, bins: 24 }, twice, 'powerW')).toEqual(
    hours(24, (bin) => (bin < 2 ? bin : bin === 2 ? 2.5 : bin + 1)),
  )
  const short = curves(
    60,
    hours(23, (bin) => bin),
    spring,
  )
  expect(comparedValues({ ...plain, binMinutes: 60, bins: 24 }, short, 'powerW')?.slice(0, 5)).toEqual([
    0,
    1,
    null,
    2,
    3,
  ])
})
