import fc from 'fast-check'
import { isTimeZone, lastClockChange, zoneClock } from './node.ts'
import { changesOf, changesTo, instant, shownAt, zone, zones } from './testing/zones.ts'

const berlin = zoneClock('Europe/Berlin')
const wallAt = (at: number, timeZone: string) => Date.parse(`${shownAt(at, timeZone).replace(' ', 'T')}Z`)

test('an ordinary local time is one instant', () => {
  expect(berlin.instantsOf(Date.UTC(2026, 6, 1, 12))).toEqual([Date.UTC(2026, 6, 1, 10)])
})

test('2026-10-25 02:30 in Berlin is two instants, an hour apart', () => {
  expect(berlin.instantsOf(Date.UTC(2026, 9, 25, 2, 30))).toEqual([
    Date.UTC(2026, 9, 25, 0, 30),
    Date.UTC(2026, 9, 25, 1, 30),
  ])
})

test('2026-03-29 02:30 in Berlin is no instant', () => {
  expect(berlin.instantsOf(Date.UTC(2026, 2, 29, 2, 30))).toEqual([])
  expect(berlin.instantsOf(Date.UTC(2026, 2, 29, 3))).toEqual([Date.UTC(2026, 2, 29, 1)])
})

test('a fixed offset has no clock changes; an unknown zone is refused', () => {
  expect(zoneClock('Etc/GMT+5').instantsOf(Date.UTC(1990, 9, 9))).toEqual([Date.UTC(1990, 9, 9, 5)])
  expect(() => zoneClock('Mars/Olympus')).toThrow(RangeError)
  expect(zones.filter((name) => !isTimeZone(name))).toEqual([])
  expect(['Berlin', '+08:00', '', 'Europe/Berlin; drop table', '2026-01-01[UTC]'].filter(isTimeZone)).toEqual([])
})

test('the cached clock of a zone matches Intl at every instant', () => {
  fc.assert(
    fc.property(zone, instant, (timeZone, any) => {
      const at = Math.floor(any / 1000) * 1000
      const { offsetAt, instantsOf, dayNumber } = zoneClock(timeZone)
      const wall = wallAt(at, timeZone)
      expect(offsetAt(at)).toBe(wall - at)
      expect(instantsOf(wall)).toContain(at)
      expect(dayNumber(at)).toBe(Math.floor(wall / 86_400_000))
    }),
    { numRuns: 1000 },
  )
})

test('around a clock change a repeated local time has two instants, a skipped one none', () => {
  let [twice, never] = [0, 0]
  for (const timeZone of zones) {
    const change = changesOf(timeZone).at(-1)
    if (change === undefined) continue
    const { instantsOf } = zoneClock(timeZone)
    const [before, after] = [wallAt(change - 1000, timeZone) + 1000, wallAt(change, timeZone)]
    const found = instantsOf((before + after) / 2)
    if (after < before) twice += found.length === 2 ? 1 : Infinity
    else never += found.length === 0 ? 1 : Infinity
  }
  expect(twice + never).toBeGreaterThan(200)
  expect(twice + never).toBeLessThan(zones.length)
})

test('lastClockChange finds the latest clock change of every zone', () => {
  for (const timeZone of zones) {
    const change = changesOf(timeZone).at(-1)
    if (change !== undefined) expect(lastClockChange(changesTo, timeZone)).toBe(change)
  }
  expect(lastClockChange(Date.UTC(2026, 10, 21), 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 25, 1))
  expect(lastClockChange(Date.UTC(2026, 5, 1), 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1))
  expect(lastClockChange(Date.UTC(2026, 10, 21), 'Etc/UTC')).toBeNull()
})
