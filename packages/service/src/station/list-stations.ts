import { type DeviceStatus, maxPageSize, type Station, type StationSort } from '@helioport/contract'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { describeKeptStations, describeStations } from './figures/describe-stations.ts'
import { freshReach } from './figures/keep-figures.ts'
import { findStationPage } from './queries/fleet.ts'

export interface StationFilter {
  search?: string
  stationId?: string
  status?: DeviceStatus
  sort?: StationSort
}

/** One page of the stations of the account with what is going on there now. */
export async function listStations(
  service: Service,
  accountId: string,
  { sort = 'sortNumber', ...filter }: StationFilter & PageQuery,
): Promise<{ data: Station[]; total: number }> {
  const now = service.now()
  const reach = await freshReach(service, accountId)
  const { rows, total } = await findStationPage(service.db.recent, reach, filter, sort, windowOf(filter))
  const ids = rows.map(({ id }) => id)
  const stations = await describeKeptStations(service.db.recent, accountId, now, ids)
  const stationOf = new Map(stations.map((station) => [station.id, station]))
  return { data: ids.flatMap((id) => stationOf.get(id) ?? []), total }
}

/** Every station that the account reaches, in the order of the list: what is written for nobody who waits. */
export async function allStations(service: Service, accountId: string, filter: StationFilter = {}): Promise<Station[]> {
  const stations: Station[] = []
  for (let page = 1; ; page += 1) {
    // One after the other: a page is what others wait for at most.
    const { data, total } = await listStations(service, accountId, { ...filter, page, pageSize: maxPageSize })
    stations.push(...data)
    if (page * maxPageSize >= total) return stations
  }
}

/** @throws Problem notFound */
export async function getStation(service: Service, accountId: string, stationId: string): Promise<Station> {
  const [station] = await describeStations(service.db.recent, accountId, service.now(), [stationId])
  if (!station) throw new Problem('notFound')
  return station
}
