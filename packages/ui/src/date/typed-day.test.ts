import { typedDay, typedMoment, typedTime } from './typed-day.ts'

test('reads a day with the year first, whatever its separators', () => {
  for (const typed of ['2026-11-05', '2026/11/5', '2026.11.05', '20261105', '2026年11月5日', ' 2026-11-05 ']) {
    expect(typedDay(typed)).toBe('2026-11-05')
  }
})

test('rejects an invalid or ambiguous day', () => {
  for (const typed of [
    '',
    '2026-02-30',
    '2026-13-01',
    '1800-01-01',
    '11/05/2026',
    '5.11.2026',
    '2026-11',
    '26-11-05',
    '2026115',
  ]) {
    expect(typedDay(typed)).toBeUndefined()
  }
})

test('reads times of 24 hours only', () => {
  expect(['9:30', '0930', '23:59', '00:00', '9.05'].map(typedTime)).toEqual([
    '09:30',
    '09:30',
    '23:59',
    '00:00',
    '09:05',
  ])
  for (const typed of ['', '24:00', '9', '9:60', '9:30 PM']) expect(typedTime(typed)).toBeUndefined()
})

test('reads day and time pasted as one text', () => {
  expect(typedMoment('2026-11-05T10:00')).toEqual({ day: '2026-11-05', time: '10:00' })
  expect(typedMoment('2026-11-05 10:00')).toEqual({ day: '2026-11-05', time: '10:00' })
  for (const typed of ['2026-11-05', '10:00', '2026-11-05T', '2026-11-05 10:00 11:00'])
    expect(typedMoment(typed)).toBeUndefined()
})
