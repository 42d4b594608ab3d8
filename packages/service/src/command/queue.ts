import type { Transaction } from '../database/session.ts'
import { flowsAgainst, hasEnded, isDone, isSameSetting, ivScanMs } from '@helioport/contract'
import type {
  LoggerCurves,
  LoggerCommand,
  LoggerStep,
  LoggerStepReply,
  NextCommandRequest,
} from '@helioport/contract/ingest'
import { settingIn } from './queries/stored-setting.ts'
import { findDueReverts, findRestorable, lockQueue, markReverted } from './queries/command.ts'
import {
  findDueCommandDevices,
  findOpenCommandDevices,
  findQueuedCommandDevices,
  findWaitingCommandDevices,
  findCommandDevice,
  hasOpenCommandDevices,
  type Move,
  moveCommandDevice,
  setScanned,
  setLease,
  storeControls,
  type CommandDeviceRow,
} from './queries/device.ts'
import { insertIvScan } from './queries/iv-scan.ts'
import type { Service } from '../base/service.ts'
import { insertRevert } from './create-command.ts'
import { releaseDelayed } from './hold.ts'
import { clockFault } from '../telemetry/judge-frames.ts'
import { Problem } from '../base/problem.ts'

/** A logger must report `delivered` within this time after it took a command; later it may not execute it. */
const takeMs = 30_000
/** Longest time from `delivered` to the result; a scan takes longer. */
const writeMs = 30_000
const scanMs = 2 * ivScanMs
/** Retry interval of a revert to which the inverter gave no answer, for example because it sleeps. */
const restMs = 30 * 60_000
/** How long the service tries to read back a value that may have been written. */
const unknownMs = 24 * 3_600_000

/**
 * The next command for a logger: first pending read-backs, then the queue, one at a time on its bus. The logger may not
 * execute it yet: see `takeStep`.
 */
export async function takeNext(
  service: Service,
  loggerId: string,
  controls?: NextCommandRequest['controls'],
): Promise<LoggerCommand | null> {
  const now = service.now()
  return service.db.transaction(async (tx) => {
    await lockQueue(tx, loggerId)
    if (controls) await storeControls(tx, loggerId, controls)
    await settleDue(tx, now, loggerId)
    const open = await findOpenCommandDevices(tx, loggerId)
    if (open.some(({ state, due_at }) => state !== 'QUEUED' && (state !== 'UNKNOWN' || due_at !== null))) return null
    const isReleased = ({ waits, is_canary, canary_state, kind, reason, changed_at }: (typeof open)[number]) =>
      !waits &&
      (reason !== 'noAnswer' || changed_at <= now - restMs) &&
      (is_canary || canary_state === null || isDone(kind, canary_state))
    const device =
      open.find(({ state }) => state === 'UNKNOWN') ?? open.find((row) => row.state === 'QUEUED' && isReleased(row))
    if (!device) return null
    if (!controls && !isKnownToAll(device)) {
      // A logger program of an earlier release would read the value as a power factor.
      await moveAndFollow(tx, device, { state: 'FAILED', reason: 'unsupported', by: 'service', at: now, dueAt: null })
      return null
    }
    const lease = device.lease + 1
    const dueAt = Math.min(now + takeMs, device.state === 'UNKNOWN' ? Number.POSITIVE_INFINITY : device.expires_at)
    if (device.state === 'UNKNOWN') await setLease(tx, device.id, lease, dueAt)
    else await moveCommandDevice(tx, device, { state: 'SENT', by: 'service', at: now, dueAt, lease })
    return {
      taskId: device.id,
      lease,
      serial: device.serial,
      action: actionOf(device),
      powerFactor: device.state === 'UNKNOWN' ? null : device.power_factor,
      raw: device.state === 'UNKNOWN' ? null : device.raw,
      setting: device.setting,
      endsAfterMs: device.revert_at === null ? null : Math.max(device.revert_at - now, 0),
      validForMs: dueAt - now,
    }
  })
}

const isKnownToAll = ({ kind, setting }: CommandDeviceRow) => kind === 'ivScan' || setting === null

function actionOf(device: CommandDeviceRow): LoggerCommand['action'] {
  if (device.kind === 'ivScan') return 'scanIv'
  const isRead = device.state === 'UNKNOWN'
  if (device.setting !== null) return isRead ? 'readSetting' : 'applySetting'
  return isRead ? 'readPowerFactor' : 'setPowerFactor'
}

/**
 * Takes a step that a logger reports of its command. A step of an older lease, or of a command device that has moved
 * on, changes nothing. Only `proceed` in the reply to `delivered` permits execution, once per lease and before `dueAt`.
 * @throws Problem notFound (no such command device of this logger), request.invalid
 */
export async function takeStep(
  service: Service,
  loggerId: string,
  commandDeviceId: string,
  step: LoggerStep,
): Promise<LoggerStepReply> {
  const now = service.now()
  return service.db.transaction(async (tx) => {
    const device = await findCommandDevice(tx, commandDeviceId, loggerId)
    if (!device) throw new Problem('notFound')
    if (device.lease !== step.lease || !device.is_open) return { proceed: false }
    if (device.due_at !== null && device.due_at <= now) {
      await settle(tx, device, now)
      // A late read-back is still useful.
      if (step.step !== 'readBack') return { proceed: false }
    }
    if (step.step === 'delivered' && device.state === 'DELIVERED') return { proceed: true }
    if (step.step === 'progress') {
      if (device.kind !== 'ivScan' || device.state !== 'DELIVERED') return { proceed: false }
      if (step.strings) await setScanned(tx, device.id, step.strings)
      return { proceed: !device.stop_asked }
    }
    const move = moveOf(device, step, now)
    if (!move) return { proceed: false }
    await moveAndFollow(tx, device, move)
    return { proceed: true }
  })
}

/** The move that a step causes; null: none. */
function moveOf(device: CommandDeviceRow, told: LoggerStep, now: number): Move | null {
  const { step, raw = null, reason, powerW = null, reactiveVar = null } = told
  const setting = settingIn(told.powerFactor ?? null, told.setting ?? null)
  const { state } = device
  const at = { by: 'logger', at: now, powerW, reactiveVar } as const
  const isSetting = device.kind !== 'ivScan'
  const begun = state === 'SENT' || state === 'DELIVERED'
  switch (step) {
    case 'delivered': {
      if (state !== 'SENT') return null
      if (isSetting && setting === null) throw new Problem('request.invalid')
      const dueAt = now + (isSetting ? writeMs : scanMs)
      return { ...at, state: 'DELIVERED', dueAt, ...(isSetting && { former: setting }) }
    }
    case 'written':
      return isSetting && state === 'DELIVERED' ? { ...at, state: 'SUCCESSFUL', dueAt: now + writeMs } : null
    case 'readBack': {
      if (!isSetting || state === 'SENT' || state === 'QUEUED') return null
      const wanted = settingIn(device.power_factor, device.setting)
      if (setting === null || wanted === null) throw new Problem('request.invalid')
      const isSame = isSameSetting(setting, wanted)
      // Only the measured reactive power shows whether this inverter uses the sign as the portal does.
      const against =
        isSame &&
        flowsAgainst(setting, { ratedW: device.rated_power_w, apparentVA: device.apparent_va }, powerW, reactiveVar)
      const found = { dueAt: null, readBack: setting, readBackRaw: raw }
      return {
        ...at,
        ...found,
        state: isSame && !against ? 'READ_BACK_OK' : 'MISMATCH',
        reason: against ? 'wrongSign' : null,
      }
    }
    case 'stopped':
      return device.kind === 'ivScan' && state === 'DELIVERED' ? { ...at, state: 'CANCELLED', dueAt: null } : null
    case 'progress':
      return null
    case 'failed':
      return begun ? { ...at, state: 'FAILED', reason: reason ?? 'rejected', dueAt: null } : null
    case 'timeout':
      // Without an answer the inverter may still have taken the value.
      if (isSetting && (state === 'DELIVERED' || state === 'SUCCESSFUL')) {
        return { ...at, state: 'UNKNOWN', reason: 'noAnswer', dueAt: null }
      }
      if (state === 'SENT' && device.cause === 'revert' && device.expires_at > now) {
        return { ...at, state: 'QUEUED', reason: 'noAnswer', dueAt: device.expires_at }
      }
      return { ...at, state: 'TIMEOUT', reason: 'noAnswer', dueAt: null }
  }
}

/**
 * Stores the curves of a scan; idempotent.
 * @throws Problem notFound, request.invalid
 */
export async function takeCurves(
  service: Service,
  loggerId: string,
  commandDeviceId: string,
  curves: LoggerCurves,
): Promise<LoggerStepReply> {
  const now = service.now()
  const distinct = new Set(curves.curves.map(({ mppt, string }) => `${mppt} ${string}`))
  const even = curves.curves.every(({ voltageV, currentA }) => voltageV.length === currentA.length)
  if (distinct.size < curves.curves.length || !even || clockFault(curves.scannedAt, now) !== null) {
    throw new Problem('request.invalid')
  }
  return service.db.transaction(async (tx) => {
    const device = await findCommandDevice(tx, commandDeviceId, loggerId)
    if (!device || device.kind !== 'ivScan') throw new Problem('notFound')
    if (device.lease !== curves.lease) return { proceed: false }
    if (device.state === 'SUCCESSFUL' || device.state === 'CANCELLED') return { proceed: true }
    // The curves of a scan that timed out are still valid.
    if (device.state !== 'DELIVERED' && device.state !== 'TIMEOUT') return { proceed: false }
    await insertIvScan(tx, device, curves)
    const done = curves.curves.length
    const all = curves.isWhole === false ? Math.max(device.all_strings ?? done, done) : done
    await setScanned(tx, device.id, { done, all })
    const state = curves.isWhole === false ? 'CANCELLED' : 'SUCCESSFUL'
    await moveAndFollow(tx, device, { state, by: 'logger', at: now, dueAt: null })
    return { proceed: true }
  })
}

/** Settles command devices whose state timed out, releases delayed commands, and reverts settings whose time ended. */
export async function settleCommands(service: Service): Promise<void> {
  const now = service.now()
  await service.db.transaction((tx) => settleDue(tx, now))
  await releaseDelayed(service)
  await service.db.transaction(async (tx) => {
    for (const command of await findDueReverts(tx, now)) {
      const rows = await findRestorable(tx, [command.id])
      // A held command must not delay a revert.
      for (const device of await findWaitingCommandDevices(tx, devicesOf(rows))) {
        await moveAndFollow(tx, device, { state: 'FAILED', reason: 'superseded', by: 'service', at: now, dueAt: null })
      }
      if (await hasOpenCommandDevices(tx, devicesOf(rows))) continue
      await insertRevert(service, tx, command, rows)
      await markReverted(tx, command.id)
    }
  })
}

const devicesOf = (rows: readonly { device_no: number }[]) => rows.map(({ device_no }) => device_no)

async function settleDue(tx: Transaction, now: number, loggerId?: string): Promise<void> {
  for (const device of await findDueCommandDevices(tx, now, now - unknownMs, loggerId)) await settle(tx, device, now)
}

/** Moves a device of a command on whose state has timed out. */
async function settle(tx: Transaction, device: CommandDeviceRow, now: number): Promise<void> {
  const at = { by: 'service', at: now, reason: 'loggerSilent' } as const
  const expired = device.expires_at <= now
  switch (device.state) {
    case 'QUEUED':
      return moveAndFollow(tx, device, { ...at, reason: null, state: 'EXPIRED', dueAt: null })
    case 'SENT':
      // Nothing was executed: the logger never reported `delivered`.
      return moveAndFollow(
        tx,
        device,
        expired ? { ...at, state: 'EXPIRED', dueAt: null } : { ...at, state: 'QUEUED', dueAt: device.expires_at },
      )
    case 'DELIVERED':
    case 'SUCCESSFUL':
      return moveAndFollow(tx, device, { ...at, state: device.kind === 'ivScan' ? 'TIMEOUT' : 'UNKNOWN', dueAt: null })
    case 'UNKNOWN':
      return device.changed_at <= now - unknownMs
        ? moveAndFollow(tx, device, { ...at, state: 'TIMEOUT', dueAt: null })
        : setLease(tx, device.id, device.lease, null)
  }
}

/** Moves a device of a command. When the canary fails, the queued others fail untried. */
async function moveAndFollow(tx: Transaction, device: CommandDeviceRow, move: Move): Promise<void> {
  await moveCommandDevice(tx, device, move)
  if (!device.is_canary || !hasEnded(device.kind, move.state) || isDone(device.kind, move.state)) return
  for (const other of await findQueuedCommandDevices(tx, device.command_id)) {
    await moveCommandDevice(tx, other, {
      state: 'FAILED',
      reason: 'canaryFailed',
      by: 'service',
      at: move.at,
      dueAt: null,
    })
  }
}
