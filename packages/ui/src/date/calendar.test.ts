import { addDays, dayAt, isDay, isSameClock, offsetMinutesAt } from './calendar.ts'

const at = (text: string) => Date.parse(text)

test('the day is that of the plant, on either side of the date line', () => {
  const instant = at('2026-11-20T23:30:00Z')
  expect(dayAt(instant, 'Asia/Taipei')).toBe('2026-11-21')
  expect(dayAt(instant, 'America/Los_Angeles')).toBe('2026-11-20')
  expect(dayAt(instant, 'Pacific/Kiritimati')).toBe('2026-11-21')
})

test('midnight belongs to the new day, also on days with a clock change', () => {
  expect(dayAt(at('2026-03-28T22:59:59Z'), 'Europe/Berlin')).toBe('2026-03-28')
  expect(dayAt(at('2026-03-28T23:00:00Z'), 'Europe/Berlin')).toBe('2026-03-29')
  expect(dayAt(at('2026-03-29T21:59:59Z'), 'Europe/Berlin')).toBe('2026-03-29')
  expect(dayAt(at('2026-03-29T22:00:00Z'), 'Europe/Berlin')).toBe('2026-03-30')
})

test('offsets follow the season and halves of hours', () => {
  expect(offsetMinutesAt(at('2026-07-01T12:00:00Z'), 'Europe/Berlin')).toBe(120)
  expect(offsetMinutesAt(at('2026-12-01T12:00:00Z'), 'Europe/Berlin')).toBe(60)
  expect(offsetMinutesAt(at('2026-12-01T12:00:00.750Z'), 'Asia/Kolkata')).toBe(330)
  expect(offsetMinutesAt(at('2026-12-01T02:00:00Z'), 'America/New_York')).toBe(-300)
})

test('two names with one clock are the same clock only while they agree', () => {
  expect(isSameClock(at('2026-12-01T12:00:00Z'), 'Asia/Taipei', 'Asia/Shanghai')).toBe(true)
  expect(isSameClock(at('2026-12-01T12:00:00Z'), 'Europe/London', 'UTC')).toBe(true)
  expect(isSameClock(at('2026-07-01T12:00:00Z'), 'Europe/London', 'UTC')).toBe(false)
})

test('days are counted on the calendar, over clock changes, months and leap years', () => {
  expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
  expect(addDays('2026-10-25', -1)).toBe('2026-10-24')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})

test('a day in the address is believed only when the calendar has it', () => {
  expect(isDay('2026-02-28')).toBe(true)
  for (const text of ['2026-02-30', '2026-13-01', '2026-2-3', '', 'today', '20260228']) expect(isDay(text)).toBe(false)
})
