import type { Transaction } from '../database/session.ts'
import {
  type CommandDetail,
  isPowerFactor,
  ivScanMs,
  type IvScanInput,
  type ReactivePowerInput,
} from '@helioport/contract'
import { findDevicePlaces, findRestorable, type NewCommandDevice } from './queries/command.ts'
import type { Service } from '../base/service.ts'
import { commonOf, restorable } from './restore.ts'
import { Problem } from '../base/problem.ts'
import { settingValidMs } from './hold.ts'
import { commandDeviceAt, insertOne, placeOrder } from './place-order.ts'

/** What takes a setting back is wanted whenever the logger returns. */
const restoreValidMs = 7 * 24 * 3_600_000

/** @throws Problem powerFactor.missing, powerFactor.outOfRange, command.* */
export async function setPowerFactor(
  service: Service,
  accountId: string,
  { deviceIds, powerFactor, revertAfterMinutes, canary }: ReactivePowerInput,
): Promise<CommandDetail> {
  if (powerFactor === undefined || powerFactor === null) throw new Problem('powerFactor.missing')
  if (!isPowerFactor(powerFactor)) throw new Problem('powerFactor.outOfRange')
  const revertMs = revertAfterMinutes ? revertAfterMinutes * 60_000 : Number.POSITIVE_INFINITY
  return placeOrder(service, accountId, {
    kind: 'reactivePower',
    cause: 'person',
    ofCommandId: null,
    powerFactor,
    revertAfterMinutes: revertAfterMinutes ?? null,
    expiresAt: service.now() + Math.min(settingValidMs, revertMs),
    canary: canary ?? false,
    wanted: deviceIds.map((deviceId) => ({ deviceId, powerFactor })),
  })
}

/** @throws Problem command.* */
export async function scanIv(service: Service, accountId: string, { deviceIds }: IvScanInput): Promise<CommandDetail> {
  return placeOrder(service, accountId, {
    kind: 'ivScan',
    cause: 'person',
    ofCommandId: null,
    powerFactor: null,
    revertAfterMinutes: null,
    // The devices of one bus wait for each other.
    expiresAt: service.now() + settingValidMs + 1.2 * ivScanMs * deviceIds.length,
    canary: false,
    wanted: deviceIds.map((deviceId) => ({ deviceId, powerFactor: null })),
  })
}

/**
 * Sets what the devices had before a command; a value that a later command has overwritten is left alone.
 * @throws Problem notFound, command.nothingToUndo, command.*
 */
export async function undoCommand(service: Service, accountId: string, commandId: string): Promise<CommandDetail> {
  const wanted = restorable(await findRestorable(service.db.read, [commandId]))
  if (wanted.length === 0) throw new Problem('command.nothingToUndo')
  return placeOrder(service, accountId, {
    kind: 'reactivePower',
    cause: 'undo',
    ofCommandId: commandId,
    powerFactor: commonOf(wanted),
    revertAfterMinutes: null,
    expiresAt: service.now() + restoreValidMs,
    canary: false,
    wanted,
  })
}

/** Takes a command back by itself: queued whatever state the devices are in, for when they can be reached. */
export async function insertRevert(
  service: Service,
  tx: Transaction,
  command: { id: string; station_id: string },
  rows: Awaited<ReturnType<typeof findRestorable>>,
): Promise<void> {
  const wanted = restorable(rows)
  const places = await findDevicePlaces(
    tx,
    wanted.map(({ deviceId }) => deviceId),
  )
  const devices = wanted.flatMap(({ deviceId, powerFactor }): NewCommandDevice[] => {
    const place = places.find(({ id }) => id === deviceId)
    return place ? [commandDeviceAt(place, powerFactor, null)] : []
  })
  if (devices.length === 0) return
  await insertOne(
    tx,
    service.now(),
    {
      kind: 'reactivePower',
      cause: 'revert',
      ofCommandId: command.id,
      powerFactor: commonOf(wanted),
      revertAfterMinutes: null,
      expiresAt: service.now() + restoreValidMs,
      canary: false,
      wanted,
    },
    { accountId: null, stationId: command.station_id, hold: null },
    devices,
  )
}
