import { instantAt } from './local-instant.ts'

test.each([
  ['2026-11-21T12:30', 'Asia/Taipei', '2026-11-21T04:30:00.000Z'],
  ['2026-07-01T00:00', 'America/New_York', '2026-07-01T04:00:00.000Z'],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
])('%s in %s', (local, zone, instant) => {
  expect(new Date(instantAt(local, zone)).toISOString()).toBe(instant)
})
