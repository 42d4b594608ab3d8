import type { CommandKind, CommandReason } from '@helioport/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import { reachableStations } from '../../access/queries/access.ts'
import type { PageAsk } from '../../base/page-end.ts'
import { edgeIn, type LogOrder, readLog, takePage } from '../../access/queries/log-page.ts'
import { instant } from '../../database/instant.ts'
import { builder, likeOf, type Session } from '../../database/session.ts'
import type { Tables } from '../../database/tables.ts'

export interface CommandFilter {
  kind?: CommandKind
  stationId?: string
  deviceId?: string
  code?: CommandReason
  commandId?: string
  userName?: string
  search?: string
  /** Only orders that the asking account may approve as a second person. */
  waitsForMe?: boolean
  /** Epoch ms. */
  from?: number
  to?: number
}

export type CommandRow = Awaited<ReturnType<typeof findCommands>>['rows'][number]

/** Commands that match the filter, at stations that the account may see at `now`. */
function commandsOf(db: Session, accountId: string, now: number, filter: CommandFilter) {
  const { kind, stationId, deviceId, code, commandId, userName, search, waitsForMe, from, to } = filter
  const pattern = likeOf(search ?? '')
  return builder(db)
    .selectFrom('command')
    .innerJoin('station', 'station.id', 'command.station_id')
    .leftJoin('account', 'account.id', 'command.account_id')
    .leftJoin('account as approver', 'approver.id', 'command.approved_by')
    .leftJoin('account as objector', 'objector.id', 'command.rejected_by')
    .where('station.id', 'in', reachableStations(db, accountId, now, 'view'))
    .$if(kind !== undefined, (query) => query.where('command.kind', '=', kind ?? 'ivScan'))
    .$if(stationId !== undefined, (query) => query.where('command.station_id', '=', stationId ?? ''))
    .$if(commandId !== undefined, (query) => query.where('command.id', '=', commandId ?? ''))
    .$if(userName !== undefined, (query) => query.where('account.user_name', 'ilike', likeOf(userName ?? '')))
    .$if(from !== undefined, (query) => query.where('command.created_at', '>=', instant(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('command.created_at', '<', instant(to ?? 0)))
    .$if(waitsForMe === true, (query) => query.where('command.id', 'in', waitingFor(db, accountId, now)))
    .$if(search !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('station.name', 'ilike', pattern),
          where('account.user_name', 'ilike', pattern),
          where.exists(devicesLike(where, pattern).select('command_device.id')),
        ]),
      ),
    )
    .$if(deviceId !== undefined, (query) =>
      query.where((where) =>
        where.exists((part) =>
          part
            .selectFrom('command_device')
            .innerJoin('device', 'device.no', 'command_device.device_no')
            .select('command_device.id')
            .whereRef('command_device.command_id', '=', 'command.id')
            .where('device.id', '=', deviceId ?? ''),
        ),
      ),
    )
    .$if(code !== undefined, (query) =>
      query.where((where) =>
        where.exists((part) =>
          part
            .selectFrom('command_device')
            .select('command_device.id')
            .whereRef('command_device.command_id', '=', 'command.id')
            .where('command_device.reason', '=', code ?? 'offline'),
        ),
      ),
    )
}

const order: LogOrder = {
  time: { column: 'command.created_at', type: 'timestamptz' },
  place: { column: 'command.id', type: 'uuid', isDown: false },
}

/** One page of the commands at stations that the account may see at `now`, newest first. */
export async function findCommands(db: Session, accountId: string, now: number, filter: CommandFilter, page: PageAsk) {
  const found = commandsOf(db, accountId, now, filter)
  const { search } = filter
  const shown = found
    .selectAll('command')
    .select([
      'station.name as station_name',
      'station.time_zone',
      'station.account_id as member_id',
      'account.user_name',
      'approver.user_name as approver_name',
      'objector.user_name as objector_name',
    ])
    .$if(search !== undefined, (select) =>
      select.select((of) =>
        devicesLike(of, likeOf(search ?? ''))
          .select(
            sql<
              { name: string; serial: string }[]
            >`to_jsonb((array_agg(jsonb_build_object('name', device.name, 'serial', device.serial) order by device.name, device.serial))[1:${sql.lit(mostFound)}])`.as(
              'devices',
            ),
          )
          .as('found'),
      ),
    )
    .select(edgeIn(order))
  const count = () => found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return readLog(
    page,
    async () => (await count()).total,
    (read) => takePage(shown, order, read).execute(),
  )
}

/** Most devices listed as matches of a command. */
const mostFound = 3

/** Devices of a command whose name or serial matches the pattern. */
const devicesLike = (of: ExpressionBuilder<Tables, 'command'>, pattern: string) =>
  of
    .selectFrom('command_device')
    .innerJoin('device', 'device.no', 'command_device.device_no')
    .whereRef('command_device.command_id', '=', 'command.id')
    .where((one) => one.or([one('device.name', 'ilike', pattern), one('device.serial', 'ilike', pattern)]))

/** Commands that wait for the account as a second person: see findApprovers. */
const waitingFor = (db: Session, accountId: string, now: number) =>
  builder(db)
    .selectFrom('command as held')
    .innerJoin('station_access as own', 'own.station_id', 'held.station_id')
    .innerJoin('account as person', 'person.id', 'own.account_id')
    .innerJoin('station as place', 'place.id', 'held.station_id')
    .select('held.id')
    .where('held.waits', '=', true)
    .where('held.hold', '=', 'secondPerson')
    .where('held.hold_until', '>', instant(now))
    .where('held.account_id', 'is distinct from', accountId)
    .where('own.account_id', '=', accountId)
    .where(sql<boolean>`'control' = any(own.rights)`)
    .where((where) => where.or([where('own.ends_at', 'is', null), where('own.ends_at', '>', instant(now))]))
    .where(sql<boolean>`place.account_id in (person.id, person.main_account_id)`)
    .where(sql<boolean>`person.created_at <= held.created_at`)

/** Number of devices per command and state. */
export async function countCommandDevices(db: Session, commandIds: readonly string[]) {
  return builder(db)
    .selectFrom('command_device')
    .select((of) => ['command_id', 'state', of.fn.countAll<number>().as('count')])
    .where('command_id', '=', sql<string>`any(${commandIds}::uuid[])`)
    .groupBy(['command_id', 'state'])
    .execute()
}

/** Per command the newest command that took it back, or will. */
export async function findReverts(db: Session, commandIds: readonly string[]) {
  return builder(db)
    .selectFrom('command')
    .distinctOn('of_command_id')
    .select(['id', 'of_command_id', 'cause', 'created_at'])
    .select((of) =>
      of
        .exists(
          of
            .selectFrom('command_device')
            .select('command_device.id')
            .whereRef('command_device.command_id', '=', 'command.id')
            .where('is_open', '=', true),
        )
        .as('is_open'),
    )
    .where('of_command_id', '=', sql<string>`any(${commandIds}::uuid[])`)
    .orderBy('of_command_id')
    .orderBy('created_at', 'desc')
    .execute()
}

export async function findCommandDevices(db: Session, commandId: string) {
  return (
    builder(db)
      .selectFrom('command_device')
      .innerJoin('command', 'command.id', 'command_device.command_id')
      .innerJoin('device', 'device.no', 'command_device.device_no')
      .innerJoin('logger', 'logger.id', 'command_device.logger_id')
      .leftJoin('iv_scan', 'iv_scan.command_device_id', 'command_device.id')
      .selectAll('command_device')
      .select([
        'device.id as device_id',
        'device.name',
        'device.serial',
        'device.model',
        'logger.serial as logger_serial',
        'iv_scan.id as iv_scan_id',
      ])
      // Its place in the queue: see findOpenCommandDevices for the order in which a logger takes its devices.
      .select((of) =>
        of
          .selectFrom('command_device as other')
          .innerJoin('command as other_command', 'other_command.id', 'other.command_id')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('other.logger_id', '=', 'command_device.logger_id')
          .where('other.is_open', '=', true)
          .where((where) =>
            where.or([
              where('other_command.created_at', '<', where.ref('command.created_at')),
              where.and([
                where('other_command.id', '=', where.ref('command.id')),
                where('other.position', '<', where.ref('command_device.position')),
              ]),
            ]),
          )
          .as('ahead'),
      )
      .where('command_id', '=', commandId)
      .orderBy('command_device.position')
      .execute()
  )
}

export async function findCommandSteps(db: Session, commandId: string) {
  return builder(db)
    .selectFrom('command_step')
    .innerJoin('command_device', 'command_device.id', 'command_step.command_device_id')
    .selectAll('command_step')
    .where('command_device.command_id', '=', commandId)
    .orderBy('command_step.id')
    .execute()
}
