import type { Transaction } from '../database/session.ts'
import {
  type CommandDetail,
  ivScanMs,
  type IvScanInput,
  maxRevertMinutes,
  type ReactivePowerInput,
  type Setting,
  settingFaultOf,
  type SettingInput,
} from '@helioport/contract'
import { findDevicePlaces, findRestorable, type NewCommandDevice } from './queries/command.ts'
import type { Service } from '../base/service.ts'
import { commonOf, restorable, type Wanted } from './restore.ts'
import { Problem } from '../base/problem.ts'
import { settingValidMs } from './hold.ts'
import { type Ordered, orderOnce } from './order-once.ts'
import { commandDeviceAt, insertOne, type NewCommand, placeOrder } from './place-order.ts'
import type { Asked } from '../request/once.ts'

/** A reversal stays valid long: it is wanted whenever the logger returns. */
const restoreValidMs = 7 * 24 * 3_600_000

/** @throws Problem request.keyReused, powerFactor.missing, powerFactor.outOfRange, command.* */
export function setPowerFactor(
  service: Service,
  accountId: string,
  { powerFactor, ...input }: ReactivePowerInput,
): Promise<Ordered> {
  return applySetting(service, accountId, { ...input, kind: 'reactivePower', value: powerFactor ?? null })
}

/** @throws Problem request.keyReused, of a SettingFault, setting.endMissing, setting.endOutOfRange, command.* */
export function applySetting(service: Service, accountId: string, input: SettingInput): Promise<Ordered> {
  return orderOnce(service, accountId, input, (asked) => placeSetting(service, accountId, input, asked))
}

async function placeSetting(
  service: Service,
  accountId: string,
  { deviceIds, kind, value = null, points = null, revertAfterMinutes, endsAt, canary }: SettingInput,
  asked: Asked | undefined,
): Promise<CommandDetail> {
  const setting: Setting = { kind, value, points }
  const fault = settingFaultOf(setting)
  if (fault) throw new Problem(fault)
  const revertAt = endOf(service, kind, revertAfterMinutes ?? null, endsAt ?? null)
  const command: NewCommand = {
    kind,
    cause: 'person',
    ofCommandId: null,
    setting,
    revertAfterMinutes: endsAt ? null : (revertAfterMinutes ?? null),
    endsAt: endsAt ? revertAt : null,
    expiresAt: Math.min(service.now() + settingValidMs, revertAt ?? Number.POSITIVE_INFINITY),
    canary: canary ?? false,
    wanted: deviceIds.map((deviceId) => ({ deviceId, setting })),
  }
  return placeOrder(service, accountId, command, asked)
}

/** When the former settings come back, epoch ms; null: never. A limit must end: a permanent one would be forgotten. */
function endOf(
  service: Service,
  kind: SettingInput['kind'],
  revertAfterMinutes: number | null,
  endsAt: string | null,
): number | null {
  const now = service.now()
  if (endsAt === null) {
    if (kind === 'powerLimit' && revertAfterMinutes === null) throw new Problem('setting.endMissing')
    return revertAfterMinutes === null ? null : now + revertAfterMinutes * 60_000
  }
  const at = Date.parse(endsAt)
  if (at <= now || at > now + maxRevertMinutes * 60_000) throw new Problem('setting.endOutOfRange')
  return at
}

/** @throws Problem request.keyReused, command.* */
export function scanIv(service: Service, accountId: string, { key, deviceIds }: IvScanInput): Promise<Ordered> {
  const command: NewCommand = {
    kind: 'ivScan',
    cause: 'person',
    ofCommandId: null,
    setting: null,
    revertAfterMinutes: null,
    endsAt: null,
    // Devices of one bus are scanned one after the other.
    expiresAt: service.now() + settingValidMs + 1.2 * ivScanMs * deviceIds.length,
    canary: false,
    wanted: deviceIds.map((deviceId) => ({ deviceId, setting: null })),
  }
  const request = { key, kind: command.kind, deviceIds }
  return orderOnce(service, accountId, request, (asked) => placeOrder(service, accountId, command, asked))
}

/**
 * Restores the settings that the devices had before a command, except where a later command has overwritten its value.
 * @throws Problem notFound, command.nothingToUndo, command.*
 */
export async function undoCommand(service: Service, accountId: string, commandId: string): Promise<CommandDetail> {
  const wanted = restorable(await findRestorable(service.db.read, [commandId]))
  if (wanted.length === 0) throw new Problem('command.nothingToUndo')
  return placeOrder(service, accountId, restoreOf(service, 'undo', commandId, wanted))
}

/** Devices may have had settings of several kinds: the command gets the kind of the first one. */
function restoreOf(
  service: Service,
  cause: 'undo' | 'revert',
  commandId: string,
  wanted: readonly (Wanted & { setting: Setting })[],
): NewCommand {
  return {
    kind: wanted[0]?.setting.kind ?? 'reactivePower',
    cause,
    ofCommandId: commandId,
    setting: commonOf(wanted),
    revertAfterMinutes: null,
    endsAt: null,
    expiresAt: service.now() + restoreValidMs,
    canary: false,
    wanted,
  }
}

/** Queues the automatic revert of a command, whatever the state of its devices: it runs when they can be reached. */
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
  const devices = wanted.flatMap(({ deviceId, setting }): NewCommandDevice[] => {
    const place = places.find(({ id }) => id === deviceId)
    return place ? [commandDeviceAt(place, setting, null)] : []
  })
  if (devices.length === 0) return
  await insertOne(
    tx,
    service.now(),
    restoreOf(service, 'revert', command.id, wanted),
    { accountId: null, stationId: command.station_id, hold: null },
    devices,
  )
}
