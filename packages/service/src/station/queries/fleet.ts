import {
  type DeviceSort,
  type DeviceStatus,
  mostPlaces,
  type StationPlace,
  type StationSort,
} from '@helioport/contract'
import { likeOf, query, type Session } from '../../database/session.ts'
import type { Reach } from '../../access/queries/access.ts'
import { backwards, type Edge, type PageAsk, type PageRead, type Position, readPage } from '../../base/page-end.ts'
import { edgeOf, inPieces, piecesOf } from '../../base/list-page.ts'
import { attentionOrder, deviceOrder, type Ordered, stationOrder } from './fleet-order.ts'
import { findTexts } from './search.ts'

/** Page size for requests of all rows. */
export const mostIds = 10_000_000

interface FleetFilter {
  search?: string
  status?: DeviceStatus
  stationId?: string
  /** Id of a group or a tag of one account. */
  tag?: string
  /** Ids of stations, comma-separated. */
  among?: string
  /** Only stations that need attention. */
  attention?: boolean
  /** Filter for devices only. */
  deviceId?: string
}

/** Row of a page; for devices with the measured lifetime energy, null if it is not stored yet. */
interface FoundRow {
  id: string
  station_id: string
  measured_kwh?: number | null
  measured_since?: string | null
}

/** One page in its order, and the total number of rows. */
interface Found {
  rows: FoundRow[]
  total: number
  position?: Position | undefined
}

/** One page of stations; unknown values are last in both directions. `isDown`: descending. */
export function findStationPage(
  db: Session,
  reach: Reach,
  filter: FleetFilter,
  { sort, isDown }: { sort: StationSort; isDown: boolean },
  page: PageAsk,
): Promise<Found> {
  return findPage(db, 'station', reach, filter, page, stationOrder(sort, isDown))
}

/** One page of the stations that need attention, the most urgent first. */
export function findAttentionPage(db: Session, reach: Reach, filter: FleetFilter, page: PageAsk): Promise<Found> {
  return findPage(db, 'station', reach, { ...filter, attention: true }, page, attentionOrder)
}

/** Number of reached stations. */
export function countStations(db: Session, reach: Reach): Promise<number> {
  return countFound(db, 'station', reach, {})
}

/** Number of reached stations that need attention. */
export function countAttention(db: Session, reach: Reach): Promise<number> {
  return countFound(db, 'station', reach, { attention: true })
}

/** One page of devices; unknown values are last in both directions. */
export function findDevicePage(
  db: Session,
  reach: Reach,
  filter: FleetFilter,
  by: { sort: DeviceSort; isDown: boolean } | null,
  page: PageAsk,
): Promise<Found> {
  return findPage(db, 'device', reach, filter, page, deviceOrder(by))
}

/** Columns that are read of the narrow rows: sort keys and ids. */
const columns = {
  station: `station_id, sort_number, name_key, status_order, urgency, power_w, energy_today_kwh, yield_today, energy_total_kwh,
    income_currency, income_today, open_alarms, well_share, measured_at`,
  device: `device_id, station_id, place, name_key, station_key, model_key, urgency, power_w, energy_today_kwh, yield_today,
    energy_total_kwh, income_currency, income_today, hours_total, cabinet_c, measured_at, measured_kwh, measured_since`,
} as const

/** Columns that a page returns. */
const given = {
  station: 'station_id as id, station_id',
  device: 'device_id as id, station_id, measured_kwh, measured_since',
} as const

/** Number of stations with a tag, as stored with the tag. */
async function countTagged(db: Session, tag: string): Promise<number> {
  const { rows } = await query<{ stations: number }>(db, 'select stations from station_tag where id = $1', [tag])
  return rows[0]?.stations ?? 0
}

/** Rank of each station's specific yield of today among all reached stations, from 1. */
export async function findRanks(db: Session, reach: Reach): Promise<Map<string, number>> {
  const { rows } = await query<{ station_id: string; rank: number }>(
    db,
    `select station_id, rank() over (order by yield_today desc) as rank from station_figure
     where (account_id = $1 or station_id = any($2::uuid[])) and yield_today is not null`,
    [reach.ownerId, reach.stationIds],
  )
  return new Map(rows.map((row) => [row.station_id, row.rank]))
}

/** Locations of all reached stations, in the account's order. */
export async function findPlaces(db: Session, { ownerId, stationIds }: Reach): Promise<StationPlace[]> {
  const { rows } = await query<StationPlace>(
    db,
    `select station.id, station.account_id as "memberId", station.name, station.latitude, station.longitude,
       station.time_zone as "timeZone", own.status, own.status_reason as "statusReason", own.power_w as "powerW"
     from station_figure own join station on station.id = own.station_id
     where own.account_id = $1 or own.station_id = any($2::uuid[])
     order by own.sort_number, own.name_key, own.station_id limit ${mostPlaces}`,
    [ownerId, stationIds],
  )
  return rows
}

async function findPage(
  db: Session,
  kind: 'station' | 'device',
  reach: Reach,
  filter: FleetFilter,
  page: PageAsk,
  ordered: Ordered,
): Promise<Found> {
  if (filter.search) {
    const values: unknown[] = []
    const found = reach.ownerId === null ? null : await findTexts(db, kind, reach.ownerId, filter.search)
    const parts = partsOf(kind, reach, filter, values, found)
    return parts.length === 0
      ? { rows: [], total: 0 }
      : findAmong(db, kind, { parts, values, order: ordered.order }, page)
  }
  const total = await countFound(db, kind, reach, filter)
  return readPage(page, total, (read) => readRows(db, kind, reach, filter, read, ordered))
}

/** Reads each part in order up to the end of the page, and takes the page from these few rows. */
async function readRows(
  db: Session,
  kind: 'station' | 'device',
  reach: Reach,
  filter: FleetFilter,
  read: PageRead,
  { runs, order }: Ordered,
): Promise<(FoundRow & { edge: Edge })[]> {
  const { limit, offset, isBackwards } = read
  const values: unknown[] = []
  const parts = partsOf(kind, reach, filter, values)
  const whole = valueOf(values, offset + limit, 'integer')
  const rows = parts.map(({ from, where }, nth) => {
    const pieces = piecesOf(runs, read, (value) => `$${values.push(value)}`)
    return inPieces(`select ${columns[kind]} from ${from} where ${where}`, pieces, whole, `part_${nth}`)
  })
  const found = await query<FoundRow & { edge: Edge }>(
    db,
    `select ${given[kind]}, ${runs[0] ? edgeOf(runs[0]) : ''} as edge from (${rows.join(' union all ')}) part
     order by ${isBackwards ? backwards(order) : order}
     limit ${valueOf(values, limit, 'integer')} offset ${valueOf(values, offset, 'integer')}`,
    values,
  )
  return isBackwards ? found.rows.toReversed() : found.rows
}

interface Narrowed {
  parts: readonly { from: string; where: string }[]
  values: unknown[]
  order: string
}

/** Counts and orders the hits of a search in one statement. */
async function findAmong(
  db: Session,
  kind: 'station' | 'device',
  { parts, values, order }: Narrowed,
  { limit, offset }: PageAsk,
): Promise<Found> {
  const pieces = parts.map(({ from, where }) => `select ${columns[kind]} from ${from} where ${where}`)
  const { rows } = await query<{ total: number } & (FoundRow | { id: null })>(
    db,
    `with found as materialized (${pieces.join(' union all ')})
     select counted.total, page.*
     from (select count(*)::integer as total from found) counted left join lateral (
       select row_number() over (order by ${order}) as place, ${given[kind]} from found
       order by place limit ${valueOf(values, limit, 'integer')} offset ${valueOf(values, offset, 'integer')}
     ) page on true order by page.place`,
    values,
  )
  const shown = rows.flatMap((row) => (row.id === null ? [] : row))
  return { rows: shown, total: rows[0]?.total ?? 0 }
}

/**
 * The parts of the table of figures that a query reads: all rows of the owner, or those that a search `found`, and the
 * rows that are reached singly.
 */
function partsOf(
  kind: 'station' | 'device',
  reach: Reach,
  filter: FleetFilter,
  values: unknown[],
  found: readonly string[] | null = null,
) {
  if (reach.ownerId === null && reach.stationIds.length === 0) return []
  const { search, status, stationId, deviceId, attention, tag, among } = filter
  const fits = [
    ...(among === undefined ? [] : [`station_id = any(${valueOf(values, among.split(','), 'uuid[]')})`]),
    ...(tag === undefined
      ? []
      : [`station_id in (select station_id from station_tagging where tag_id = ${valueOf(values, tag, 'uuid')})`]),
    ...(attention ? ['urgency > 0'] : []),
    ...(status === undefined ? [] : [`status = ${valueOf(values, status, 'text')}`]),
    ...(stationId === undefined ? [] : [`station_id = ${valueOf(values, stationId, 'uuid')}`]),
    ...(deviceId === undefined ? [] : [`device_id = ${valueOf(values, deviceId, 'uuid')}`]),
  ]
  const like = () => (search ? [`search_text ilike ${valueOf(values, likeOf(search), 'text')}`] : [])
  const parts: { from: string; where: string }[] = []
  if (reach.ownerId !== null) {
    const own = `account_id = ${valueOf(values, reach.ownerId, 'uuid')}`
    const isFound = found === null ? like() : [`${kind}_id = any(${valueOf(values, found, 'uuid[]')})`]
    parts.push({ from: `${kind}_figure`, where: [own, ...fits, ...isFound].join(' and ') })
  }
  if (reach.stationIds.length > 0) {
    const given = `station_id = any(${valueOf(values, reach.stationIds, 'uuid[]')})`
    const incomeIds = valueOf(values, reach.incomeIds, 'uuid[]')
    const from =
      kind === 'station'
        ? stationsWithin(incomeIds, valueOf(values, reach.alarmIds, 'uuid[]'))
        : devicesWithin(incomeIds)
    parts.push({ from, where: [given, ...fits, ...like()].join(' and ') })
  }
  return parts
}

/** Adds a value to a statement and returns its placeholder. */
function valueOf(values: unknown[], value: unknown, type: string): string {
  values.push(value)
  return `$${values.length}::${type}`
}

/** For devices of shares without the right to income, income counts as unknown. */
function devicesWithin(incomeIds: string): string {
  const known = `case when station_id = any(${incomeIds}) then`
  return `(select device_id, station_id, account_id, place, name_key, station_key, model_key, search_text, status, urgency,
      power_w, energy_today_kwh, yield_today, energy_total_kwh, ${known} income_currency end as income_currency,
      ${known} income_today end as income_today, hours_total, cabinet_c, measured_at, measured_kwh, measured_since from device_figure) device_figure`
}

/** As devicesWithin, for stations; for shares without the right to alarms, alarms count as none. */
function stationsWithin(incomeIds: string, alarmIds: string): string {
  const [known, told] = [incomeIds, alarmIds].map((ids) => `case when station_id = any(${ids}) then`)
  return `(select station_id, account_id, sort_number, name_key, search_text, status, status_order, power_w,
      energy_today_kwh, yield_today, energy_total_kwh, ${known} income_currency end as income_currency,
      ${known} income_today end as income_today, ${told} open_alarms end as open_alarms,
      ${told} urgency else quiet_urgency end as urgency, well_share, measured_at from station_figure) station_figure`
}

/** Counts rows. Totals of an owner are stored counts; searches, single stations and shares are counted here. */
export async function countFound(
  db: Session,
  kind: 'station' | 'device',
  reach: Reach,
  filter: FleetFilter,
): Promise<number> {
  const { search, status, stationId, deviceId, attention, tag, among } = filter
  const values: unknown[] = []
  const isNarrowed = [search, status, stationId, deviceId, attention, among].some((each) => each !== undefined)
  if (tag !== undefined && !isNarrowed && reach.ownerId !== null) return countTagged(db, tag)
  const isKept =
    !search &&
    tag === undefined &&
    among === undefined &&
    stationId === undefined &&
    deviceId === undefined &&
    reach.ownerId !== null
  const counted = partsOf(kind, isKept ? { ...reach, ownerId: null } : reach, filter, values).map(
    ({ from, where }) => `(select count(*) from ${from} where ${where})`,
  )
  if (isKept) {
    const fits = status === undefined ? '' : `and status = ${valueOf(values, status, 'text')}`
    counted.push(`coalesce((select sum(count) from fleet_count
      where account_id = ${valueOf(values, reach.ownerId, 'uuid')} and kind = '${attention ? 'attention' : kind}' ${fits}), 0)`)
  }
  if (counted.length === 0) return 0
  const { rows } = await query<{ total: string | number }>(db, `select ${counted.join(' + ')} as total`, values)
  return Number(rows[0]?.total ?? 0)
}
