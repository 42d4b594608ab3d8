import type { RankingEntry, rankingPeriods, rankingSubjects } from '@helioport/contract'
import { localDayAt } from '@helioport/time/node'
import { findReach, type Reach } from '../access/queries/access.ts'
import { type PageQuery, pageOf, windowOf } from '../base/page.ts'
import type { Service } from '../base/service.ts'
import { checkedDate, periodOf } from '../figure/period.ts'
import { freshReach } from '../station/figures/keep-figures.ts'
import { countFound } from '../station/queries/fleet.ts'
import { allTime, firstDaysAt, freshYields } from './keep-yields.ts'
import {
  describeDevicePlaces,
  describeStationPlaces,
  devicePlaces,
  type PlaceQuery,
  type RankedDays,
  stationPlaces,
} from './places.ts'
import { findDayPlaces } from './queries/day-place.ts'
import { findFirstDay, findReachedStations } from './queries/statistics.ts'
import { findYieldPage, type YieldFilter } from './queries/yield-page.ts'
import { figuresOf } from './yield.ts'

export interface RankingQuery {
  of?: (typeof rankingSubjects)[number]
  period?: (typeof rankingPeriods)[number]
  date?: string
  stationId?: string
}

type Asked = RankingQuery & PageQuery

/**
 * One page of stations, or devices, by kWh per kWp, best first; equal ones share their rank. The orders of today and of
 * weeks, months, years and all time are kept; the order of a past day is found from its narrowest rows.
 * @throws Problem request.invalid (no such day)
 */
export async function listRanking(service: Service, accountId: string, query: Asked) {
  const { period = 'today', date } = query
  if (date !== undefined) checkedDate(date)
  if (period === 'today' && date !== undefined) return dayRanking(service, accountId, { ...query, date })
  const reach = await freshReach(service, accountId)
  if (!(await freshYields(service, reach))) return wholeRanking(service, accountId, query)
  return keptRanking(service, accountId, query, reach)
}

/** Computed from the days of all stations in reach. */
export async function wholeRanking(service: Service, accountId: string, query: Asked) {
  const db = service.db.recent
  const reached = await findReachedStations(db, accountId, service.now(), query.stationId)
  const first = await findFirstDay(db, { stationIds: reached.map(({ id }) => id) })
  const places = placeQuery(service, accountId, query, first)
  const entries = query.of === 'devices' ? await devicePlaces(db, places) : await stationPlaces(db, places)
  const sorted = entries.toSorted((a, b) => (b.specificYield ?? -1) - (a.specificYield ?? -1))
  return pageOf(ranked(sorted, 1), query)
}

/** One page of a day: its order first, then the figures of the entries shown. */
async function dayRanking(service: Service, accountId: string, query: Asked & { date: string }) {
  const db = service.db.recent
  const { of = 'stations', date, stationId } = query
  const reach = await findReach(db, accountId, service.now())
  const { rows, total } = await findDayPlaces(db, reach, { of, date, stationId }, windowOf(query))
  const rankOf = new Map(rows.map(({ id, rank }) => [id, rank]))
  const entries = await worked(service, accountId, query, rows)
  const data = entries.map((entry) => ({ ...entry, rank: rankOf.get(entry.deviceId ?? entry.stationId) ?? null }))
  return { data, total }
}

/** From the kept figures; entries without kept figures of the stretch stand last. */
async function keptRanking(service: Service, accountId: string, query: Asked, reach: Reach) {
  const db = service.db.recent
  const { period: asked = 'today', stationId, date } = query
  const period = asked === 'today' ? 'day' : asked
  const kind = query.of === 'devices' ? 'device' : 'station'
  const filter: YieldFilter = { kind, stationId, period, firstDays: firstDaysAt(period, date, service.now()), now: service.now() } // prettier-ignore
  const total = await countFound(db, kind, reach, stationId === undefined ? {} : { stationId })
  const { kept, rest, better, position } = await findYieldPage(db, reach, filter, windowOf(query), total)
  const described = await shown(service, accountId, query, kept)
  const known = kept.flatMap((row) => {
    const one = described.get(row.id)
    return one ? { ...one, rank: null, ...figuresOf(row) } : []
  })
  const data = [...ranked(known, better + 1), ...(await worked(service, accountId, query, rest))]
  return { data, total, position }
}

interface Found {
  id: string
  station_id: string
}

const idsOf = (rows: readonly Found[]) => ({
  stationIds: [...new Set(rows.map(({ station_id }) => station_id))],
  deviceIds: rows.map(({ id }) => id),
})

/** Places of these rows without figures, by id. */
async function shown(service: Service, accountId: string, query: RankingQuery, rows: readonly Found[]) {
  const places = placeQuery(service, accountId, query, null)
  const ids = idsOf(rows)
  const found =
    query.of === 'devices'
      ? (await describeDevicePlaces(service.db.recent, places, ids)).places
      : await describeStationPlaces(service.db.recent, places, ids.stationIds)
  return new Map(found.map((place) => [place.deviceId ?? place.stationId, place]))
}

/** These rows in their order, with places computed from their days. */
async function worked(service: Service, accountId: string, query: RankingQuery, rows: readonly Found[]) {
  if (rows.length === 0) return []
  const places = placeQuery(service, accountId, query, null)
  const ids = idsOf(rows)
  const found =
    query.of === 'devices'
      ? await devicePlaces(service.db.recent, places, ids)
      : await stationPlaces(service.db.recent, places, ids.stationIds)
  const entryOf = new Map(found.map((entry) => [entry.deviceId ?? entry.stationId, entry]))
  return rows.flatMap(({ id }) => entryOf.get(id) ?? [])
}

/** `first`: rank of the first entry. */
function ranked(sorted: readonly RankingEntry[], first: number): RankingEntry[] {
  let rank = first
  return sorted.map((entry, nth) => {
    if (entry.specificYield === null) return entry
    if (nth > 0 && entry.specificYield !== sorted[nth - 1]?.specificYield) rank = first + nth
    return { ...entry, rank }
  })
}

function placeQuery(service: Service, accountId: string, query: RankingQuery, first: string | null): PlaceQuery {
  const { period = 'today', stationId } = query
  const known = new Map<string, RankedDays>()
  const now = service.now()
  const daysIn = (timeZone: string) => {
    const days = known.get(timeZone) ?? daysOf(now, timeZone, query, first)
    known.set(timeZone, days)
    return days
  }
  return { accountId, now, daysIn, isAllTime: period === 'total', ...(stationId !== undefined && { stationId }) }
}

/**
 * The stretch in one zone: its own today, or the period that holds the date; all time begins with the year of `first`.
 */
function daysOf(now: number, timeZone: string, { date, period = 'today' }: RankingQuery, first: string | null) {
  const today = localDayAt(now, timeZone).date
  const day = date ?? today
  if (period === 'today') return { step: 'day' as const, from: day, to: day }
  if (period === 'total' && first === null) return { step: 'year' as const, ...allTime }
  const { step, from, to } = periodOf(period, day, first, today)
  return { step, from, to }
}
