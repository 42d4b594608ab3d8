import {
  type Command,
  type CommandDetail,
  type CommandReason,
  type CommandState,
  hasEnded,
  isDone,
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
  findTakingBack,
} from './queries/list.ts'
import type { Service } from '../base/service.ts'
import { restorable } from './restore.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'

export interface CommandQuery extends PageQuery, Omit<CommandFilter, 'commandId' | 'from' | 'to'> {
  from?: string
  to?: string
}

/** One page of commands, newest first. */
export async function listCommands(
  service: Service,
  accountId: string,
  query: CommandQuery,
): Promise<{ data: Command[]; total: number }> {
  const { from, to, page: _page, pageSize: _size, ...same } = query
  const filter = {
    ...same,
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { to: Date.parse(to) }),
  }
  const { rows, total } = await findCommands(service.db.read, accountId, service.now(), filter, windowOf(query))
  return { data: await describe(service, rows), total }
}

/** @throws Problem notFound */
export async function getCommand(service: Service, accountId: string, commandId: string): Promise<CommandDetail> {
  const { rows } = await findCommands(service.db.read, accountId, service.now(), { commandId }, { limit: 1, offset: 0 })
  const [command] = await describe(service, rows)
  if (!command) throw new Problem('notFound')
  const [devices, steps] = await Promise.all([
    findCommandDevices(service.db.read, commandId),
    findCommandSteps(service.db.read, commandId),
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
  const [counts, restore, takingBack] = await Promise.all([
    countCommandDevices(service.db.read, ids),
    findRestorable(service.db.read, ids),
    findTakingBack(service.db.read, ids),
  ])
  return rows.map((row) => {
    const own = counts.filter(({ command_id }) => command_id === row.id)
    const sum = (test: (state: CommandState) => boolean) =>
      own.reduce((total, { state, count }) => total + (test(state) ? count : 0), 0)
    const total = sum(() => true)
    const open = sum((state) => !hasEnded(row.kind, state))
    const done = sum((state) => isDone(row.kind, state))
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
      createdAt: iso(row.created_at),
      expiresAt: iso(row.expires_at),
      revertAt: row.revert_at === null ? null : iso(row.revert_at),
      takenBackBy: back
        ? { commandId: back.id, cause: back.cause, at: iso(back.created_at), ended: !back.is_open }
        : null,
      ended: open === 0,
      counts: { total, open, done, failed: total - open - done },
      undoable: open === 0 && restorable(restore.filter(({ command_id }) => command_id === row.id)).length > 0,
    }
  })
}
