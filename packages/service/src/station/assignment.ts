import type { Device } from '@helioport/contract'
import { enterStation, findDates, holdDevices, leaveStation } from '../inventory/queries/device-edit.ts'
import { lockStation } from '../telemetry/queries/frames.ts'
import { upsertStationDays } from '../energy/queries/roll-up.ts'
import type { Service } from '../base/service.ts'
import { listDevices } from './device.ts'
import { Problem } from '../base/problem.ts'

/**
 * Assigns unassigned devices to a station: all of them or none. Their history comes with them; days in the station's
 * zone are computed from the samples by a job.
 * @throws Problem notFound, device.assigned (to another station, or to this one already)
 */
export async function assignDevices(
  service: Service,
  accountId: string,
  stationId: string,
  deviceIds: readonly string[],
): Promise<Device[]> {
  await service.db.transaction(async (tx) => {
    const devices = await holdDevices(tx, deviceIds)
    if (devices.length < deviceIds.length) throw new Problem('notFound')
    if (devices.some((device) => device.station_id !== null)) throw new Problem('device.assigned')
    await lockStation(tx, stationId)
    for (const device of devices) await enterStation(tx, device, stationId)
    const dates = await findDates(
      tx,
      devices.map((device) => device.no),
    )
    await upsertStationDays(tx, stationId, dates, service.now())
  })
  const wanted = new Set(deviceIds)
  return (await listDevices(service, accountId, { stationId })).filter((device) => wanted.has(device.id))
}

/**
 * Takes a device out of a station; its history goes with it until it is assigned again. What it sends meanwhile is
 * kept.
 * @throws Problem notFound
 */
export async function unassignDevice(
  service: Service,
  { stationId, deviceId }: { stationId: string; deviceId: string },
): Promise<void> {
  await service.db.transaction(async (tx) => {
    const [device] = await holdDevices(tx, [deviceId])
    if (device?.station_id !== stationId) throw new Problem('notFound')
    await lockStation(tx, stationId)
    const dates = await findDates(tx, [device.no])
    await leaveStation(tx, device, null, service.now())
    await upsertStationDays(tx, stationId, dates, service.now())
  })
}
