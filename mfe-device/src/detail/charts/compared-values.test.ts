import type { DeviceCurves } from '@helioport/contract'
import { comparedValues } from './compared-values.ts'

const curves = (binMinutes: number, values: (number | null)[]): DeviceCurves => ({
  deviceId: 'd',
  timeZone: 'UTC',
  from: '2026-06-10T00:00:00.000Z',
  to: '2026-06-11T00:00:00.000Z',
  binMinutes,
  curves: [{ parameter: 'powerW', values }],
})

test('what is compared stands in the bins of what is shown', () => {
  const of = (binMinutes: number, bins: number, other: DeviceCurves) =>
    comparedValues({ binMinutes, bins }, other, 'powerW')
  expect(of(5, 2, curves(5, [1, 2, 3]))).toEqual([1, 2])
  expect(of(5, 4, curves(10, [1, null]))).toEqual([1, 1, null, null])
  expect(of(15, 2, curves(5, [1, null, 3, 4, 5, 6]))).toEqual([2, 5])
  expect(comparedValues({ binMinutes: 5, bins: 1 }, curves(5, [1]), 'cabinetC')).toBeUndefined()
})
