import { shownDayOf } from './shown-day.ts'

const now = Date.parse('2026-11-20T23:30:00Z')
const taipei = { timeZone: 'Asia/Taipei', measuredAt: '2026-11-20T23:25:00Z' }
const denver = { timeZone: 'America/Denver', measuredAt: '2026-11-20T23:25:00Z' }

test('without a day in the URL shows today at the plant, not at the viewer', () => {
  expect(shownDayOf(null, taipei, now)).toMatchObject({ date: '2026-11-21', asked: undefined, isToday: true })
  expect(shownDayOf(null, denver, now)).toMatchObject({ date: '2026-11-20', asked: undefined, isToday: true })
})

test('today has no next day; yesterday has', () => {
  expect(shownDayOf(null, taipei, now)).toMatchObject({ previous: '2026-11-20', next: undefined })
  expect(shownDayOf('2026-11-20', taipei, now)).toMatchObject({
    asked: '2026-11-20',
    isToday: false,
    previous: '2026-11-19',
    next: '2026-11-21',
  })
  expect(shownDayOf('2026-11-21', denver, now).date).toBe('2026-11-20')
})

test('a step over a day of 23 or 25 hours is one day', () => {
  const berlin = { timeZone: 'Europe/Berlin', measuredAt: '2026-11-20T23:25:00Z' }
  expect(shownDayOf('2026-03-29', berlin, now)).toMatchObject({ previous: '2026-03-28', next: '2026-03-30' })
  expect(shownDayOf('2026-10-25', berlin, now)).toMatchObject({ previous: '2026-10-24', next: '2026-10-26' })
})

test('imported history opens on its last day with data and says so', () => {
  const imported = { timeZone: 'America/Denver', measuredAt: '1990-10-15T05:59:00Z' }
  expect(shownDayOf(null, imported, now)).toMatchObject({
    asked: '1990-10-14',
    date: '1990-10-14',
    isToday: false,
    isLastWithData: true,
    next: '1990-10-15',
  })
  expect(shownDayOf('1990-10-12', imported, now)).toMatchObject({ asked: '1990-10-12', isLastWithData: false })
})

test('a plant without data opens on today', () => {
  expect(shownDayOf(null, { timeZone: 'UTC', measuredAt: null }, now)).toMatchObject({
    date: '2026-11-20',
    isToday: true,
    isLastWithData: false,
  })
})

test('a future or invalid day is ignored', () => {
  for (const text of ['2026-11-22', '2026-02-31', 'yesterday', ''])
    expect(shownDayOf(text, taipei, now)).toMatchObject({ date: '2026-11-21', isToday: true })
})

test('uses the day of the URL before the plant is known', () => {
  expect(shownDayOf('2026-11-01', undefined, now)).toMatchObject({ asked: '2026-11-01', date: '2026-11-01' })
  expect(shownDayOf(null, undefined, now)).toMatchObject({ asked: undefined, date: undefined })
})
