import type { CommandReason } from '@helioport/contract'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

/** Serializes the transactions that hand out commands to one logger. */
export async function lockQueue(tx: Transaction, loggerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`command ${loggerId}`}, 0))`.execute(builder(tx))
}

export interface NewCommandDevice {
  device_no: number
  logger_id: string
  is_canary: boolean
  power_factor: number | null
  /** JSON; null: a power factor, or a scan. */
  setting?: string | null
  /** Register value; null: the logger translates. */
  raw?: number | null
  /** Why it fails at once; null: it is queued. */
  reason: CommandReason | null
}

/** Adds a command, its devices and the first step of each. Violates command_device_busy where a device is busy. */
export async function insertCommand(
  tx: Transaction,
  command: Insertable<Tables['command']>,
  devices: readonly NewCommandDevice[],
  by: 'person' | 'service',
): Promise<{ id: string; order_id: string }> {
  const made = await builder(tx)
    .insertInto('command')
    .values(command)
    .returning(['id', 'order_id'])
    .executeTakeFirstOrThrow()
  const rows = await builder(tx)
    .insertInto('command_device')
    .values(
      devices.map((device, position) => ({
        ...device,
        command_id: made.id,
        position,
        state: device.reason === null ? ('QUEUED' as const) : ('FAILED' as const),
        is_open: device.reason === null,
        due_at: device.reason === null ? command.expires_at : null,
        changed_at: command.created_at,
      })),
    )
    .returning(['id', 'state', 'reason', 'power_factor', 'setting'])
    .execute()
  await builder(tx)
    .insertInto('command_step')
    .values(
      rows.map((row) => ({
        command_device_id: row.id,
        at: command.created_at,
        state: row.state,
        reason: row.reason,
        power_factor: row.power_factor,
        setting: row.setting && JSON.stringify(row.setting),
        by,
      })),
    )
    .execute()
  return made
}

/** Station and logger of devices; omits devices without a station. */
export async function findDevicePlaces(db: Session, deviceIds: readonly string[]) {
  return builder(db)
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .select(['device.id', 'device.no', 'device.model', 'device.rated_power_w', 'device.logger_id'])
    .select(['station.id as station_id', 'station.account_id'])
    .where('device.id', '=', sql<string>`any(${deviceIds}::uuid[])`)
    .execute()
}

/**
 * Per device the value it had before these commands, where they have (or may have) written a value and no later command
 * has overwritten it.
 */
export async function findRestorable(db: Session, commandIds: readonly string[]) {
  return builder(db)
    .selectFrom('command_device')
    .innerJoin('command', 'command.id', 'command_device.command_id')
    .innerJoin('device', 'device.no', 'command_device.device_no')
    .select([
      'command_device.command_id',
      'command_device.is_open',
      'command_device.former_power_factor',
      'command_device.former_setting',
      'device.id as device_id',
      'device.no as device_no',
    ])
    .where('command.kind', '!=', 'ivScan')
    .where('command.id', '=', sql<string>`any(${commandIds}::uuid[])`)
    .where(hasFormer('command_device'))
    .where('command_device.state', '!=', 'FAILED')
    .where((where) =>
      where.not(
        where.exists((later) =>
          later
            .selectFrom('command_device as later')
            .innerJoin('command as later_command', 'later_command.id', 'later.command_id')
            .select('later.id')
            .whereRef('later.device_no', '=', 'command_device.device_no')
            .whereRef('later_command.created_at', '>', 'command.created_at')
            // Limits of active power and settings of reactive power are independent of each other.
            .where(sql<boolean>`(later_command.kind = 'powerLimit') = (command.kind = 'powerLimit')`)
            .where(hasFormer('later'))
            .where('later.state', '!=', 'FAILED'),
        ),
      ),
    )
    .orderBy('command_device.position')
    .execute()
}

const hasFormer = (table: 'command_device' | 'later') =>
  sql<boolean>`(${sql.ref(`${table}.former_power_factor`)} is not null or ${sql.ref(`${table}.former_setting`)} is not null)`

/** Commands whose revert is due, locked; skips those that another instance has locked. */
export async function findDueReverts(tx: Transaction, now: number) {
  return builder(tx)
    .selectFrom('command')
    .innerJoin('station', 'station.id', 'command.station_id')
    .select(['command.id', 'command.station_id', 'station.account_id'])
    .where('revert_at', '<=', instant(now))
    .where('reverted', '=', false)
    .where((where) =>
      where.not(
        where.exists((open) =>
          open
            .selectFrom('command_device')
            .select('command_device.id')
            .whereRef('command_device.command_id', '=', 'command.id')
            .where('is_open', '=', true),
        ),
      ),
    )
    .orderBy('revert_at')
    .limit(50)
    .forUpdate('command')
    .skipLocked()
    .execute()
}

export async function markReverted(tx: Transaction, commandId: string): Promise<void> {
  await builder(tx).updateTable('command').set({ reverted: true }).where('id', '=', commandId).execute()
}
