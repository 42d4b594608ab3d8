import fc from 'fast-check'
import { instantAt, iso, localTime, minuteOfDay } from './node.ts'
import { instant, shownAt, zone } from './testing/zones.ts'

test.each([
  ['2026-11-21T12:30', 'Asia/Taipei', '2026-11-21T04:30:00.000Z'],
  ['2026-07-01T00:00', 'America/New_York', '2026-07-01T04:00:00.000Z'],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  // Left out by a change of half an hour.
  ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
  // In the day that Apia left out.
  ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
])('%s in %s is %s', (local, timeZone, at) => {
  expect(iso(instantAt(local, timeZone))).toBe(at)
})

test('instantAt returns the first instant at which local clocks show the time', () => {
  fc.assert(
    fc.property(zone, instant, (timeZone, any) => {
      const at = Math.floor(any / 1000) * 1000
      const shown = shownAt(at, timeZone)
      const found = instantAt(shown.replace(' ', 'T'), timeZone)
      expect(shownAt(found, timeZone)).toBe(shown)
      expect(found).toBeLessThanOrEqual(at)
    }),
    { numRuns: 1000 },
  )
})

test('a local time contains the offset, which tells repeated hours apart', () => {
  expect(localTime(Date.parse('2026-10-25T00:30:00Z'), 'Europe/Berlin')).toBe('2026-10-25 02:30:00+02:00')
  expect(localTime(Date.parse('2026-10-25T01:30:00Z'), 'Europe/Berlin')).toBe('2026-10-25 02:30:00+01:00')
  fc.assert(
    fc.property(zone, instant, (timeZone, any) => {
      const at = Math.floor(any / 1000) * 1000
      const text = localTime(at, timeZone)
      expect(text.slice(0, 19)).toBe(shownAt(at, timeZone))
      expect(Date.parse(text.replace(' ', 'T'))).toBe(at)
      const [hour = 0, minute = 0] = text.slice(11, 16).split(':').map(Number)
      expect(minuteOfDay(at, timeZone)).toBe(hour * 60 + minute)
    }),
    { numRuns: 500 },
  )
})
