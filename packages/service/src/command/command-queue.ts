import type { Transaction } from '../database/session.ts'
import { hasEnded, isDone, isSamePowerFactor, ivScanMs } from '@helioport/contract'
import type { LoggerCurves, LoggerOrder, LoggerStep, LoggerStepReply } from '@helioport/contract/ingest'
import { findDueReverts, findRestorable, lockQueue, markReverted } from './queries/command.ts'
import {
  findDueTasks,
  findOpenTasks,
  findQueuedTasks,
  findTask,
  hasOpenTasks,
  type Move,
  moveTask,
  setLease,
  type TaskRow,
} from './queries/command-task.ts'
import { insertIvScan } from './queries/iv-scan.ts'
import type { Service } from '../base/service.ts'
import { insertRevert } from './command-order.ts'
import { isClockPlausible } from '../telemetry/judge-frames.ts'
import { Problem } from '../base/problem.ts'

/** A logger that took an order says within this time that it is about to execute it; later it may not. */
const takeMs = 30_000
/** From then on to what came of it; a scan takes its time. */
const writeMs = 30_000
const scanMs = 2 * ivScanMs
/** A value that may have been written is asked for until then. */
const unknownMs = 24 * 3_600_000

/**
 * The next order for a logger: what has to be read back first, then the queue, one at a time on its bus. Being handed
 * out grants nothing yet: see `takeStep`.
 */
export async function takeOrder(service: Service, loggerId: string): Promise<LoggerOrder | null> {
  const now = service.now()
  return service.db.transaction(async (tx) => {
    await lockQueue(tx, loggerId)
    await settleDue(tx, now, loggerId)
    const open = await findOpenTasks(tx, loggerId)
    if (open.some(({ state, due_at }) => state !== 'QUEUED' && (state !== 'UNKNOWN' || due_at !== null))) return null
    const mayGo = ({ is_canary, canary_state, kind }: (typeof open)[number]) =>
      is_canary || canary_state === null || isDone(kind, canary_state)
    const task =
      open.find(({ state }) => state === 'UNKNOWN') ?? open.find((row) => row.state === 'QUEUED' && mayGo(row))
    if (!task) return null
    const lease = task.lease + 1
    const dueAt = Math.min(now + takeMs, task.state === 'UNKNOWN' ? Number.POSITIVE_INFINITY : task.expires_at)
    if (task.state === 'UNKNOWN') await setLease(tx, task.id, lease, dueAt)
    else await moveTask(tx, task, { state: 'SENT', by: 'service', at: now, dueAt, lease })
    return {
      taskId: task.id,
      lease,
      serial: task.serial,
      action: task.kind === 'ivScan' ? 'scanIv' : task.state === 'UNKNOWN' ? 'readPowerFactor' : 'setPowerFactor',
      powerFactor: task.state === 'UNKNOWN' ? null : task.power_factor,
      validForMs: dueAt - now,
    }
  })
}

/**
 * What a logger tells about its order. A step of an older lease, or of a task that has gone on, changes nothing;
 * `proceed` of `delivered` is the one leave to execute, and is given once per lease while its time lasts.
 * @throws Problem notFound (no such task of this logger), request.invalid
 */
export async function takeStep(
  service: Service,
  loggerId: string,
  taskId: string,
  step: LoggerStep,
): Promise<LoggerStepReply> {
  const now = service.now()
  return service.db.transaction(async (tx) => {
    const task = await findTask(tx, taskId, loggerId)
    if (!task) throw new Problem('notFound')
    if (task.lease !== step.lease || !task.is_open) return { proceed: false }
    if (task.due_at !== null && task.due_at <= now) {
      await settle(tx, task, now)
      // What has been read is worth having however late.
      if (step.step !== 'readBack') return { proceed: false }
    }
    if (step.step === 'delivered' && task.state === 'DELIVERED') return { proceed: true }
    const move = moveOf(task, step, now)
    if (!move) return { proceed: false }
    await moveAndFollow(tx, task, move)
    return { proceed: true }
  })
}

/** Where a step brings a task; null: nowhere. */
function moveOf(task: TaskRow, told: LoggerStep, now: number): Move | null {
  const { step, powerFactor = null, reason, powerW = null, reactiveVar = null } = told
  const { state } = task
  const at = { by: 'logger', at: now, powerW, reactiveVar } as const
  const isSetting = task.kind === 'reactivePower'
  const begun = state === 'SENT' || state === 'DELIVERED'
  switch (step) {
    case 'delivered': {
      if (state !== 'SENT') return null
      if (isSetting && powerFactor === null) throw new Problem('request.invalid')
      const dueAt = now + (isSetting ? writeMs : scanMs)
      return { ...at, state: 'DELIVERED', dueAt, ...(isSetting && { former: powerFactor }) }
    }
    case 'written':
      return isSetting && state === 'DELIVERED' ? { ...at, state: 'SUCCESSFUL', dueAt: now + writeMs } : null
    case 'readBack': {
      if (!isSetting || state === 'SENT' || state === 'QUEUED') return null
      if (powerFactor === null || task.power_factor === null) throw new Problem('request.invalid')
      const same = isSamePowerFactor(powerFactor, task.power_factor)
      return { ...at, state: same ? 'READ_BACK_OK' : 'MISMATCH', dueAt: null, readBack: powerFactor }
    }
    case 'failed':
      return begun ? { ...at, state: 'FAILED', reason: reason ?? 'rejected', dueAt: null } : null
    case 'timeout':
      // The inverter gave no answer, and may have taken the value all the same.
      if (isSetting && (state === 'DELIVERED' || state === 'SUCCESSFUL')) {
        return { ...at, state: 'UNKNOWN', reason: 'noAnswer', dueAt: null }
      }
      return { ...at, state: 'TIMEOUT', reason: 'noAnswer', dueAt: null }
  }
}

/**
 * Stores what a scan measured; sent again, it is there already.
 * @throws Problem notFound, request.invalid
 */
export async function takeCurves(
  service: Service,
  loggerId: string,
  taskId: string,
  curves: LoggerCurves,
): Promise<LoggerStepReply> {
  const now = service.now()
  const distinct = new Set(curves.curves.map(({ mppt, string }) => `${mppt} ${string}`))
  const even = curves.curves.every(({ voltageV, currentA }) => voltageV.length === currentA.length)
  if (distinct.size < curves.curves.length || !even || !isClockPlausible(curves.scannedAt, now)) {
    throw new Problem('request.invalid')
  }
  return service.db.transaction(async (tx) => {
    const task = await findTask(tx, taskId, loggerId)
    if (!task || task.kind !== 'ivScan') throw new Problem('notFound')
    if (task.lease !== curves.lease) return { proceed: false }
    if (task.state === 'SUCCESSFUL') return { proceed: true }
    // A scan that took too long has measured all the same.
    if (task.state !== 'DELIVERED' && task.state !== 'TIMEOUT') return { proceed: false }
    await insertIvScan(tx, task, curves)
    await moveAndFollow(tx, task, { state: 'SUCCESSFUL', by: 'logger', at: now, dueAt: null })
    return { proceed: true }
  })
}

/** Ends or moves on everything whose time is over, and takes back what was set for a time only. */
export async function settleCommands(service: Service): Promise<void> {
  const now = service.now()
  await service.db.transaction((tx) => settleDue(tx, now))
  await service.db.transaction(async (tx) => {
    for (const command of await findDueReverts(tx, now)) {
      const rows = await findRestorable(tx, [command.id])
      if (await hasOpenTasks(tx, devicesOf(rows))) continue
      await insertRevert(service, tx, command, rows)
      await markReverted(tx, command.id)
    }
  })
}

const devicesOf = (rows: readonly { device_no: number }[]) => rows.map(({ device_no }) => device_no)

async function settleDue(tx: Transaction, now: number, loggerId?: string): Promise<void> {
  for (const task of await findDueTasks(tx, now, now - unknownMs, loggerId)) await settle(tx, task, now)
}

/** A state has lasted long enough. */
async function settle(tx: Transaction, task: TaskRow, now: number): Promise<void> {
  const at = { by: 'service', at: now, reason: 'loggerSilent' } as const
  const expired = task.expires_at <= now
  switch (task.state) {
    case 'QUEUED':
      return moveAndFollow(tx, task, { ...at, reason: null, state: 'EXPIRED', dueAt: null })
    case 'SENT':
      // Nothing was executed: nobody asked leave to.
      return moveAndFollow(
        tx,
        task,
        expired ? { ...at, state: 'EXPIRED', dueAt: null } : { ...at, state: 'QUEUED', dueAt: task.expires_at },
      )
    case 'DELIVERED':
    case 'SUCCESSFUL':
      return moveAndFollow(tx, task, { ...at, state: task.kind === 'ivScan' ? 'TIMEOUT' : 'UNKNOWN', dueAt: null })
    case 'UNKNOWN':
      return task.changed_at <= now - unknownMs
        ? moveAndFollow(tx, task, { ...at, state: 'TIMEOUT', dueAt: null })
        : setLease(tx, task.id, task.lease, null)
  }
}

/** A canary that fails keeps the others from being tried. */
async function moveAndFollow(tx: Transaction, task: TaskRow, move: Move): Promise<void> {
  await moveTask(tx, task, move)
  if (!task.is_canary || !hasEnded(task.kind, move.state) || isDone(task.kind, move.state)) return
  for (const other of await findQueuedTasks(tx, task.command_id)) {
    await moveTask(tx, other, { state: 'FAILED', reason: 'canaryFailed', by: 'service', at: move.at, dueAt: null })
  }
}
