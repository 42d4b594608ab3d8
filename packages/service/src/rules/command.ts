import {
  type Command,
  type CommandCause,
  type CommandDetail,
  type CommandKind,
  type CommandReason,
  type CommandState,
  hasEnded,
  isDone,
  isPowerFactor,
  ivScanMs,
  type IvScanInput,
  maxDevicesWithoutCanary,
  type ReactivePowerInput,
} from '@helioport/contract'
import { violatedUnique } from '../database/database.ts'
import {
  findDevicePlaces,
  findRestorable,
  insertCommand,
  type NewTask,
  transact,
  type Work,
} from '../queries/command.ts'
import {
  type CommandFilter,
  type CommandRow,
  countTasks,
  findCommandDevices,
  findCommands,
  findCommandSteps,
} from '../queries/command-list.ts'
import type { Service } from '../service.ts'
import { iso } from './calendar.ts'
import { type PageQuery, windowOf } from './page.ts'
import { Problem } from './problem.ts'
import { listRemoteSettingDevices } from './remote-setting.ts'

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
  const wanted = restorable(await findRestorable(service.db.kysely, [commandId]))
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

interface Wanted {
  deviceId: string
  powerFactor: number | null
}

interface Order {
  kind: CommandKind
  cause: CommandCause
  ofCommandId: string | null
  powerFactor: number | null
  revertAt: number | null
  expiresAt: number
  canary: boolean
  wanted: readonly Wanted[]
}

async function create(service: Service, accountId: string, order: Order): Promise<CommandDetail> {
  const { kind, wanted } = order
  const places = await findDevicePlaces(
    service.db,
    wanted.map(({ deviceId }) => deviceId),
  )
  const [first] = places
  if (!first) throw new Problem('command.noDevices')
  if (places.some((place) => place.station_id !== first.station_id)) throw new Problem('command.manyStations')
  const listed = await listRemoteSettingDevices(service, accountId, first.station_id)
  const obstacles = new Map(
    listed.map((device) => [
      device.deviceId,
      kind === 'ivScan' ? device.ivScanObstacles : device.reactivePowerObstacles,
    ]),
  )
  const tasks = wanted.flatMap(({ deviceId, powerFactor }): NewTask[] => {
    const place = places.find(({ id }) => id === deviceId)
    if (!place) return []
    const found = obstacleOrder.find((obstacle) => obstacles.get(deviceId)?.includes(obstacle))
    return [
      {
        device_no: place.no,
        logger_id: place.logger_id,
        is_canary: false,
        power_factor: powerFactor,
        reason: found ?? null,
      },
    ]
  })
  const able = tasks.filter(({ reason }) => reason === null)
  const [canary] = able
  if (!canary) {
    const reason = obstacleOrder.find((obstacle) => tasks.some((task) => task.reason === obstacle)) ?? 'unsupported'
    throw new Problem(`command.${reason}`)
  }
  if (able.length > 1 && (order.canary || able.length > maxDevicesWithoutCanary)) canary.is_canary = true
  try {
    const id = await transact(service.db, (trx) =>
      insert(trx, service.now(), order, { accountId, stationId: first.station_id }, tasks),
    )
    return await getCommand(service, accountId, id)
  } catch (error) {
    // Somebody else was faster by less than a look.
    if (violatedUnique(error) === 'command_device_busy') throw new Problem('command.busy', { cause: error })
    throw error
  }
}

function insert(
  trx: Work,
  now: number,
  order: Order,
  of: { accountId: string | null; stationId: string },
  tasks: readonly NewTask[],
): Promise<string> {
  return insertCommand(
    trx,
    {
      kind: order.kind,
      cause: order.cause,
      of_command_id: order.ofCommandId,
      station_id: of.stationId,
      account_id: of.accountId,
      power_factor: order.powerFactor,
      created_at: new Date(now),
      expires_at: new Date(order.expiresAt),
      revert_at: order.revertAt === null ? null : new Date(order.revertAt),
    },
    tasks,
    order.cause === 'revert' ? 'service' : 'person',
  )
}

/** Takes a command back by itself: queued whatever state the devices are in, for when they can be reached. */
export async function insertRevert(
  service: Service,
  trx: Work,
  command: { id: string; station_id: string },
  rows: Awaited<ReturnType<typeof findRestorable>>,
): Promise<void> {
  const wanted = restorable(rows)
  const places = await findDevicePlaces(
    service.db,
    wanted.map(({ deviceId }) => deviceId),
  )
  const tasks = wanted.flatMap(({ deviceId, powerFactor }): NewTask[] => {
    const place = places.find(({ id }) => id === deviceId)
    return place
      ? [
          {
            device_no: place.no,
            logger_id: place.logger_id,
            is_canary: false,
            power_factor: powerFactor,
            reason: null,
          },
        ]
      : []
  })
  if (tasks.length === 0) return
  const order: Order = {
    kind: 'reactivePower',
    cause: 'revert',
    ofCommandId: command.id,
    powerFactor: commonOf(wanted),
    revertAt: null,
    expiresAt: service.now() + restoreValidMs,
    canary: false,
    wanted,
  }
  await insert(trx, service.now(), order, { accountId: null, stationId: command.station_id }, tasks)
}

function restorable(rows: Awaited<ReturnType<typeof findRestorable>>): Wanted[] {
  return rows.flatMap(({ device_id, former_power_factor }) =>
    former_power_factor !== null && isPowerFactor(former_power_factor)
      ? [{ deviceId: device_id, powerFactor: former_power_factor }]
      : [],
  )
}

/** The value that all get; null: they differ. */
function commonOf(wanted: readonly Wanted[]): number | null {
  const [first] = wanted
  return first && wanted.every(({ powerFactor }) => powerFactor === first.powerFactor) ? first.powerFactor : null
}

/** One page of commands, newest first. */
export async function listCommands(
  service: Service,
  accountId: string,
  filter: CommandFilter & PageQuery,
): Promise<{ data: Command[]; total: number }> {
  const { rows, total } = await findCommands(service.db, accountId, service.now(), filter, windowOf(filter))
  return { data: await describe(service, rows), total }
}

/** @throws Problem notFound */
export async function getCommand(service: Service, accountId: string, commandId: string): Promise<CommandDetail> {
  const { rows } = await findCommands(service.db, accountId, service.now(), { commandId }, { limit: 1, offset: 0 })
  const [command] = await describe(service, rows)
  if (!command) throw new Problem('notFound')
  const [devices, steps] = await Promise.all([
    findCommandDevices(service.db, commandId),
    findCommandSteps(service.db, commandId),
  ])
  return {
    ...command,
    devices: devices.map((row) => ({
      deviceId: row.device_id,
      name: row.name,
      serial: row.serial,
      model: row.model,
      loggerSerial: row.logger_serial,
      ahead: row.state === 'QUEUED' ? row.ahead : null,
      state: row.state,
      reason: row.reason,
      powerFactor: row.power_factor,
      formerPowerFactor: row.former_power_factor,
      readBackPowerFactor: row.read_back_power_factor,
      isCanary: row.is_canary,
      ivScanId: row.iv_scan_id,
      changedAt: iso(row.changed_at),
      steps: steps
        .filter((step) => step.command_device_id === row.id)
        .map(({ at, state, reason, power_factor, power_w, reactive_var, by }) => ({
          at: iso(at),
          state,
          reason: reason satisfies CommandReason | null,
          powerFactor: power_factor,
          powerW: power_w,
          reactiveVar: reactive_var,
          by,
        })),
    })),
  }
}

async function describe(service: Service, rows: readonly CommandRow[]): Promise<Command[]> {
  const ids = rows.map(({ id }) => id)
  const [counts, restore] = await Promise.all([countTasks(service.db, ids), findRestorable(service.db.kysely, ids)])
  return rows.map((row) => {
    const own = counts.filter(({ command_id }) => command_id === row.id)
    const sum = (test: (state: CommandState) => boolean) =>
      own.reduce((total, { state, count }) => total + (test(state) ? count : 0), 0)
    const total = sum(() => true)
    const open = sum((state) => !hasEnded(row.kind, state))
    const done = sum((state) => isDone(row.kind, state))
    return {
      id: row.id,
      kind: row.kind,
      cause: row.cause,
      ofCommandId: row.of_command_id,
      stationId: row.station_id,
      stationName: row.station_name,
      memberId: row.member_id,
      timeZone: row.time_zone,
      userName: row.user_name,
      powerFactor: row.power_factor,
      createdAt: iso(row.created_at),
      expiresAt: iso(row.expires_at),
      revertAt: row.revert_at === null ? null : iso(row.revert_at),
      ended: open === 0,
      counts: { total, open, done, failed: total - open - done },
      undoable: open === 0 && restorable(restore.filter(({ command_id }) => command_id === row.id)).length > 0,
    }
  })
}
