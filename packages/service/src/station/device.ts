import { type Device, type DeviceInput, type DeviceSort, type DeviceStatus, maxPageSize } from '@helioport/contract'
import type { PageAsk } from '../base/page-end.ts'
import { type Listed, type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { violatedUnique } from '../database/errors.ts'
import { markDaysDue } from '../energy/queries/day-analysis.ts'
import { insertDevice } from '../inventory/queries/device.ts'
import { takeFound } from '../inventory/queries/found-device.ts'
import { findLogger } from '../inventory/queries/logger.ts'
import { describeDevices } from './figures/describe-devices.ts'
import { takeFirstFrame } from './found-device.ts'
import { freshReach } from './figures/keep-figures.ts'
import { findDevicePage, mostIds } from './queries/fleet.ts'

interface DeviceList {
  search?: string
  deviceId?: string
  stationId?: string
  status?: DeviceStatus
  sort?: DeviceSort
  order?: 'asc' | 'desc'
}

/** One page of the devices of the account with current values; default order: by station and place in it. */
export async function listDevices(
  service: Service,
  accountId: string,
  filter: DeviceList & PageQuery,
): Promise<Listed<Device>> {
  const { rows, ...found } = await findRows(service, accountId, filter, windowOf(filter))
  return { data: await described(service, accountId, rows), ...found }
}

type FoundDevice = Awaited<ReturnType<typeof findDevicePage>>['rows'][number]

async function findRows(service: Service, accountId: string, { sort, order, ...filter }: DeviceList, window: PageAsk) {
  const reach = await freshReach(service, accountId)
  const by = sort === undefined ? null : { sort, isDown: order === 'desc' }
  return findDevicePage(service.db.recent, reach, filter, by, window)
}

async function described(service: Service, accountId: string, rows: readonly FoundDevice[]): Promise<Device[]> {
  const among = {
    deviceIds: rows.map(({ id }) => id),
    stationIds: [...new Set(rows.map(({ station_id }) => station_id))],
  }
  const kept = rows.flatMap(({ id, measured_kwh = null, measured_since = null }) =>
    measured_kwh === null ? [] : [[id, { measured_kwh, measured_since }] as const],
  )
  const found = await describeDevices(service.db.recent, accountId, service.now(), among, new Map(kept))
  const deviceOf = new Map(found.map(({ device }) => [device.id, device]))
  return rows.flatMap(({ id }) => deviceOf.get(id) ?? [])
}

/** All devices that match the filter, in the order of the list. For background work such as exports. */
export async function allDevices(service: Service, accountId: string, filter: DeviceList = {}): Promise<Device[]> {
  const { rows } = await findRows(service, accountId, filter, { limit: mostIds, offset: 0 })
  const devices: Device[] = []
  // Ids are read once, details page by page, so that other requests wait for one page at most.
  for (let at = 0; at < rows.length; at += maxPageSize)
    devices.push(...(await described(service, accountId, rows.slice(at, at + maxPageSize))))
  return devices
}

/** @throws Problem notFound */
export async function getDevice(service: Service, accountId: string, deviceId: string): Promise<Device> {
  const [described] = await describeDevices(service.db.recent, accountId, service.now(), { deviceId })
  if (!described) throw new Problem('notFound')
  return described.device
}

/** @throws Problem notFound (the logger), device.unassigned (the logger has no station), device.serialTaken */
export async function addDevice(service: Service, accountId: string, input: DeviceInput): Promise<Device> {
  const logger = await findLogger(service.db.read, input.loggerId)
  if (!logger) throw new Problem('notFound')
  const { account_id, station_id } = logger
  if (station_id === null) throw new Problem('device.unassigned')
  try {
    const place = { accountId: account_id, stationId: station_id }
    const { id, first } = await service.db.transaction(async (tx) => {
      // Its capacity counts from its installation on, even before its first frame.
      await markDaysDue(tx, station_id, service.now(), input.installedOn)
      const made = await insertDevice(tx, place, input, service.now())
      return { id: made.id, first: await takeFound(tx, input.loggerId, input.serial) }
    })
    await takeFirstFrame(service, logger.no, first)
    return await getDevice(service, accountId, id)
  } catch (error) {
    if (violatedUnique(error) !== null) throw new Problem('device.serialTaken', { cause: error })
    throw error
  }
}
