import { sql } from 'kysely'
import { reachableStations } from '../../access/queries/access.ts'
import { instant } from '../../database/instant.ts'
import { builder, type Session, type Transaction } from '../../database/session.ts'

/** Rated power of all devices of these accounts, W. */
export async function findAccountPower(db: Session, accountIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await builder(db)
    .selectFrom('device')
    .innerJoin('station', 'station.id', 'device.station_id')
    .select((of) => ['station.account_id', of.fn.sum<number>('device.rated_power_w').as('rated_w')])
    .where('station.account_id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .where('device.removed_at', 'is', null)
    .groupBy('station.account_id')
    .execute()
  return new Map(rows.map((row) => [row.account_id, Number(row.rated_w)]))
}

/** Devices at stations of these accounts for which a person ordered a setting since then, whatever its outcome. */
export async function findRecentlyOrdered(db: Session, accountIds: readonly string[], since: number) {
  return builder(db)
    .selectFrom('command_device')
    .innerJoin('command', 'command.id', 'command_device.command_id')
    .innerJoin('station', 'station.id', 'command.station_id')
    .innerJoin('device', 'device.no', 'command_device.device_no')
    .select(['device.no', 'device.rated_power_w', 'station.account_id'])
    .distinct()
    .where('station.account_id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .where('command.created_at', '>', instant(since))
    .where('command.kind', '!=', 'ivScan')
    .where('command.cause', '=', 'person')
    .where('command_device.state', 'not in', ['FAILED', 'CANCELLED', 'EXPIRED'])
    .execute()
}

/**
 * Accounts of each station's owner that may control it: the main account and its sub-accounts, not guests. Excludes
 * accounts made after `since`, so that nobody can make a second person for an order that already waits.
 */
export async function findApprovers(db: Session, stationIds: readonly string[], now: number, since = now) {
  return builder(db)
    .selectFrom('station_access')
    .innerJoin('station', 'station.id', 'station_access.station_id')
    .innerJoin('account', 'account.id', 'station_access.account_id')
    .select(['station_access.station_id', 'station_access.account_id', 'account.created_at'])
    .where('station_access.station_id', '=', sql<string>`any(${stationIds}::uuid[])`)
    .where(sql<boolean>`'control' = any(station_access.rights)`)
    .where((where) =>
      where.or([where('station_access.ends_at', 'is', null), where('station_access.ends_at', '>', instant(now))]),
    )
    .where(sql<boolean>`station.account_id in (account.id, account.main_account_id)`)
    .where('account.disabled_at', 'is', null)
    .where('account.activated_at', 'is not', null)
    .where('account.created_at', '<=', instant(since))
    .execute()
}

/** Names and time zones of stations. */
export async function findPlaces(db: Session, stationIds: readonly string[]) {
  return builder(db)
    .selectFrom('station')
    .select(['id', 'name', 'time_zone'])
    .where('id', '=', sql<string>`any(${stationIds}::uuid[])`)
    .orderBy('name')
    .execute()
}

/** All commands of the order that contains this command, locked by ascending id to avoid deadlocks. */
export async function lockOrder(tx: Transaction, commandId: string) {
  return builder(tx)
    .selectFrom('command')
    .selectAll()
    .where('order_id', '=', (own) => own.selectFrom('command').select('order_id').where('id', '=', commandId))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Releases a held command and sets its times, which count from the release. */
export async function releaseCommand(
  tx: Transaction,
  commandId: string,
  release: { by: string; at: number; expiresAt: number; revertAt: number | null },
): Promise<void> {
  await builder(tx)
    .updateTable('command')
    .set({
      waits: false,
      approved_by: release.by,
      approved_at: new Date(release.at),
      expires_at: new Date(release.expiresAt),
      revert_at: release.revertAt === null ? null : new Date(release.revertAt),
    })
    .where('id', '=', commandId)
    .execute()
  await builder(tx)
    .updateTable('command_device')
    .set({ due_at: new Date(release.expiresAt) })
    .where('command_id', '=', commandId)
    .where('is_open', '=', true)
    .execute()
}

/** Stores who rejected a command, and why. */
export async function keepRejection(
  tx: Transaction,
  commandId: string,
  rejection: { by: string; at: number; reason: string },
): Promise<void> {
  await builder(tx)
    .updateTable('command')
    .set({ rejected_by: rejection.by, rejected_at: new Date(rejection.at), rejection: rejection.reason })
    .where('id', '=', commandId)
    .execute()
}

/** Releases commands whose delay is over. */
export async function endDelays(tx: Transaction, now: number): Promise<void> {
  await builder(tx)
    .updateTable('command')
    .set({ waits: false })
    .where('waits', '=', true)
    .where('hold', '=', 'delay')
    .where('hold_until', '<=', instant(now))
    .execute()
}

export async function endWaiting(tx: Transaction, commandId: string): Promise<void> {
  await builder(tx).updateTable('command').set({ waits: false }).where('id', '=', commandId).execute()
}

/** The commands of an order, at stations where the account has this right. */
export async function findCommandsOfOrder(
  db: Session,
  orderId: string,
  accountId: string,
  now: number,
  right: 'view' | 'control' = 'view',
) {
  return builder(db)
    .selectFrom('command')
    .innerJoin('station', 'station.id', 'command.station_id')
    .innerJoin('command_device', 'command_device.command_id', 'command.id')
    .select((of) => ['command.id', 'station.name', of.fn.countAll<number>().as('devices')])
    .where('command.order_id', '=', orderId)
    .where('command.station_id', 'in', reachableStations(db, accountId, now, right))
    .groupBy(['command.id', 'station.name'])
    .orderBy('station.name')
    .execute()
}
