import { addDays, DayBook, type LocalDay } from '@helioport/time/node'
import type { Session } from '../../database/session.ts'
import { framesOfDay } from '../../figure/day-grid.ts'
import type { Place } from '../../figure/sun.ts'
import { intervalsOf, toldSteps } from './day-steps.ts'
import { eveningOf } from './doubted-steps.ts'
import { type DayPoints, type Evening, findDayPoints, type TouchedDay } from '../queries/roll-up.ts'
import { framesIn, stepsOf } from './day-points.ts'

/** These days with the energy of the evenings before them by power, from the frames of the days before. */
export async function withEvenings(
  db: Session,
  days: readonly TouchedDay[],
  place: Place,
  book: DayBook,
): Promise<TouchedDay[]> {
  if (days.length === 0) return []
  const before = days.map(({ deviceNo, ratedW, counts, date }) => {
    const day = book.of(addDays(date, -1))
    return { ...day, deviceNo, ratedW, counts, sunrise: null, sunset: null }
  })
  const dayOf = new Map(before.map((day) => [`${day.deviceNo} ${day.date}`, day]))
  const eveningsOf = new Map<string, Evening | null>()
  for (const points of await findDayPoints(db, before)) {
    const day = dayOf.get(`${points.device_no} ${points.date}`)
    if (day) eveningsOf.set(`${day.deviceNo} ${day.date}`, toldEvening(points, day, place))
  }
  return days.map((day) => ({
    ...day,
    evening: eveningsOf.get(`${day.deviceNo} ${addDays(day.date, -1)}`) ?? null,
  }))
}

function toldEvening(points: DayPoints, day: TouchedDay, place: Place): Evening | null {
  const { samples, telling } = framesOfDay(day, framesIn(points, day))
  const found = stepsOf(points, samples, day)
  const intervals = intervalsOf(points.former, samples)
  const told = toldSteps(found, day, { no: day.deviceNo, ratedW: day.ratedW, intervals, telling, place })
  return eveningOf(found.steps, told, day)
}

/** The same for devices on one day, by their number. */
export async function findEvenings(
  db: Session,
  devices: readonly { no: number; rated_power_w: number }[],
  day: LocalDay,
  station: Place & { time_zone: string },
): Promise<Map<number, Evening>> {
  const days = devices.map(({ no, rated_power_w }) => ({
    ...day,
    deviceNo: no,
    ratedW: rated_power_w,
    counts: true,
    sunrise: null,
    sunset: null,
  }))
  const found = await withEvenings(db, days, station, new DayBook(station.time_zone))
  return new Map(found.flatMap(({ deviceNo, evening }) => (evening ? [[deviceNo, evening] as const] : [])))
}
