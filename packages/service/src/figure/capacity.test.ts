import { capacityOver, type CapacitySpan, isInOperation, stationCapacity, unionDays } from './capacity.ts'

const span = (device_no: number, kwp: number, from: string, to: string | null = null): CapacitySpan => ({
  device_no,
  station_id: 'station',
  kwp,
  from,
  to,
})
const june = { from: '2026-06-01', to: '2026-06-30' }

test('a device is in operation from its first to its last day, both included', () => {
  const own = span(1, 10, '2026-06-02', '2026-06-04')
  expect(['2026-06-01', '2026-06-02', '2026-06-04', '2026-06-05'].map((day) => isInOperation(own, day))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('capacity is the mean of the days on which anything was in operation, whether or not it reported', () => {
  // Six of 122 kWp all month; one of them never reported.
  const six = [1, 2, 3, 4, 5, 6].map((no) => span(no, 122, '2015-01-01'))
  expect(capacityOver(six, june, new Set([1, 2, 3, 4, 5]))).toEqual({ inOperationKwp: 732, reportedKwp: 610 })
  // 10 kWp for 30 days and 20 kWp for the last 15: (300 + 300) / 30.
  expect(capacityOver([span(1, 10, '2015-01-01'), span(2, 20, '2026-06-16')], june, new Set([1]))).toEqual({
    inOperationKwp: 20,
    reportedKwp: 10,
  })
  // Installed in the middle of the month: days before that do not count in the mean.
  expect(capacityOver([span(1, 10, '2026-06-16')], june, new Set())).toEqual({ inOperationKwp: 10, reportedKwp: 0 })
  // Replaced on the 11th: 10 days of 10 kWp, 20 of 16: (100 + 320) / 30.
  const replaced = [span(1, 10, '2015-01-01', '2026-06-10'), span(1, 16, '2026-06-11')]
  expect(capacityOver(replaced, june, new Set([1]))).toEqual({ inOperationKwp: 14, reportedKwp: 14 })
  expect(capacityOver([span(1, 10, '2026-07-01')], june, new Set())).toBeNull()
})

test('the entered capacity counts only if there was never a device', () => {
  expect(stationCapacity([], 50, june, new Set())).toEqual({ inOperationKwp: 50, reportedKwp: 0 })
  expect(stationCapacity([span(1, 10, '2015-01-01', '2026-01-01')], 50, june, new Set())).toEqual({
    inOperationKwp: 0,
    reportedKwp: 0,
  })
})

test('days in several overlapping spans count once', () => {
  const days = (...all: [string, string][]) => unionDays(all.map(([from, to]) => ({ from, to })))
  expect(days()).toBe(0)
  expect(days(['2026-06-01', '2026-06-10'], ['2026-06-05', '2026-06-12'], ['2026-06-20', '2026-06-20'])).toBe(13)
  expect(days(['2026-06-05', '2026-06-06'], ['2026-06-01', '2026-06-10'])).toBe(10)
})
