import {
  type CommandCause,
  type CommandDetail,
  type CommandKind,
  isSettingKind,
  maxDevicesWithoutCanary,
  powerFactorRegisterOf,
  rawPowerFactor,
  type Setting,
} from '@helioport/contract'
import { violatedUnique } from '../database/errors.ts'
import type { Transaction } from '../database/session.ts'
import { findDevicePlaces, insertCommand, type NewCommandDevice } from './queries/command.ts'
import type { Service } from '../base/service.ts'
import type { Wanted } from './restore.ts'
import { getCommand } from './list-commands.ts'
import { Problem } from '../base/problem.ts'
import { listCommandCandidates, obstaclesFor } from './candidates.ts'
import { columnsOf } from './queries/stored-setting.ts'
import { type Hold, holdsOf, settingValidMs } from './hold.ts'
import { notifyApprovers } from './notify-approvers.ts'
import { type Asked, once } from '../request/once.ts'

/** Of several obstacles the first in this order is reported. */
const obstacleOrder = ['unsupported', 'busy', 'uninitialized', 'offline', 'fault'] as const

export interface NewCommand {
  kind: CommandKind
  cause: CommandCause
  ofCommandId: string | null
  /** Setting of all its devices; null: a scan, or the devices get different settings. */
  setting: Setting | null
  revertAfterMinutes: number | null
  /** Fixed time of the revert, epoch ms, whenever it goes out; null: counted from when it goes out, or never. */
  endsAt: number | null
  expiresAt: number
  canary: boolean
  wanted: readonly Wanted[]
}

type Place = Awaited<ReturnType<typeof findDevicePlaces>>[number]

/** One station's part of an order. */
interface Part {
  stationId: string
  devices: NewCommandDevice[]
  hold: Hold | null
}

/**
 * Creates one command per station in one transaction; where no device of a station is able, its command says why.
 * Returns the first command. `asked`: makes the order idempotent by its key.
 * @throws Problem request.keyReused, command.*
 */
export async function placeOrder(
  service: Service,
  accountId: string,
  command: NewCommand,
  asked?: Asked,
): Promise<CommandDetail> {
  const places = await findDevicePlaces(
    service.db.read,
    command.wanted.map(({ deviceId }) => deviceId),
  )
  if (places.length === 0) throw new Problem('command.noDevices')
  const byStation = Map.groupBy(places, ({ station_id }) => station_id)
  const parts: Part[] = []
  for (const [stationId, own] of byStation) {
    parts.push({ stationId, devices: await devicesOf(service, accountId, command, stationId, own), hold: null })
  }
  const all = parts.flatMap(({ devices }) => devices)
  if (all.every(({ reason }) => reason !== null)) {
    const reason = obstacleOrder.find((obstacle) => all.some((device) => device.reason === obstacle))
    throw new Problem(`command.${reason ?? 'unsupported'}`)
  }
  try {
    const place = async (tx: Transaction) => {
      // Scans and reversals are not limited in size: they do no harm.
      if (isSettingKind(command.kind) && command.cause === 'person') {
        await holdParts(service, tx, accountId, parts, byStation)
      }
      const ids = await insertParts(service, tx, accountId, command, parts)
      const told = parts.map((part, nth) => waitingPart(part, ids[nth] ?? ''))
      await notifyApprovers(service, tx, { by: accountId, parts: told })
      return ids[0] ?? ''
    }
    const id = await service.db.transaction(async (tx) =>
      asked ? (await once(tx, asked, () => place(tx))).id : place(tx),
    )
    return await getCommand(service, accountId, id)
  } catch (error) {
    // Another order took the device after the check.
    if (violatedUnique(error) === 'command_device_busy') throw new Problem('command.busy', { cause: error })
    throw error
  }
}

const waitingPart = ({ stationId, devices, hold }: Part, commandId: string) => ({
  commandId,
  stationId,
  hold,
  devices: devices.filter(({ reason }) => reason === null).length,
})

/** Each device's part, or why it has none; where a canary is wanted, it is the first able device. */
async function devicesOf(
  service: Service,
  accountId: string,
  { kind, wanted, canary }: NewCommand,
  stationId: string,
  places: readonly Place[],
): Promise<NewCommandDevice[]> {
  const listed = await listCommandCandidates(service, accountId, stationId)
  const candidates = new Map(listed.map((device) => [device.deviceId, device]))
  const devices = wanted.flatMap(({ deviceId, setting }): NewCommandDevice[] => {
    const place = places.find(({ id }) => id === deviceId)
    const candidate = candidates.get(deviceId)
    if (!place || !candidate) return []
    const obstacles = obstaclesFor(candidate, setting?.kind ?? kind)
    return [commandDeviceAt(place, setting, obstacleOrder.find((one) => obstacles.includes(one)) ?? null)]
  })
  const able = devices.filter(({ reason }) => reason === null)
  if (able[0] && able.length > 1 && (canary || able.length > maxDevicesWithoutCanary)) able[0].is_canary = true
  return devices
}

async function holdParts(
  service: Service,
  tx: Transaction,
  accountId: string,
  parts: readonly Part[],
  byStation: ReadonlyMap<string, Place[]>,
): Promise<void> {
  const shares = parts.map(({ stationId, devices }) => {
    const places = byStation.get(stationId) ?? []
    const able = new Set(devices.flatMap(({ device_no, reason }) => (reason === null ? [device_no] : [])))
    return {
      stationId,
      accountId: places[0]?.account_id ?? '',
      devices: places
        .filter(({ no }) => able.has(no))
        .map(({ no, rated_power_w }) => ({ no, ratedPowerW: rated_power_w })),
    }
  })
  const holdOf = await holdsOf(service, tx, accountId, shares)
  for (const part of parts) {
    if (part.devices.some(({ reason }) => reason === null)) part.hold = holdOf(part.stationId)
  }
}

async function insertParts(
  service: Service,
  tx: Transaction,
  accountId: string,
  command: NewCommand,
  parts: readonly Part[],
): Promise<string[]> {
  const ids: string[] = []
  let orderId: string | undefined
  for (const { stationId, devices, hold } of parts) {
    const made = await insertOne(tx, service.now(), command, { accountId, stationId, orderId, hold }, devices)
    orderId ??= made.order_id
    ids.push(made.id)
  }
  return ids
}

export function commandDeviceAt(
  place: Place,
  wanted: Setting | null,
  reason: NewCommandDevice['reason'],
): NewCommandDevice {
  const register = powerFactorRegisterOf(place.model)
  const { powerFactor, setting } = columnsOf(wanted)
  const raw = register && powerFactor !== null ? rawPowerFactor(register, powerFactor) : null
  const device = { device_no: place.no, logger_id: place.logger_id, is_canary: false }
  return { ...device, power_factor: powerFactor, setting, raw, reason }
}

/** The times of a held command count from its release. */
function timesOf(now: number, { revertAfterMinutes, endsAt, expiresAt }: NewCommand, hold: Hold | null) {
  if (endsAt !== null) {
    const until = hold?.kind === 'delay' ? hold.until + settingValidMs : (hold?.until ?? expiresAt)
    return { expiresAt: Math.min(until, endsAt), revertAt: endsAt }
  }
  const revertMs = revertAfterMinutes === null ? null : revertAfterMinutes * 60_000
  if (hold?.kind === 'secondPerson') return { expiresAt: hold.until, revertAt: null }
  if (hold?.kind === 'delay') {
    const revertAt = revertMs === null ? null : hold.until + revertMs
    return { expiresAt: Math.min(hold.until + settingValidMs, revertAt ?? Number.POSITIVE_INFINITY), revertAt }
  }
  return { expiresAt, revertAt: revertMs === null ? null : now + revertMs }
}

/** Adds one station's command. */
export async function insertOne(
  tx: Transaction,
  now: number,
  command: NewCommand,
  of: { accountId: string | null; stationId: string; orderId?: string | undefined; hold: Hold | null },
  devices: readonly NewCommandDevice[],
): Promise<{ id: string; order_id: string }> {
  const { expiresAt, revertAt } = timesOf(now, command, of.hold)
  const { powerFactor, setting } = columnsOf(command.setting)
  return insertCommand(
    tx,
    {
      kind: command.kind,
      cause: command.cause,
      of_command_id: command.ofCommandId,
      station_id: of.stationId,
      account_id: of.accountId,
      power_factor: powerFactor,
      setting,
      created_at: new Date(now),
      expires_at: new Date(expiresAt),
      revert_at: revertAt === null ? null : new Date(revertAt),
      revert_after_minutes: command.revertAfterMinutes,
      ...(of.orderId !== undefined && { order_id: of.orderId }),
      ...(of.hold && { hold: of.hold.kind, hold_until: new Date(of.hold.until), waits: true }),
    },
    devices,
    command.cause === 'revert' ? 'service' : 'person',
  )
}
