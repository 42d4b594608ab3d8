import { type CommandReason, type CommandState, hasEnded } from '@helioport/contract'
import { sql } from 'kysely'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

const taskColumns = [
  'command_device.id',
  'command_device.command_id',
  'command_device.device_no',
  'command_device.state',
  'command_device.is_open',
  'command_device.is_canary',
  'command_device.power_factor',
  'command_device.former_power_factor',
  'command_device.lease',
  'command_device.due_at',
  'command_device.changed_at',
  'command.kind',
  'command.expires_at',
  'device.serial',
] as const

const tasks = (tx: Transaction) =>
  builder(tx)
    .selectFrom('command_device')
    .innerJoin('command', 'command.id', 'command_device.command_id')
    .innerJoin('device', 'device.no', 'command_device.device_no')
    .select(taskColumns)

export type TaskRow = Awaited<ReturnType<typeof findTask>> & object

/** A task of this logger, locked. */
export async function findTask(tx: Transaction, taskId: string, loggerId: string) {
  return tasks(tx)
    .where('command_device.id', '=', taskId)
    .where('command_device.logger_id', '=', loggerId)
    .forUpdate('command_device')
    .executeTakeFirst()
}

/** Tasks whose state has lasted long enough; those that somebody else works on are left to him. */
export async function findDueTasks(tx: Transaction, now: number, unknownSince: number, loggerId?: string) {
  return tasks(tx)
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

/** Open tasks of a logger in the order of its bus, with the state of their command's canary. */
export async function findOpenTasks(tx: Transaction, loggerId: string) {
  return tasks(tx)
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
  by: 'service' | 'logger'
  at: number
  /** When the new state has lasted long enough; null: never. */
  dueAt: number | null
  lease?: number
  former?: number | null
  readBack?: number | null
  powerW?: number | null
  reactiveVar?: number | null
}

/** Brings a task to another state and writes the step down. */
export async function moveTask(tx: Transaction, task: Pick<TaskRow, 'id' | 'kind'>, move: Move): Promise<void> {
  const { state, reason = null, by, at, dueAt, lease, former, readBack, powerW = null, reactiveVar = null } = move
  await builder(tx)
    .updateTable('command_device')
    .set({
      state,
      reason,
      is_open: !hasEnded(task.kind, state),
      due_at: dueAt === null ? null : new Date(dueAt),
      changed_at: new Date(at),
      ...(lease !== undefined && { lease }),
      ...(former !== undefined && { former_power_factor: former }),
      ...(readBack !== undefined && { read_back_power_factor: readBack }),
    })
    .where('id', '=', task.id)
    .execute()
  await builder(tx)
    .insertInto('command_step')
    .values({
      command_device_id: task.id,
      at: new Date(at),
      state,
      reason,
      power_factor: readBack ?? former ?? null,
      power_w: powerW,
      reactive_var: reactiveVar,
      by,
    })
    .execute()
}

/** Hands a task out again without a step: only who holds it changes. */
export async function setLease(tx: Transaction, taskId: string, lease: number, dueAt: number | null): Promise<void> {
  await builder(tx)
    .updateTable('command_device')
    .set({ lease, due_at: dueAt === null ? null : new Date(dueAt) })
    .where('id', '=', taskId)
    .execute()
}

/** Tasks of a command that wait for their turn, locked. */
export async function findQueuedTasks(tx: Transaction, commandId: string) {
  return tasks(tx)
    .where('command_device.command_id', '=', commandId)
    .where('command_device.state', '=', 'QUEUED')
    .forUpdate('command_device')
    .execute()
}

/** Loggers, of those named, for which something waits to be handed out. */
export async function findLoggersWithWork(db: Session, loggerIds: readonly string[]): Promise<string[]> {
  const rows = await builder(db)
    .selectFrom('command_device')
    .select('logger_id')
    .distinct()
    .where('is_open', '=', true)
    .where('state', 'in', ['QUEUED', 'UNKNOWN'])
    .where('logger_id', '=', sql<string>`any(${loggerIds}::uuid[])`)
    .execute()
  return rows.map((row) => row.logger_id)
}

/** Which of these devices have a task that has not ended. */
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

/** Whether a task of one of these devices has not ended. */
export async function hasOpenTasks(db: Session, deviceNos: readonly number[]): Promise<boolean> {
  const row = await builder(db)
    .selectFrom('command_device')
    .select('id')
    .where('is_open', '=', true)
    .where('device_no', '=', sql<number>`any(${deviceNos}::int[])`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
