import { DayBook, isDayDate, isTimeZone, localDay, localDayAt } from './calendar.ts'

const hours = (day: { from: number; to: number }) => (day.to - day.from) / 3_600_000

test.each([
  ['Europe/Berlin', '2026-03-29', 23, '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', 25, '2026-10-24T22:00:00.000Z'],
  ['Asia/Taipei', '2026-03-29', 24, '2026-03-28T16:00:00.000Z'],
  // The clock jumps at midnight: the day begins at one.
  ['Africa/Cairo', '2026-04-24', 23, '2026-04-23T22:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04', 23.5, '2026-10-03T13:30:00.000Z'],
])('%s %s has %d hours', (zone, date, length, from) => {
  const day = localDay(date, zone)
  expect(hours(day)).toBe(length)
  expect(new Date(day.from).toISOString()).toBe(from)
})

test('the book finds the same days as the zone arithmetic, around both changes of the clock', () => {
  const book = new DayBook('Europe/Berlin')
  for (const start of ['2026-03-27T00:00:00Z', '2026-10-23T00:00:00Z']) {
    for (let at = Date.parse(start), end = at + 4 * 86_400_000; at < end; at += 11 * 60_000) {
      expect(book.at(at)).toEqual(localDayAt(at, 'Europe/Berlin'))
    }
  }
  expect(
    book.between(Date.parse('2026-10-24T12:00:00Z'), Date.parse('2026-10-26T12:00:00Z')).map((day) => day.date),
  ).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
})

test('days and zones that are none', () => {
  expect(['2026-02-28', '2024-02-29'].every(isDayDate)).toBe(true)
  expect(['2026-02-29', '2026-13-01', '26-01-01', '0000-01-01', 'today', ''].some(isDayDate)).toBe(false)
  expect(['Europe/Berlin', 'UTC', 'America/Sao_Paulo'].every(isTimeZone)).toBe(true)
  expect(['Berlin', '+08:00', '', 'Europe/Berlin; drop table'].some(isTimeZone)).toBe(false)
})
