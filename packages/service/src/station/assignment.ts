import type { Device } from '@helioport/contract'
import { enterStation, findDates, holdDevices, leaveStation } from '../inventory/queries/device-edit.ts'
import { lockStation } from '../telemetry/queries/frames.ts'
import { markDaysDue } from '../energy/queries/day-analysis.ts'
import { upsertStationDays } from '../energy/queries/roll-up.ts'
import type { Service } from '../base/service.ts'
import { describeDevices } from './figures/describe-devices.ts'
import { Problem } from '../base/problem.ts'
import { requireProof } from '../base/proof.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { isGiven } from './queries/share.ts'
import type { Transaction } from '../database/session.ts'

/**
 * Assigns unassigned devices to a station: all of them or none. Their history moves with them; a job computes the days
 * in the station's time zone from the samples.
 * @throws Problem notFound, device.assigned (to another station, or to this one already), session.proofRequired
 */
export async function assignDevices(
  service: Service,
  { accountId, provedAt }: Mover & { accountId: string },
  stationId: string,
  deviceIds: readonly string[],
): Promise<Device[]> {
  const now = service.now()
  await service.db.transaction(async (tx) => {
    await requireProofToGive(tx, stationId, deviceIds, { provedAt }, now)
    await moveDevices(tx, stationId, { entering: deviceIds, leaving: [] }, now)
  })
  const wanted = new Set(deviceIds)
  const described = await describeDevices(service.db.read, accountId, service.now(), { stationId })
  return described.flatMap(({ device }) => (wanted.has(device.id) ? [device] : []))
}

/** The person who moves devices: when they last proved who they are. */
export type Mover = Pick<SignedIn, 'provedAt'>

/**
 * Other accounts that reach a station reach its devices too, and may have the right to control them. To assign a device
 * to such a station gives it to these accounts, so it requires a recent proof.
 * @throws Problem session.proofRequired
 */
export async function requireProofToGive(
  tx: Transaction,
  stationId: string,
  entering: readonly string[],
  mover: Mover,
  now: number,
): Promise<void> {
  if (entering.length > 0 && (await isGiven(tx, stationId))) requireProof(mover, now)
}

/**
 * Removes a device from a station without deleting it; its history leaves the station with it. Frames that it sends
 * while unassigned are stored.
 * @throws Problem notFound
 */
export async function unassignDevice(
  service: Service,
  { stationId, deviceId }: { stationId: string; deviceId: string },
): Promise<void> {
  await service.db.transaction((tx) => moveDevices(tx, stationId, { entering: [], leaving: [deviceId] }, service.now()))
}

/**
 * Moves unassigned devices to a station and other devices out of it: all of them or none.
 * @throws Problem notFound (no such device, or a leaving device is not at the station), device.assigned
 */
export async function moveDevices(
  tx: Transaction,
  stationId: string,
  { entering, leaving }: { entering: readonly string[]; leaving: readonly string[] },
  now: number,
): Promise<void> {
  if (entering.length + leaving.length === 0) return
  // One statement locks all rows in the order of their numbers: concurrent moves wait and cannot deadlock.
  const devices = await holdDevices(tx, [...entering, ...leaving])
  if (devices.length < entering.length + leaving.length) throw new Problem('notFound')
  const free = devices.filter(({ station_id }) => station_id === null)
  const own = devices.filter(({ station_id }) => station_id === stationId)
  if (own.length < leaving.length) throw new Problem('notFound')
  if (free.length < entering.length) throw new Problem('device.assigned')
  await lockStation(tx, stationId)
  const dates = await findDates(
    tx,
    devices.map(({ no }) => no),
  )
  for (const device of own) await leaveStation(tx, device, null, now)
  for (const device of free) await enterStation(tx, device, stationId)
  await upsertStationDays(tx, stationId, dates, now)
  // The capacity of a moved device affects all days since its installation.
  const installed = devices.map((device) => device.installed_on).toSorted()[0]
  if (installed !== undefined) await markDaysDue(tx, stationId, now, installed)
}
