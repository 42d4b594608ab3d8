import { type CommandReason, type CommandState, hasEnded, type Setting, type SettingKind } from '@helioport/contract'
import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'
import { columnsOf } from './stored-setting.ts'

const commandDeviceColumns = [
  'command_device.id',
  'command_device.command_id',
  'command_device.device_no',
  'command_device.state',
  'command_device.reason',
  'command_device.is_open',
  'command_device.is_canary',
  'command_device.power_factor',
  'command_device.raw',
  'command_device.setting',
  'command_device.former_power_factor',
  'command_device.lease',
  'command_device.due_at',
  'command_device.changed_at',
  'command_device.stop_asked',
  'command_device.all_strings',
  'command.kind',
  'command.cause',
  'command.expires_at',
  'command.revert_at',
  'command.waits',
  'device.serial',
  'device.model',
  'device.rated_power_w',
  'device.apparent_va',
] as const

const commandDevices = (tx: Transaction) =>
  builder(tx)
    .selectFrom('command_device')
    .innerJoin('command', 'command.id', 'command_device.command_id')
    .innerJoin('device', 'device.no', 'command_device.device_no')
    .select(commandDeviceColumns)

export type CommandDeviceRow = Awaited<ReturnType<typeof findCommandDevice>> & object

/** A device of a command of this logger, locked. */
export async function findCommandDevice(tx: Transaction, commandDeviceId: string, loggerId: string) {
  return commandDevices(tx)
    .where('command_device.id', '=', commandDeviceId)
    .where('command_device.logger_id', '=', loggerId)
    .forUpdate('command_device')
    .executeTakeFirst()
}

/** Devices of commands whose state has timed out; skips rows that another transaction has locked. */
export async function findDueCommandDevices(tx: Transaction, now: number, unknownSince: number, loggerId?: string) {
  return commandDevices(tx)
    .where('command_device.is_open', '=', true)
    .where((where) =>
      where.or([
        where('command_device.due_at', '<=', instant(now)),
        where.and([
          where('command_device.state', '=', 'UNKNOWN'),
          where('command_device.changed_at', '<=', instant(unknownSince)),
        ]),
      ]),
    )
    .$if(loggerId !== undefined, (query) => query.where('command_device.logger_id', '=', loggerId ?? ''))
    .orderBy('command_device.id')
    .limit(500)
    .forUpdate('command_device')
    .skipLocked()
    .execute()
}

/** Open devices of a logger in the order of its bus, with the state of their command's canary. */
export async function findOpenCommandDevices(tx: Transaction, loggerId: string) {
  return commandDevices(tx)
    .select((of) =>
      of
        .selectFrom('command_device as canary')
        .select('canary.state')
        .whereRef('canary.command_id', '=', 'command_device.command_id')
        .where('canary.is_canary', '=', true)
        .limit(1)
        .as('canary_state'),
    )
    .where('command_device.logger_id', '=', loggerId)
    .where('command_device.is_open', '=', true)
    .orderBy('command.created_at')
    .orderBy('command_device.position')
    .forUpdate('command_device')
    .execute()
}

export interface Move {
  state: CommandState
  reason?: CommandReason | null
  by: 'service' | 'logger' | 'person'
  at: number
  /** When the new state times out; null: never. */
  dueAt: number | null
  lease?: number
  former?: Setting | null
  readBack?: Setting | null
  readBackRaw?: number | null
  powerW?: number | null
  reactiveVar?: number | null
}

/** Moves a device of a command to another state and records the step. */
export async function moveCommandDevice(
  tx: Transaction,
  device: Pick<CommandDeviceRow, 'id' | 'kind'>,
  move: Move,
): Promise<void> {
  const {
    state,
    reason = null,
    by,
    at,
    dueAt,
    lease,
    former,
    readBack,
    readBackRaw,
    powerW = null,
    reactiveVar = null,
  } = move
  const found = columnsOf(readBack ?? former ?? null)
  await builder(tx)
    .updateTable('command_device')
    .set({
      state,
      reason,
      is_open: !hasEnded(device.kind, state),
      due_at: dueAt === null ? null : new Date(dueAt),
      changed_at: new Date(at),
      ...(lease !== undefined && { lease }),
      ...(former !== undefined && { former_power_factor: found.powerFactor, former_setting: found.setting }),
      ...(readBack !== undefined && { read_back_power_factor: found.powerFactor, read_back_setting: found.setting }),
      ...(readBackRaw !== undefined && { read_back_raw: readBackRaw }),
    })
    .where('id', '=', device.id)
    .execute()
  await builder(tx)
    .insertInto('command_step')
    .values({
      command_device_id: device.id,
      at: new Date(at),
      state,
      reason,
      power_factor: found.powerFactor,
      setting: found.setting,
      power_w: powerW,
      reactive_var: reactiveVar,
      by,
    })
    .execute()
}

/** Stores the progress of a scan. */
export async function setScanned(
  tx: Transaction,
  commandDeviceId: string,
  { done, all }: { done: number; all: number },
): Promise<void> {
  await builder(tx)
    .updateTable('command_device')
    .set({ scanned_strings: Math.min(done, all), all_strings: all })
    .where('id', '=', commandDeviceId)
    .execute()
}

/** Asks running scans of this command to stop; returns how many devices of the command are concerned. */
export async function askStops(tx: Transaction, commandId: string): Promise<number> {
  const { numUpdatedRows } = await builder(tx)
    .updateTable('command_device')
    .set({ stop_asked: true })
    .where('command_id', '=', commandId)
    .where('state', '=', 'DELIVERED')
    .where('stop_asked', '=', false)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Gives a device of a command a new lease without recording a step; its state stays. */
export async function setLease(
  tx: Transaction,
  commandDeviceId: string,
  lease: number,
  dueAt: number | null,
): Promise<void> {
  await builder(tx)
    .updateTable('command_device')
    .set({ lease, due_at: dueAt === null ? null : new Date(dueAt) })
    .where('id', '=', commandDeviceId)
    .execute()
}

/** Queued devices of a command, locked. */
export async function findQueuedCommandDevices(tx: Transaction, commandId: string) {
  return commandDevices(tx)
    .where('command_device.command_id', '=', commandId)
    .where('command_device.state', '=', 'QUEUED')
    .forUpdate('command_device')
    .execute()
}

/** Devices of a command that no logger may execute yet, locked; the canary last. */
export async function findUntakenCommandDevices(tx: Transaction, commandId: string) {
  return commandDevices(tx)
    .where('command_device.command_id', '=', commandId)
    .where('command_device.state', 'in', ['QUEUED', 'SENT'])
    .orderBy('command_device.is_canary')
    .orderBy('command_device.id')
    .forUpdate('command_device')
    .execute()
}

/** Open command devices of held commands, among these devices, locked. */
export async function findWaitingCommandDevices(tx: Transaction, deviceNos: readonly number[]) {
  return commandDevices(tx)
    .where('command_device.is_open', '=', true)
    .where('command.waits', '=', true)
    .where('command_device.device_no', '=', sql<number>`any(${deviceNos}::int[])`)
    .forUpdate('command_device')
    .execute()
}

/** Of these loggers those with a command to hand out. */
export async function findLoggersWithWork(db: Session, loggerIds: readonly string[]): Promise<string[]> {
  const rows = await builder(db)
    .selectFrom('command_device')
    .innerJoin('command', 'command.id', 'command_device.command_id')
    .select('logger_id')
    .distinct()
    .where('command.waits', '=', false)
    .where('is_open', '=', true)
    .where('state', 'in', ['QUEUED', 'UNKNOWN'])
    .where('logger_id', '=', sql<string>`any(${loggerIds}::uuid[])`)
    .execute()
  return rows.map((row) => row.logger_id)
}

/** Of these devices those with an open command. */
export async function findBusyDevices(db: Session, deviceIds: readonly string[]): Promise<Set<string>> {
  const rows = await builder(db)
    .selectFrom('command_device')
    .innerJoin('device', 'device.no', 'command_device.device_no')
    .select('device.id')
    .where('is_open', '=', true)
    .where('device.id', '=', sql<string>`any(${deviceIds}::uuid[])`)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** The newest read-back of each device, one for reactive power and one for the power limit; no row if none exists. */
export async function findLastSettings(db: Session, deviceIds: readonly string[]) {
  const { rows } = await sql<{ id: string; power_factor: number | null; setting: Setting | null }>`
    select device.id, newest.power_factor, newest.setting
    from device cross join (values (true), (false)) as of_limit (is_limit) cross join lateral (
      select read_back_power_factor as power_factor, read_back_setting as setting
      from command_device join command on command.id = command_device.command_id
      where command_device.device_no = device.no
        and (command.kind = 'powerLimit') = of_limit.is_limit
        and (read_back_power_factor is not null or read_back_setting is not null)
      order by changed_at desc, command_device.id limit 1
    ) newest
    where device.id = any(${deviceIds}::uuid[])`.execute(builder(db))
  return rows
}

/** Stores the kinds of settings that a logger reports for its devices; ignores devices of other loggers. */
export async function storeControls(
  db: Transaction,
  loggerId: string,
  controls: readonly { serial: string; kinds: readonly SettingKind[] }[],
): Promise<void> {
  await sql`
    update device set controls = array(select jsonb_array_elements_text(told.kinds))
    from jsonb_to_recordset(${JSON.stringify(controls)}::jsonb) as told (serial text, kinds jsonb)
    where device.logger_id = ${loggerId}::uuid and device.serial = told.serial
      and device.controls is distinct from array(select jsonb_array_elements_text(told.kinds))`.execute(builder(db))
}

/** Whether any of these devices has an open command. */
export async function hasOpenCommandDevices(db: Session, deviceNos: readonly number[]): Promise<boolean> {
  const row = await builder(db)
    .selectFrom('command_device')
    .select('id')
    .where('is_open', '=', true)
    .where('device_no', '=', sql<number>`any(${deviceNos}::int[])`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
