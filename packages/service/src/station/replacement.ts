import type { Device, DeviceSerial, ReplacementInput } from '@helioport/contract'
import { iso, localDayAt } from '@helioport/time/node'
import { markDaysDue } from '../energy/queries/day-analysis.ts'
import { holdDevices, swapSerial } from '../inventory/queries/device-edit.ts'
import { findStationZone } from '../inventory/queries/station.ts'
import { findSerials } from '../inventory/queries/serial.ts'
import type { Service } from '../base/service.ts'
import { unlessSerialTaken } from './device-edit.ts'
import { getDevice } from './device.ts'
import { Problem } from '../base/problem.ts'

/**
 * Replaces the inverter of a device. The device keeps its history; its energy continues where the old counter ended,
 * whatever value the new counter starts with. The new serial is valid from the replacement on; late frames of the old
 * serial from before it are still accepted.
 * @throws Problem notFound, device.unassigned, device.serialTaken, device.replacedInFuture, device.replacedTooEarly
 */
export async function replaceDevice(
  service: Service,
  accountId: string,
  deviceId: string,
  input: ReplacementInput,
): Promise<Device> {
  const now = service.now()
  const at = input.replacedAt === undefined ? now : Date.parse(input.replacedAt)
  if (at > now) throw new Problem('device.replacedInFuture')
  await unlessSerialTaken(
    service.db.transaction(async (tx) => {
      const [device] = await holdDevices(tx, [deviceId])
      if (!device) throw new Problem('notFound')
      if (device.station_id === null) throw new Problem('device.unassigned')
      if (device.serial === input.serial) throw new Problem('device.serialTaken')
      const newest = Math.max(device.serial_since ?? -Infinity, device.ts ?? -Infinity)
      // A frame at exactly this instant is the last frame of the old inverter.
      if (input.replacedAt !== undefined && at <= newest) throw new Problem('device.replacedTooEarly')
      await swapSerial(tx, device, input, Math.max(at, newest + 1))
      const { date } = localDayAt(at, await findStationZone(tx, device.station_id))
      await markDaysDue(tx, device.station_id, now, date)
    }),
  )
  return getDevice(service, accountId, deviceId)
}

/** Newest first. */
export async function listSerials(service: Service, deviceId: string): Promise<DeviceSerial[]> {
  return (await findSerials(service.db.read, deviceId)).map(({ serial, model, since, until }) => ({
    serial,
    model,
    from: since === null ? null : iso(since),
    until: until === null ? null : iso(until),
  }))
}
