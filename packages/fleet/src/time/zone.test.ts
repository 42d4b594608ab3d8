import { localDate, zoneClock } from './zone.ts'

const berlin = zoneClock('Europe/Berlin')

test('local dates follow the zone', () => {
  expect(localDate(Date.UTC(2026, 10, 21, 18), 'Asia/Taipei')).toBe('2026-11-22')
  expect(localDate(Date.UTC(2026, 10, 21, 2), 'America/Denver')).toBe('2026-11-20')
})

test('an ordinary time is one instant', () => {
  expect(berlin.instantsOf(Date.UTC(2026, 6, 1, 12))).toEqual([Date.UTC(2026, 6, 1, 10)])
})

test('2026-10-25 02:30 in Berlin is two instants, an hour apart', () => {
  expect(berlin.instantsOf(Date.UTC(2026, 9, 25, 2, 30))).toEqual([
    Date.UTC(2026, 9, 25, 0, 30),
    Date.UTC(2026, 9, 25, 1, 30),
  ])
})

test('2026-03-29 02:30 in Berlin is none', () => {
  expect(berlin.instantsOf(Date.UTC(2026, 2, 29, 2, 30))).toEqual([])
  expect(berlin.instantsOf(Date.UTC(2026, 2, 29, 3))).toEqual([Date.UTC(2026, 2, 29, 1)])
})

test('a fixed offset has no such hours; an unknown zone is refused', () => {
  expect(zoneClock('Etc/GMT+5').instantsOf(Date.UTC(1990, 9, 9))).toEqual([Date.UTC(1990, 9, 9, 5)])
  expect(() => zoneClock('Mars/Olympus')).toThrow(RangeError)
})
