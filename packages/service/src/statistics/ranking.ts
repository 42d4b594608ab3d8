import type { RankingEntry, rankingPeriods, rankingSubjects, Working } from '@helioport/contract'
import { type DaySpan, localDayAt } from '@helioport/time/node'
import { findDevices } from '../inventory/queries/device.ts'
import { findFirstDay, findReachedStations, findSumsOfDevices } from './queries/statistics.ts'
import { type BinStep, findStationSums, type SumRow } from '../energy/queries/sums.ts'
import { findWorking } from '../energy/queries/working.ts'
import { capacityOver } from '../figure/capacity.ts'
import { begunDays, type Calendar, missingIn, noneMissing } from './calendar.ts'
import { capacityIn, readCalendars } from './read-calendars.ts'
import { type PageQuery, pageOf, windowOf } from '../base/page.ts'
import type { Service } from '../base/service.ts'
import { checkedDate, periodOf } from '../figure/period.ts'
import { freshReach } from '../station/figures/keep-figures.ts'
import type { Session } from '../database/session.ts'
import { findStations } from '../inventory/queries/station.ts'
import { findKeptFacts } from '../station/queries/figure.ts'
import { findYieldPage } from '../station/queries/fleet.ts'
import { ageOf, freshest } from '../figure/status.ts'

export interface RankingQuery {
  of?: (typeof rankingSubjects)[number]
  period?: (typeof rankingPeriods)[number]
  date?: string
  stationId?: string
}

/**
 * One page of stations, or devices, by kWh per kWp, the best first; equal ones share their place. The order of today is
 * kept, and only the entries shown are worked out; another stretch is worked out as a whole.
 * @throws Problem request.invalid (no such day)
 */
export async function listRanking(
  service: Service,
  accountId: string,
  query: RankingQuery & PageQuery,
): Promise<{ data: RankingEntry[]; total: number }> {
  if ((query.period ?? 'today') === 'today' && query.date === undefined) return rankingNow(service, accountId, query)
  const entries =
    query.of === 'devices' ? await devicesOf(service, accountId, query) : await stationsOf(service, accountId, query)
  const sorted = entries.toSorted((a, b) => (b.specificYield ?? -1) - (a.specificYield ?? -1))
  return pageOf(ranked(sorted, 1), query)
}

async function rankingNow(service: Service, accountId: string, query: RankingQuery & PageQuery) {
  const kind = query.of === 'devices' ? 'device' : 'station'
  const reach = await freshReach(service, accountId)
  const { rows, total, better } = await findYieldPage(service.db.recent, reach, kind, query.stationId, windowOf(query))
  const stationIds = [...new Set(rows.map(({ station_id }) => station_id))]
  const ids = rows.map(({ id }) => id)
  const entries =
    kind === 'device'
      ? await devicesOf(service, accountId, query, { stationIds, deviceIds: ids })
      : await stationsOf(service, accountId, query, stationIds)
  const entryOf = new Map(entries.map((entry) => [entry.deviceId ?? entry.stationId, entry]))
  const shown = ids.flatMap((id) => entryOf.get(id) ?? [])
  return { data: ranked(shown, better + 1), total }
}

/** `first`: the place of the first one. */
function ranked(sorted: readonly RankingEntry[], first: number): RankingEntry[] {
  let rank = first
  return sorted.map((entry, nth) => {
    if (entry.specificYield === null) return entry
    if (nth > 0 && entry.specificYield !== sorted[nth - 1]?.specificYield) rank = first + nth
    return { ...entry, rank }
  })
}

async function stationsOf(
  service: Service,
  accountId: string,
  query: RankingQuery,
  stationIds?: readonly string[],
): Promise<RankingEntry[]> {
  const db = service.db.recent
  const now = service.now()
  const stations = stationIds
    ? await findShown(db, accountId, now, stationIds)
    : await findReachedStations(db, accountId, now, query.stationId)
  const first = await findFirstDay(db, { stationIds: stations.map((station) => station.id) })
  const spanIn = spansOfZones(service, query, first)
  const groups = Map.groupBy(stations, (station) => JSON.stringify(spanIn(station.time_zone)))
  const rows = await Promise.all(
    [...groups].map(([span, own]) => {
      const { step, from, to } = JSON.parse(span) as Span
      return findStationSums(
        db,
        own.map((station) => station.id),
        step,
        { from, to },
      )
    }),
  )
  const rowsOf = Map.groupBy(rows.flat(), (row) => row.station_id)
  const working = await workingIn(db, stations, now, spanIn)
  const calendars = await readCalendars(db, stations, now, query.period === 'total')
  return stations.map((station) => {
    const own = rowsOf.get(station.id) ?? []
    const span = spanIn(station.time_zone)
    return {
      stationId: station.id,
      deviceId: null,
      memberId: station.account_id,
      name: station.name,
      capacityKwp: station.capacity_kwp,
      age: ageOf(station, now),
      working: working.get(station.id) ?? null,
      ...placeOf(own, capacityIn(calendars, station, span, new Set()).inOperationKwp, calendars.get(station.id), span),
    }
  })
}

/** Stations of a page, with the newest datum that is kept of them. */
async function findShown(db: Session, accountId: string, now: number, stationIds: readonly string[]) {
  const kept = await findKeptFacts(db, stationIds)
  const [known, others] = await Promise.all([
    findStations(db, accountId, now, { stationIds: stationIds.filter((id) => kept.has(id)) }),
    findReachedStations(
      db,
      accountId,
      now,
      stationIds.filter((id) => !kept.has(id)),
    ),
  ])
  return [...known.map((station) => ({ ...station, ...freshest(kept.get(station.id)?.devices ?? []) })), ...others]
}

async function devicesOf(
  service: Service,
  accountId: string,
  query: RankingQuery,
  only?: { stationIds: readonly string[]; deviceIds: readonly string[] },
): Promise<RankingEntry[]> {
  const db = service.db.recent
  const now = service.now()
  const { stationId } = query
  const devices = await findDevices(db, accountId, now, only ?? (stationId === undefined ? {} : { stationId }))
  const first = await findFirstDay(db, {
    stationIds: [...new Set(devices.flatMap((device) => device.station_id ?? []))],
  })
  const spanIn = spansOfZones(service, query, first)
  const groups = Map.groupBy(devices, (device) => JSON.stringify(spanIn(device.time_zone)))
  const rows = await Promise.all(
    [...groups].map(([span, own]) => {
      const { step, from, to } = JSON.parse(span) as Span
      return findSumsOfDevices(
        db,
        own.map((device) => device.no),
        step,
        { from, to },
      )
    }),
  )
  const rowOf = Map.groupBy(rows.flat(), (row) => row.device_no)
  const stations = await findReachedStations(db, accountId, now, only?.stationIds ?? stationId)
  const calendars = await readCalendars(db, stations, now, query.period === 'total')
  const working = await workingIn(db, stations, now, spanIn)
  const spansOf = Map.groupBy(
    [...calendars.values()].flatMap(({ spans }) => spans),
    (span) => span.device_no,
  )
  return devices.map((device) => {
    const span = spanIn(device.time_zone)
    const calendar = calendars.get(device.station_id ?? '')
    const own = calendar && { ...calendar, spans: spansOf.get(device.no) ?? [] }
    const capacity = capacityOver(own?.spans ?? [], (own && begunDays(own, span)) ?? span, new Set())
    return {
      stationId: device.station_id ?? '',
      deviceId: device.id,
      memberId: device.account_id,
      name: device.name,
      capacityKwp: device.capacity_kwp,
      age: ageOf(device, now),
      working: working.get(device.station_id ?? '') ?? null,
      ...placeOf(rowOf.get(device.no) ?? [], capacity?.inOperationKwp ?? device.capacity_kwp, own, span),
    }
  })
}

interface Span extends DaySpan {
  step: BinStep
}

/** What is still being worked out of the stretch, asked once for each that differs. */
async function workingIn(
  db: Session,
  stations: readonly { id: string; time_zone: string }[],
  now: number,
  spanIn: (timeZone: string) => Span,
): Promise<Map<string, Working>> {
  const groups = Map.groupBy(stations, (station) => JSON.stringify(spanIn(station.time_zone)))
  const found = await Promise.all(
    [...groups].map(([span, own]) =>
      findWorking(
        db,
        own.map(({ id }) => id),
        now,
        JSON.parse(span) as Span,
      ),
    ),
  )
  return new Map(found.flatMap((one) => [...one]))
}

/** The stretch in each zone, worked out once: a fleet has thousands of places in a few zones. */
function spansOfZones(service: Service, query: RankingQuery, first: string | null): (timeZone: string) => Span {
  const spans = new Map<string, Span>()
  return (timeZone) => {
    const span = spans.get(timeZone) ?? spanOf(service, timeZone, query, first)
    spans.set(timeZone, span)
    return span
  }
}

/** The stretch in one zone: its own today, or the period that holds the date. */
function spanOf(service: Service, timeZone: string, query: RankingQuery, first: string | null): Span {
  const today = localDayAt(service.now(), timeZone).date
  const date = query.date === undefined ? today : checkedDate(query.date)
  const { period = 'today' } = query
  if (period === 'today') return { step: 'day', from: date, to: date }
  const { step, from, to } = periodOf(period, date, first, today)
  return { step, from, to }
}

function placeOf(rows: readonly SumRow[], kwp: number, calendar: Calendar | undefined, span: DaySpan) {
  const known = rows.filter((row) => row.energy_kwh !== null)
  const energyKwh = known.length === 0 ? null : known.reduce((sum, row) => sum + (row.energy_kwh ?? 0), 0)
  const days = rows.reduce((sum, row) => sum + row.days, 0)
  const missing = calendar ? missingIn(calendar, span, days) : noneMissing
  const expected = rows.reduce((sum, row) => sum + row.expected_bins, missing.bins)
  const covered = rows.reduce((sum, row) => sum + row.known_bins, 0)
  return {
    rank: null,
    energyKwh,
    specificYield: energyKwh === null || kwp <= 0 ? null : energyKwh / kwp,
    coverage: expected === 0 ? null : Math.min(1, covered / expected),
    days: { known: rows.reduce((sum, row) => sum + row.known_days, 0), expected: days + missing.days },
  }
}
