import {
  type DeviceStatus,
  type ListedStation,
  maxPageSize,
  mostFoundRows,
  mostRanked,
  type Station,
  type StationPlace,
  type StationSort,
} from '@helioport/contract'
import type { PageAsk, Position } from '../base/page-end.ts'
import { type Listed, type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { describeKeptStations, describeStations } from './figures/describe-stations.ts'
import { freshReach } from './figures/keep-figures.ts'
import type { Reach } from '../access/queries/access.ts'
import type { Session } from '../database/session.ts'
import { findTaggings, findTags } from './queries/tag.ts'
import { countStations, findAttentionPage, findPlaces, findRanks, findStationPage, mostIds } from './queries/fleet.ts'

export interface StationFilter {
  search?: string
  stationId?: string
  status?: DeviceStatus
  /** Id of a group or a tag of the account, or of its main account. */
  tag?: string
  /** Ids of stations, comma-separated. */
  among?: string
  /** Only stations that need attention; without `sort` the most urgent first. */
  attention?: boolean
  /** Default: the account's order. */
  sort?: StationSort
  order?: 'asc' | 'desc'
}

/** One page of the stations that the account reaches, with their current state. */
export async function listStations(
  service: Service,
  accountId: string,
  filter: StationFilter & PageQuery,
): Promise<Listed<ListedStation>> {
  const reach = await freshReach(service, accountId)
  const { ids, ...found } = await findIds(service.db.recent, reach, filter, windowOf(filter))
  return { data: await listed(service, accountId, reach, ids), ...found }
}

/** Ids of the stations of a page, in the requested order. */
async function findIds(
  db: Session,
  reach: Reach,
  { sort, order, ...filter }: StationFilter,
  window: PageAsk,
): Promise<{ ids: string[]; total: number; position?: Position | undefined }> {
  if (await isForeignTag(db, reach, filter)) return { ids: [], total: 0 }
  const { rows, ...found } =
    sort === undefined && filter.attention
      ? await findAttentionPage(db, reach, filter, window)
      : await findStationPage(db, reach, filter, orderOf(sort, order), window)
  return { ids: rows.map(({ id }) => id), ...found }
}

/** The stations with the data that the list shows. */
async function listed(
  service: Service,
  accountId: string,
  reach: Reach,
  ids: readonly string[],
): Promise<ListedStation[]> {
  const db = service.db.recent
  const stations = await describeKeptStations(db, accountId, service.now(), ids)
  const ranks = (await countStations(db, reach)) <= mostRanked ? await findRanks(db, reach) : null
  const tagsOf = await findTaggings(db, reach.mainId, ids)
  const stationOf = new Map(stations.map((station) => [station.id, station]))
  return ids.flatMap((id) => {
    const station = stationOf.get(id)
    return station ? { ...station, rankToday: ranks?.get(id) ?? null, tagIds: tagsOf.get(id) ?? [] } : []
  })
}

/** Location and status of all stations that the account reaches. */
export async function listPlaces(service: Service, accountId: string): Promise<StationPlace[]> {
  return findPlaces(service.db.recent, await freshReach(service, accountId))
}

/** Whether a tag belongs to another account: such tags find nothing. */
async function isForeignTag(db: Session, { mainId }: Reach, { tag }: StationFilter): Promise<boolean> {
  return tag !== undefined && (await findTags(db, mainId, tag)).length === 0
}

/** Ids of all stations that a filter finds, in the account's order. */
export async function findStationIds(service: Service, accountId: string, filter: StationFilter): Promise<string[]> {
  const reach = await freshReach(service, accountId)
  if (await isForeignTag(service.db.recent, reach, filter)) return []
  const window = { limit: mostFoundRows, offset: 0 }
  const { rows } = await findStationPage(service.db.recent, reach, filter, orderOf(), window)
  return rows.map(({ id }) => id)
}

/** Figures are sorted in descending order by default, names and statuses in ascending order. */
function orderOf(sort: StationSort = 'sortNumber', order?: 'asc' | 'desc') {
  const isNamed = sort === 'sortNumber' || sort === 'name' || sort === 'status'
  return { sort, isDown: order === undefined ? !isNamed : order === 'desc' }
}

/** All stations that the account reaches, in the order of the list. For background work such as exports. */
export async function allStations(service: Service, accountId: string, filter: StationFilter = {}): Promise<Station[]> {
  const reach = await freshReach(service, accountId)
  const { ids } = await findIds(service.db.recent, reach, filter, { limit: mostIds, offset: 0 })
  const stations: Station[] = []
  // Ids are read once, details page by page, so that other requests wait for one page at most.
  for (let at = 0; at < ids.length; at += maxPageSize)
    stations.push(...(await listed(service, accountId, reach, ids.slice(at, at + maxPageSize))))
  return stations
}

/** @throws Problem notFound */
export async function getStation(service: Service, accountId: string, stationId: string): Promise<Station> {
  const [station] = await describeStations(service.db.recent, accountId, service.now(), [stationId])
  if (!station) throw new Problem('notFound')
  return station
}
