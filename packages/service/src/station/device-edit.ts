import type { Device, DeviceChange, DeviceInput, UnassignedDevice } from '@helioport/contract'
import { violatedUnique } from '../database/errors.ts'
import { localDayAt } from '@helioport/time/node'
import { markDaysDue } from '../energy/queries/day-analysis.ts'
import { findStationZone } from '../inventory/queries/station.ts'
import { holdDevices, leaveStation } from '../inventory/queries/device-edit.ts'
import { findUnassigned, insertDevice, updateDevice } from '../inventory/queries/device.ts'
import { takeFound } from '../inventory/queries/found-device.ts'
import { takeFirstFrame } from './found-device.ts'
import { findLogger } from '../inventory/queries/logger.ts'
import type { Service } from '../base/service.ts'
import { deviceFieldsOf } from './figures/describe-devices.ts'
import { getDevice } from './device.ts'
import { Problem } from '../base/problem.ts'
import { ageOf } from '../figure/status.ts'

/**
 * Adds a device to a logger; it belongs to no station yet.
 * @throws Problem notFound (the logger), device.serialTaken
 */
export async function addUnassignedDevice(
  service: Service,
  accountId: string,
  input: DeviceInput,
): Promise<UnassignedDevice> {
  const logger = await findLogger(service.db.read, input.loggerId)
  if (!logger) throw new Problem('notFound')
  const place = { accountId: logger.account_id, stationId: null }
  const { id, first } = await unlessSerialTaken(
    service.db.transaction(async (tx) => {
      const made = await insertDevice(tx, place, input, service.now())
      return { id: made.id, first: await takeFound(tx, input.loggerId, input.serial) }
    }),
  )
  await takeFirstFrame(service, logger.no, first)
  const [device] = await listUnassigned(service, accountId, id)
  if (!device) throw new Problem('notFound')
  return device
}

export async function listUnassigned(
  service: Service,
  accountId: string,
  deviceId?: string,
): Promise<UnassignedDevice[]> {
  const now = service.now()
  return (await findUnassigned(service.db.read, accountId, deviceId)).map((row) => ({
    ...deviceFieldsOf(row),
    id: row.id,
    loggerSerial: row.logger_serial,
    age: ageOf(row, now),
  }))
}

/** @throws Problem notFound, device.unassigned */
export async function changeDevice(
  service: Service,
  accountId: string,
  deviceId: string,
  change: DeviceChange,
): Promise<Device> {
  await service.db.transaction(async (tx) => {
    const [device] = await holdDevices(tx, [deviceId])
    if (!device) throw new Problem('notFound')
    if (device.station_id === null) throw new Problem('device.unassigned')
    await updateDevice(tx, deviceId, change)
    const { installed_on: installedOn, capacity_kwp: capacityKwp, station_id: stationId } = device
    if (capacityKwp !== change.capacityKwp || installedOn !== change.installedOn) {
      const first = installedOn < change.installedOn ? installedOn : change.installedOn
      await markDaysDue(tx, stationId, service.now(), first)
    }
  })
  return getDevice(service, accountId, deviceId)
}

/**
 * Removes a device: its frames are no longer accepted, and no status counts it. Its energy stays with its station, and
 * its capacity stays with the days until now.
 * @throws Problem notFound
 */
export async function removeDevice(service: Service, deviceId: string): Promise<void> {
  const now = service.now()
  await service.db.transaction(async (tx) => {
    const [device] = await holdDevices(tx, [deviceId])
    if (!device) throw new Problem('notFound')
    await leaveStation(tx, device, now, now)
    if (device.station_id !== null) {
      const { date } = localDayAt(now, await findStationZone(tx, device.station_id))
      await markDaysDue(tx, device.station_id, now, date)
    }
  })
}

/** @throws Problem device.serialTaken */
export async function unlessSerialTaken<T>(stored: Promise<T>): Promise<T> {
  try {
    return await stored
  } catch (error) {
    if (violatedUnique(error) !== null) throw new Problem('device.serialTaken', { cause: error })
    throw error
  }
}
