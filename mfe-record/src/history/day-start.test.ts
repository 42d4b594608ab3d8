import { dayStart } from './day-start.ts'

test.each([
  ['2026-11-21', 'Asia/Taipei', '2026-11-20T16:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-11-21', 'America/Los_Angeles', '2026-11-21T08:00:00.000Z'],
])('%s in %s begins at %s', (day, zone, instant) => {
  expect(new Date(dayStart(day, zone)).toISOString()).toBe(instant)
})
