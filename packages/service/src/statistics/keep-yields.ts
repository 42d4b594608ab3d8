import { addDays, dayAt, type DaySpan, localDayAt, movePeriod, periodSpan } from '@helioport/time/node'
import type { Reach } from '../access/queries/access.ts'
import type { Service } from '../base/service.ts'
import { Turns } from '../base/turns.ts'
import type { Transaction } from '../database/session.ts'
import type { Calendar } from './calendar.ts'
import {
  claimYields,
  type DueYields,
  findDueStations,
  findDueStationsOf,
  findStretchSums,
  findYieldStations,
  hasUnkept,
  storeYields,
  type Stretch,
  type StretchSum,
  type YieldPeriod,
  type YieldRow,
  type YieldStation,
} from './queries/kept-yield.ts'
import { foldYieldCounts } from './queries/yield-page.ts'
import { readCalendars } from './read-calendars.ts'
import { deviceYield, stationYield } from './yield.ts'

/** Stations in one transaction. */
const batch = 25
/** A reader brings at most this many due stations up to date; of more, the job takes care within five minutes. */
const ownShare = 20

const periods = ['week', 'month', 'year'] as const

/** The days of all time. */
export const allTime: DaySpan = { from: '0001-01-01', to: '9999-12-31' }

/** Brings the places of all due stations in rankings up to date. */
export async function keepDueYields(service: Service): Promise<void> {
  await service.db.transaction(foldYieldCounts)
  for (;;) {
    const due = await findDueStations(service.db.read, batch)
    if (due.length === 0) return
    const kept = await service.db.transaction((tx) => keepYields(tx, service.now(), due, false))
    // Other workers hold the rest at this moment.
    if (kept < due.length) return
  }
}

/** For a reader, so that an account sees its own changes. Returns whether every station in reach was kept once. */
export async function freshYields(service: Service, reach: Reach): Promise<boolean> {
  const due = await findDueStationsOf(service.db.read, reach, ownShare + 1)
  if (due.length === 0) return true
  if (due.length <= ownShare) await service.db.transaction((tx) => keepYields(tx, service.now(), due, true))
  return !(await hasUnkept(service.db.read, reach))
}

/** Returns how many of the stations it could claim. */
async function keepYields(tx: Transaction, now: number, stationIds: readonly string[], waits: boolean) {
  const { claimed, due: marks } = await claimYields(tx, stationIds, waits)
  const stations = await findYieldStations(tx, claimed)
  const calendars = await readCalendars(tx, stations, now, true)
  const marksOf = Map.groupBy(marks, (mark) => mark.station_id)
  const due: DueYields[] = []
  const stretches = stations.flatMap((station) => {
    const calendar = calendars.get(station.id)
    const own = (marksOf.get(station.id) ?? []).map((mark) => ({ ...mark, to: reachOf(mark, calendar) }))
    due.push(...own)
    return stretchesOf(own, station, now).map((stretch) => ({ ...stretch, stationId: station.id }))
  })
  const sums = await findStretchSums(tx, stretches)
  const keyOf = (stationId: string, { period, from }: Pick<Stretch, 'period' | 'from'>) =>
    `${stationId} ${period} ${from}`
  const sumsOf = Map.groupBy(sums, (sum) => keyOf(sum.station_id, sum))
  const stationOf = new Map(stations.map((station) => [station.id, station]))
  const rows: YieldRow[] = []
  const turns = new Turns()
  for (const { stationId, ...stretch } of stretches) {
    if (turns.isOver()) await turns.next()
    const [station, calendar] = [stationOf.get(stationId), calendars.get(stationId)]
    if (station && calendar)
      rows.push(...rowsOf(station, calendar, stretch, sumsOf.get(keyOf(stationId, stretch)) ?? []))
  }
  await storeYields(tx, due, rows)
  return claimed.length
}

function rowsOf(
  station: YieldStation,
  calendar: Calendar,
  stretch: Stretch,
  sums: readonly (StretchSum & { device_no: number | null })[],
): YieldRow[] {
  // All time counts from the first measured day, other stretches from the installation.
  const held = stretch.period === 'total' ? calendar : { ...calendar, since: null }
  const deviceOf = new Map(station.devices.map((device) => [device.no, device]))
  return sums.flatMap((sum) => {
    const device = sum.device_no === null ? null : deviceOf.get(sum.device_no)
    if (device === undefined) return []
    const spans = device && calendar.spans.filter((span) => span.device_no === device.no)
    return {
      device_id: device?.id ?? null,
      station_id: station.id,
      account_id: station.account_id,
      period: stretch.period,
      first_day: stretch.from,
      last_day: stretch.to,
      ...(device && spans
        ? deviceYield(sum, device.capacity_kwp, held, spans, stretch)
        : stationYield(sum, station.capacity_kwp, held, stretch)),
    }
  })
}

/**
 * The last day that a mark concerns. A mark that reaches back to the first day of a device may change what was in
 * operation on every day since.
 */
function reachOf(mark: DaySpan, calendar: Calendar | undefined): string {
  const firsts = Map.groupBy(calendar?.spans ?? [], (span) => span.device_no)
  const isAtFirst = [...firsts.values()].some(([first]) => first !== undefined && mark.from <= first.from)
  return isAtFirst || !calendar ? allTime.to : mark.to
}

/** Weeks, months and years with a due day, from the station's first day to its today; also today, and all time. */
function stretchesOf(due: readonly DaySpan[], { first_day, time_zone }: YieldStation, now: number): Stretch[] {
  if (first_day === null || due.length === 0) return []
  const today = localDayAt(now, time_zone).date
  const found = new Map<string, Stretch>()
  for (const mark of due) {
    const [from, to] = [mark.from > first_day ? mark.from : first_day, mark.to < today ? mark.to : today]
    for (const period of periods)
      for (let span = periodSpan(period, from); span.from <= to; span = periodSpan(period, movePeriod(period, span.from, 1)))
        found.set(`${period} ${span.from}`, { period, ...span })
  } // prettier-ignore
  return [...found.values(), { period: 'day', from: today, to: today }, { period: 'total', ...allTime }]
}

/** First days of the stretch that holds the date; without a date, of stretches that hold today somewhere on earth. */
export function firstDaysAt(period: YieldPeriod, date: string | undefined, now: number): string[] {
  if (period === 'total') return [allTime.from]
  const utc = dayAt(now, 'UTC')
  const days = date === undefined ? [addDays(utc, -1), utc, addDays(utc, 1)] : [date]
  return [...new Set(days.map((day) => periodSpan(period, day).from))]
}
