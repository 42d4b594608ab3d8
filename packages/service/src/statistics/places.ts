import type { RankingEntry, Working } from '@helioport/contract'
import type { DaySpan } from '@helioport/time/node'
import { findDevices } from '../inventory/queries/device.ts'
import { findReachedStations, findSumsOfDevices } from './queries/statistics.ts'
import { type BinStep, findStationSums } from '../energy/queries/sums.ts'
import { findWorking } from '../energy/queries/working.ts'
import { readCalendars } from './read-calendars.ts'
import type { Session } from '../database/session.ts'
import { findStations } from '../inventory/queries/station.ts'
import { findKeptFacts } from '../station/queries/figure.ts'
import { ageOf, freshest } from '../figure/status.ts'
import { deviceYield, figuresOf, stationYield, sumOf } from './yield.ts'

/** The days of a ranking, and the step of their sums. */
export interface RankedDays extends DaySpan {
  step: BinStep
}

/** The account whose places are worked out, the instant, and the days in each time zone. */
export interface PlaceQuery {
  accountId: string
  now: number
  daysIn: (timeZone: string) => RankedDays
  isAllTime: boolean
  stationId?: string
}

/** The station or device of a place, without its rank and its figures. */
export type RankedOne = Omit<RankingEntry, 'rank' | keyof ReturnType<typeof figuresOf>>

/** Stations as places, with the age of their newest data and the work that is still due on these days. */
export async function describeStationPlaces(db: Session, query: PlaceQuery, stationIds: readonly string[]) {
  const stations = await findShown(db, query, stationIds)
  return asPlaces(stations, query.now, await workingIn(db, stations, query))
}

type StationPlace = Awaited<ReturnType<typeof findShown>>[number]

const asPlaces = (stations: readonly StationPlace[], now: number, working: ReadonlyMap<string, Working>): RankedOne[] =>
  stations.map((station) => ({
    stationId: station.id,
    deviceId: null,
    memberId: station.account_id,
    name: station.name,
    capacityKwp: station.capacity_kwp,
    age: ageOf(station, now),
    working: working.get(station.id) ?? null,
  }))

/** The same of devices. */
export async function describeDevicePlaces(
  db: Session,
  query: PlaceQuery,
  only: { stationIds: readonly string[]; deviceIds: readonly string[] } | { stationId?: string },
): Promise<{ devices: Awaited<ReturnType<typeof findDevices>>; places: RankedOne[] }> {
  const devices = await findDevices(db, query.accountId, query.now, only)
  const stations = new Map(devices.map(({ station_id: id, time_zone }) => [id, { id, time_zone }]))
  const working = await workingIn(db, [...stations.values()], query)
  const places = devices.map((device) => ({
    stationId: device.station_id,
    deviceId: device.id,
    memberId: device.account_id,
    name: device.name,
    capacityKwp: device.capacity_kwp,
    age: ageOf(device, query.now),
    working: working.get(device.station_id) ?? null,
  }))
  return { devices, places }
}

/** Places of these stations, or of all that are reached, worked out from their days. */
export async function stationPlaces(
  db: Session,
  query: PlaceQuery,
  stationIds?: readonly string[],
): Promise<RankingEntry[]> {
  const { accountId, now, daysIn } = query
  const stations = stationIds
    ? await findShown(db, query, stationIds)
    : await findReachedStations(db, accountId, now, query.stationId)
  const rows = await byDays(stations, daysIn, ({ id }) => id, (ids, { step, ...span }) => findStationSums(db, ids, step, span)) // prettier-ignore
  const rowsOf = Map.groupBy(rows, (row) => row.station_id)
  const calendars = await readCalendars(db, stations, now, query.isAllTime)
  const places = asPlaces(stations, now, await workingIn(db, stations, query))
  return places.map((place, nth) => {
    const station = stations[nth]
    const calendar = calendars.get(place.stationId)
    const days = daysIn(station?.time_zone ?? '')
    const sum = sumOf(rowsOf.get(place.stationId) ?? [])
    return { ...place, rank: null, ...figuresOf(stationYield(sum, place.capacityKwp, calendar, days)) }
  })
}

/** The same of devices. */
export async function devicePlaces(
  db: Session,
  query: PlaceQuery,
  only?: { stationIds: readonly string[]; deviceIds: readonly string[] },
): Promise<RankingEntry[]> {
  const { accountId, now, daysIn, stationId } = query
  const { devices, places } = await describeDevicePlaces(db, query, only ?? (stationId === undefined ? {} : { stationId })) // prettier-ignore
  const rows = await byDays(devices, daysIn, ({ no }) => no, (nos, { step, ...span }) => findSumsOfDevices(db, nos, step, span)) // prettier-ignore
  const rowsOf = Map.groupBy(rows, (row) => row.device_no)
  const stations = only
    ? await findStations(db, accountId, now, only)
    : await findReachedStations(db, accountId, now, stationId)
  const calendars = await readCalendars(db, stations, now, query.isAllTime)
  const spansOf = Map.groupBy(
    [...calendars.values()].flatMap(({ spans }) => spans),
    (span) => span.device_no,
  )
  return places.map((place, nth) => {
    const device = devices[nth]
    const sum = sumOf(rowsOf.get(device?.no ?? 0) ?? [])
    const spans = spansOf.get(device?.no ?? 0) ?? []
    const days = daysIn(device?.time_zone ?? '')
    const figures = deviceYield(sum, place.capacityKwp, calendars.get(place.stationId), spans, days)
    return { ...place, rank: null, ...figuresOf(figures) }
  })
}

/** Stations with the times of their newest data: as kept, else as the newest frames have them. */
async function findShown(db: Session, { accountId, now }: PlaceQuery, stationIds: readonly string[]) {
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
  const withAge = known.map((station) => {
    const { ts, interval_s, lag_s = null } = freshest(kept.get(station.id)?.devices ?? [])
    return { ...station, ts, interval_s, lag_s }
  })
  return [...withAge, ...others]
}

/** Work that is still due on the days. */
async function workingIn(
  db: Session,
  stations: readonly { id: string; time_zone: string }[],
  { now, daysIn }: PlaceQuery,
): Promise<Map<string, Working>> {
  const found = await byDays(
    stations,
    daysIn,
    ({ id }) => id,
    async (ids, days) => [...(await findWorking(db, ids, now, days))],
  )
  return new Map(found)
}

/** One query for all places with the same days: a fleet has thousands of places in a few time zones. */
async function byDays<T extends { time_zone: string }, K, R>(
  places: readonly T[],
  daysIn: (timeZone: string) => RankedDays,
  keyOf: (place: T) => K,
  find: (keys: K[], days: RankedDays) => Promise<R[]>,
): Promise<R[]> {
  const groups = Map.groupBy(places, ({ time_zone }) => JSON.stringify(daysIn(time_zone)))
  const found = await Promise.all(
    [...groups].map(([days, own]) => find(own.map(keyOf), JSON.parse(days) as RankedDays)),
  )
  return found.flat()
}
