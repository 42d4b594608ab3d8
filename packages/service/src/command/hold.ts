import { approvalMs, type CommandDetail, type CommandHold, isLargeOrder, largeOrderDelayMs } from '@helioport/contract'
import type { Session, Transaction } from '../database/session.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'
import { cancelUntaken } from './cancel.ts'
import { getCommand } from './list-commands.ts'
import {
  endDelays,
  findAccountPower,
  findApprovers,
  findRecentlyOrdered,
  keepRejection,
  releaseCommand,
  lockOrder,
} from './queries/order.ts'

/** A setting that no logger took within this time expires. */
export const settingValidMs = 15 * 60_000

export interface Hold {
  kind: CommandHold
  /** Epoch ms: end of the delay, or expiry of the order that waits for a second person. */
  until: number
}

/** One station's part of an order. */
export interface Share {
  stationId: string
  /** Owner of the station. */
  accountId: string
  devices: readonly { no: number; ratedPowerW: number }[]
}

/**
 * The hold of each station's command; null: none. Devices of the account that persons set in the preceding minutes
 * count, too, so that splitting an order does not evade the limit.
 */
export async function holdsOf(
  service: Service,
  db: Session,
  orderedBy: string,
  shares: readonly Share[],
): Promise<(stationId: string) => Hold | null> {
  const now = service.now()
  const accountIds = [...new Set(shares.map(({ accountId }) => accountId))]
  const stationIds = shares.map(({ stationId }) => stationId)
  const power = await findAccountPower(db, accountIds)
  const recent = await findRecentlyOrdered(db, accountIds, now - largeOrderDelayMs)
  const approvers = await findApprovers(db, stationIds, now)
  const ordered = new Map<string, Map<number, number>>()
  const note = (accountId: string, no: number, ratedW: number) => {
    const own = ordered.get(accountId) ?? new Map<number, number>()
    ordered.set(accountId, own.set(no, ratedW))
  }
  for (const row of recent) note(row.account_id, row.no, row.rated_power_w)
  for (const { accountId, devices } of shares) for (const one of devices) note(accountId, one.no, one.ratedPowerW)
  const isLarge = (accountId: string) => {
    const watts = [...(ordered.get(accountId)?.values() ?? [])]
    const sum = watts.reduce((total, one) => total + one, 0)
    return isLargeOrder(watts.length, sum, power.get(accountId) ?? 0, service.settings.largeOrderShare)
  }
  return (stationId) => {
    const share = shares.find((one) => one.stationId === stationId)
    if (!share || !isLarge(share.accountId)) return null
    const second = approvers.some((one) => one.station_id === stationId && one.account_id !== orderedBy)
    return second
      ? { kind: 'secondPerson', until: now + approvalMs }
      : { kind: 'delay', until: now + largeOrderDelayMs }
  }
}

/**
 * The command and the others of its order that wait for a second person and that this account may decide; locked.
 * @throws Problem command.nothingWaits, command.samePerson
 */
async function lockDecidable(tx: Transaction, accountId: string, commandId: string, now: number) {
  const commands = await lockOrder(tx, commandId)
  const waiting = commands.filter(({ waits, hold, expires_at }) => waits && hold === 'secondPerson' && expires_at > now)
  if (!waiting.some(({ id }) => id === commandId)) throw new Problem('command.nothingWaits')
  const since = Math.min(...waiting.map(({ created_at }) => created_at))
  const stationIds = waiting.map(({ station_id }) => station_id)
  const approvers = await findApprovers(tx, stationIds, now, since)
  const may = waiting.filter(
    ({ station_id, account_id }) =>
      account_id !== accountId &&
      approvers.some((one) => one.station_id === station_id && one.account_id === accountId),
  )
  if (!may.some(({ id }) => id === commandId)) throw new Problem('command.samePerson')
  return may
}

/**
 * Approves a command that waits for a second person, with the others of its order that this account may approve.
 * @throws Problem notFound, command.nothingWaits, command.samePerson
 */
export async function approveCommand(service: Service, accountId: string, commandId: string): Promise<CommandDetail> {
  const now = service.now()
  await service.db.transaction(async (tx) => {
    for (const { id, revert_after_minutes, revert_at } of await lockDecidable(tx, accountId, commandId, now)) {
      // A fixed end stays as it is, however long the command waited.
      const revertAt = revert_after_minutes === null ? revert_at : now + revert_after_minutes * 60_000
      const expiresAt = Math.min(now + settingValidMs, revertAt ?? Number.POSITIVE_INFINITY)
      await releaseCommand(tx, id, { by: accountId, at: now, expiresAt, revertAt })
    }
  })
  return getCommand(service, accountId, commandId)
}

/**
 * Rejects a command that waits for a second person, with a reason; also the others of its order that this account may
 * approve.
 * @throws Problem notFound, command.nothingWaits, command.samePerson
 */
export async function rejectCommand(
  service: Service,
  accountId: string,
  commandId: string,
  reason: string,
): Promise<CommandDetail> {
  const now = service.now()
  await service.db.transaction(async (tx) => {
    for (const { id } of await lockDecidable(tx, accountId, commandId, now)) {
      await cancelUntaken(tx, id, now)
      await keepRejection(tx, id, { by: accountId, at: now, reason: reason.trim() })
    }
  })
  return getCommand(service, accountId, commandId)
}

/** Releases commands whose delay is over. */
export async function releaseDelayed(service: Service): Promise<void> {
  await service.db.transaction((tx) => endDelays(tx, service.now()))
}
