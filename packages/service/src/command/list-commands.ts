import {
  type Command,
  type CommandDetail,
  type CommandReason,
  type CommandKind,
  type CommandState,
  hasEnded,
  isDone,
  type Setting,
} from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { findRestorable } from './queries/command.ts'
import {
  type CommandFilter,
  type CommandRow,
  countCommandDevices,
  findCommandDevices,
  findCommands,
  findCommandSteps,
  findReverts,
} from './queries/list.ts'
import { findApprovers, findCommandsOfOrder } from './queries/order.ts'
import type { Service } from '../base/service.ts'
import { restorable } from './restore.ts'
import { settingIn } from './queries/stored-setting.ts'
import { type Listed, type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'

export interface CommandQuery extends PageQuery, Omit<CommandFilter, 'commandId' | 'from' | 'to'> {
  from?: string
  to?: string
}

/** One page of commands, newest first. */
export async function listCommands(service: Service, accountId: string, query: CommandQuery): Promise<Listed<Command>> {
  const { from, to, page: _page, pageSize: _size, near: _near, ...same } = query
  const filter = {
    ...same,
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { to: Date.parse(to) }),
  }
  const { rows, ...place } = await findCommands(service.db.read, accountId, service.now(), filter, windowOf(query))
  return { data: await describe(service, accountId, rows), ...place }
}

/** @throws Problem notFound */
export async function getCommand(service: Service, accountId: string, commandId: string): Promise<CommandDetail> {
  const { rows } = await findCommands(service.db.read, accountId, service.now(), { commandId }, { limit: 1, offset: 0 })
  const [command] = await describe(service, accountId, rows)
  if (!command) throw new Problem('notFound')
  const [devices, steps, together] = await Promise.all([
    findCommandDevices(service.db.read, commandId),
    findCommandSteps(service.db.read, commandId),
    findCommandsOfOrder(service.db.read, command.orderId, accountId, service.now()),
  ])
  return {
    ...command,
    together: together
      .filter(({ id }) => id !== commandId)
      .map((other) => ({ commandId: other.id, stationName: other.name, devices: other.devices })),
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
      setting: toldSetting(row.power_factor, row.setting),
      formerSetting: toldSetting(row.former_power_factor, row.former_setting),
      readBackSetting: toldSetting(row.read_back_power_factor, row.read_back_setting),
      raw: row.raw,
      readBackRaw: row.read_back_raw,
      isCanary: row.is_canary,
      strings:
        row.scanned_strings === null || row.all_strings === null
          ? null
          : { done: row.scanned_strings, all: row.all_strings },
      stopping: row.stop_asked && row.state === 'DELIVERED',
      ivScanId: row.iv_scan_id,
      changedAt: iso(row.changed_at),
      steps: steps
        .filter((step) => step.command_device_id === row.id)
        .map(({ at, state, reason, power_factor, setting, power_w, reactive_var, by }) => ({
          at: iso(at),
          state,
          reason: reason satisfies CommandReason | null,
          powerFactor: power_factor,
          setting: toldSetting(power_factor, setting),
          powerW: power_w,
          reactiveVar: reactive_var,
          by,
        })),
    })),
  }
}

/** Number of devices that ended without success. */
const failedOf = (kind: CommandKind, counts: readonly { state: CommandState; count: number }[]) =>
  counts
    .filter(({ state }) => hasEnded(kind, state) && !isDone(kind, state))
    .reduce((sum, { count }) => sum + Number(count), 0)

async function describe(service: Service, accountId: string, rows: readonly CommandRow[]): Promise<Command[]> {
  const ids = rows.map(({ id }) => id)
  const [counts, restore, takingBack, mayApprove] = await Promise.all([
    countCommandDevices(service.db.read, ids),
    findRestorable(service.db.read, ids),
    findReverts(service.db.read, ids),
    approvableBy(service, accountId, rows),
  ])
  const backCounts = await countCommandDevices(
    service.db.read,
    takingBack.map(({ id }) => id),
  )
  return rows.map((row) => {
    const own = counts.filter(({ command_id }) => command_id === row.id)
    const sum = (test: (state: CommandState) => boolean) =>
      own.reduce((total, { state, count }) => total + (test(state) ? count : 0), 0)
    const total = sum(() => true)
    const open = sum((state) => !hasEnded(row.kind, state))
    const done = sum((state) => isDone(row.kind, state))
    const cancelled = sum((state) => state === 'CANCELLED')
    const back = takingBack.find(({ of_command_id }) => of_command_id === row.id)
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
      setting: toldSetting(row.power_factor, row.setting),
      createdAt: iso(row.created_at),
      expiresAt: iso(row.expires_at),
      revertAt: row.revert_at === null ? null : iso(row.revert_at),
      revertAfterMinutes: row.revert_after_minutes,
      takenBackBy: back
        ? {
            commandId: back.id,
            cause: back.cause,
            at: iso(back.created_at),
            ended: !back.is_open,
            failed: failedOf(
              row.kind,
              backCounts.filter(({ command_id }) => command_id === back.id),
            ),
          }
        : null,
      ended: open === 0,
      counts: { total, open, done, failed: total - open - done, cancelled },
      undoable: open === 0 && restorable(restore.filter(({ command_id }) => command_id === row.id)).length > 0,
      cancellable:
        row.cause !== 'revert' &&
        sum((state) => untaken.includes(state) || (row.kind === 'ivScan' && state === 'DELIVERED')) > 0,
      orderId: row.order_id,
      ...(row.found ? { found: row.found } : {}),
      hold:
        row.hold === null || row.hold_until === null
          ? null
          : {
              kind: row.hold,
              until: iso(row.hold_until),
              waits: row.waits && open > 0,
              approvedBy: row.approver_name,
              approvedAt: row.approved_at === null ? null : iso(row.approved_at),
              rejectedBy: row.objector_name,
              rejectedAt: row.rejected_at === null ? null : iso(row.rejected_at),
              rejection: row.rejection,
              mayApprove: open > 0 && mayApprove.has(row.id),
            },
    }
  })
}

/** Copies `points`: the contract's lists are mutable, the stored ones readonly. */
function toldSetting(powerFactor: number | null, stored: Setting | null): Command['setting'] {
  const setting = settingIn(powerFactor, stored)
  return setting && { ...setting, points: setting.points && [...setting.points] }
}

const untaken: readonly CommandState[] = ['QUEUED', 'SENT']

/** Commands that wait for a second person and that this account may approve. */
async function approvableBy(service: Service, accountId: string, rows: readonly CommandRow[]): Promise<Set<string>> {
  const waiting = rows.filter(
    ({ waits, hold, account_id }) => waits && hold === 'secondPerson' && account_id !== accountId,
  )
  if (waiting.length === 0) return new Set()
  const stationIds = waiting.map(({ station_id }) => station_id)
  const found = await findApprovers(service.db.read, stationIds, service.now())
  const own = found.filter((one) => one.account_id === accountId)
  const may = waiting.filter(({ station_id, created_at }) =>
    own.some((one) => one.station_id === station_id && one.created_at <= created_at),
  )
  return new Set(may.map(({ id }) => id))
}
