import fc from 'fast-check'
import { addDays, dayAt, DayBook, dayStart, type LocalDay, localDay, localDayAt } from './node.ts'
import { changesOf, instant, oddDays, shownAt, zone, zones } from './testing/zones.ts'

const dateShown = (at: number, timeZone: string) => shownAt(at, timeZone).slice(0, 10)

/** A day is what the clocks on the wall say: they show its date from its first instant to its last, and not beside it. */
function expectDayOfTheWall({ date, from, to }: LocalDay, timeZone: string) {
  const where = `${timeZone} ${date}`
  expect([where, dayStart(date, timeZone)]).toEqual([where, from])
  expect([where, dateShown(from - 1000, timeZone) < date]).toEqual([where, true])
  expect([where, dateShown(to, timeZone) > date]).toEqual([where, true])
  if (from === to) return
  expect([where, dateShown(from, timeZone), dateShown(to - 1000, timeZone)]).toEqual([where, date, date])
}

test.each(oddDays)('%s %s has %d hours', (timeZone, date, hours) => {
  const day = localDay(date, timeZone)
  expect((day.to - day.from) / 3_600_000).toBe(hours)
  expectDayOfTheWall(day, timeZone)
})

test('days around the last ten clock changes of every zone match local clocks and are contiguous', () => {
  expect(zones.length).toBeGreaterThan(400)
  let looked = 0
  for (const timeZone of zones) {
    for (const change of changesOf(timeZone).slice(-10)) {
      const date = dateShown(change, timeZone)
      const days = [-1, 0, 1].map((step) => localDay(addDays(date, step), timeZone))
      for (const [index, day] of days.entries()) {
        expectDayOfTheWall(day, timeZone)
        if (index > 0) expect(days[index - 1]?.to).toBe(day.from)
      }
      looked += days.length
    }
  }
  expect(looked).toBeGreaterThan(4000)
})

test('every instant lies within the day that local clocks show', () => {
  fc.assert(
    fc.property(zone, instant, (timeZone, at) => {
      const day = localDayAt(at, timeZone)
      expect(day.date).toBe(dateShown(at, timeZone))
      expect(dayAt(at, timeZone)).toBe(day.date)
      expect(day.from <= at && at < day.to).toBe(true)
      expectDayOfTheWall(day, timeZone)
    }),
    { numRuns: 1000 },
  )
})

test('a DayBook finds the same days in any order of requests', () => {
  fc.assert(
    fc.property(zone, fc.array(instant, { minLength: 2, maxLength: 20 }), (timeZone, instants) => {
      const book = new DayBook(timeZone)
      for (const at of instants) expect(book.at(at)).toEqual(localDayAt(at, timeZone))
    }),
  )
  for (const [timeZone, date] of oddDays) {
    const book = new DayBook(timeZone)
    const { from, to } = localDay(date, timeZone)
    for (let at = from - 86_400_000; at < to + 86_400_000; at += 11 * 60_000)
      expect(book.at(at)).toEqual(localDayAt(at, timeZone))
  }
})

test('consecutive days skip a date that the zone skips', () => {
  const dates = (timeZone: string, from: string, to: string) =>
    new DayBook(timeZone).between(Date.parse(from), Date.parse(to)).map(({ date }) => date)
  expect(dates('Europe/Berlin', '2026-10-24T12:00Z', '2026-10-26T12:00Z')).toEqual([
    '2026-10-24',
    '2026-10-25',
    '2026-10-26',
  ])
  expect(dates('Pacific/Apia', '2011-12-29T12:00Z', '2011-12-31T12:00Z')).toEqual([
    '2011-12-29',
    '2011-12-31',
    '2012-01-01',
  ])
})
