import type { Transaction } from '../database/session.ts'
import {
  type CommandCause,
  type CommandDetail,
  type CommandKind,
  isPowerFactor,
  ivScanMs,
  type IvScanInput,
  maxDevicesWithoutCanary,
  type ReactivePowerInput,
} from '@helioport/contract'
import { violatedUnique } from '../database/errors.ts'
import { findDevicePlaces, findRestorable, insertCommand, type NewCommandDevice } from './queries/command.ts'
import type { Service } from '../base/service.ts'
import { commonOf, restorable, type Wanted } from './restore.ts'
import { getCommand } from './list-commands.ts'
import { Problem } from '../base/problem.ts'
import { listCommandCandidates } from './candidates.ts'

/** A setting that no logger took within this time is not wanted any more. */
const settingValidMs = 15 * 60_000
/** What takes a setting back is wanted whenever the logger returns. */
const restoreValidMs = 7 * 24 * 3_600_000

/** The first of these that applies is told. */
const obstacleOrder = ['unsupported', 'busy', 'uninitialized', 'offline', 'fault'] as const

/** @throws Problem powerFactor.missing, powerFactor.outOfRange, command.* */
export async function setPowerFactor(
  service: Service,
  accountId: string,
  { deviceIds, powerFactor, revertAfterMinutes, canary }: ReactivePowerInput,
): Promise<CommandDetail> {
  if (powerFactor === undefined || powerFactor === null) throw new Problem('powerFactor.missing')
  if (!isPowerFactor(powerFactor)) throw new Problem('powerFactor.outOfRange')
  const now = service.now()
  const revertAt = revertAfterMinutes ? now + revertAfterMinutes * 60_000 : null
  return create(service, accountId, {
    kind: 'reactivePower',
    cause: 'person',
    ofCommandId: null,
    powerFactor,
    revertAt,
    expiresAt: Math.min(now + settingValidMs, revertAt ?? Number.POSITIVE_INFINITY),
    canary: canary ?? false,
    wanted: deviceIds.map((deviceId) => ({ deviceId, powerFactor })),
  })
}

/** @throws Problem command.* */
export async function scanIv(service: Service, accountId: string, { deviceIds }: IvScanInput): Promise<CommandDetail> {
  return create(service, accountId, {
    kind: 'ivScan',
    cause: 'person',
    ofCommandId: null,
    powerFactor: null,
    revertAt: null,
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
  return create(service, accountId, {
    kind: 'reactivePower',
    cause: 'undo',
    ofCommandId: commandId,
    powerFactor: commonOf(wanted),
    revertAt: null,
    expiresAt: service.now() + restoreValidMs,
    canary: false,
    wanted,
  })
}

interface NewCommand {
  kind: CommandKind
  cause: CommandCause
  ofCommandId: string | null
  powerFactor: number | null
  revertAt: number | null
  expiresAt: number
  canary: boolean
  wanted: readonly Wanted[]
}

async function create(service: Service, accountId: string, command: NewCommand): Promise<CommandDetail> {
  const { kind, wanted } = command
  const places = await findDevicePlaces(
    service.db.read,
    wanted.map(({ deviceId }) => deviceId),
  )
  const [first] = places
  if (!first) throw new Problem('command.noDevices')
  if (places.some((place) => place.station_id !== first.station_id)) throw new Problem('command.manyStations')
  const listed = await listCommandCandidates(service, accountId, first.station_id)
  const obstacles = new Map(
    listed.map((device) => [
      device.deviceId,
      kind === 'ivScan' ? device.ivScanObstacles : device.reactivePowerObstacles,
    ]),
  )
  const devices = wanted.flatMap(({ deviceId, powerFactor }): NewCommandDevice[] => {
    const place = places.find(({ id }) => id === deviceId)
    if (!place) return []
    const found = obstacleOrder.find((obstacle) => obstacles.get(deviceId)?.includes(obstacle))
    return [commandDeviceAt(place, powerFactor, found ?? null)]
  })
  const able = devices.filter(({ reason }) => reason === null)
  const [canary] = able
  if (!canary) {
    const reason =
      obstacleOrder.find((obstacle) => devices.some((device) => device.reason === obstacle)) ?? 'unsupported'
    throw new Problem(`command.${reason}`)
  }
  if (able.length > 1 && (command.canary || able.length > maxDevicesWithoutCanary)) canary.is_canary = true
  try {
    const id = await service.db.transaction((tx) =>
      insert(tx, service.now(), command, { accountId, stationId: first.station_id }, devices),
    )
    return await getCommand(service, accountId, id)
  } catch (error) {
    // Somebody else was faster by less than a look.
    if (violatedUnique(error) === 'command_device_busy') throw new Problem('command.busy', { cause: error })
    throw error
  }
}

type Place = Awaited<ReturnType<typeof findDevicePlaces>>[number]

function commandDeviceAt(
  place: Place,
  powerFactor: number | null,
  reason: NewCommandDevice['reason'],
): NewCommandDevice {
  return { device_no: place.no, logger_id: place.logger_id, is_canary: false, power_factor: powerFactor, reason }
}

function insert(
  tx: Transaction,
  now: number,
  command: NewCommand,
  of: { accountId: string | null; stationId: string },
  devices: readonly NewCommandDevice[],
): Promise<string> {
  return insertCommand(
    tx,
    {
      kind: command.kind,
      cause: command.cause,
      of_command_id: command.ofCommandId,
      station_id: of.stationId,
      account_id: of.accountId,
      power_factor: command.powerFactor,
      created_at: new Date(now),
      expires_at: new Date(command.expiresAt),
      revert_at: command.revertAt === null ? null : new Date(command.revertAt),
    },
    devices,
    command.cause === 'revert' ? 'service' : 'person',
  )
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
  const revert: NewCommand = {
    kind: 'reactivePower',
    cause: 'revert',
    ofCommandId: command.id,
    powerFactor: commonOf(wanted),
    revertAt: null,
    expiresAt: service.now() + restoreValidMs,
    canary: false,
    wanted,
  }
  await insert(tx, service.now(), revert, { accountId: null, stationId: command.station_id }, devices)
}
