import type { CommandDetail } from '@helioport/contract'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { Transaction } from '../database/session.ts'
import { getCommand } from './list-commands.ts'
import { askStops, findUntakenCommandDevices, moveCommandDevice } from './queries/device.ts'
import { endWaiting, findCommandsOfOrder, lockOrder } from './queries/order.ts'

/**
 * Cancels the devices of a command that no logger may execute yet; of a held order, also at the other stations that
 * this account controls. An automatic revert cannot be cancelled.
 * @throws Problem command.nothingWaits
 */
export async function cancelCommand(service: Service, accountId: string, commandId: string): Promise<CommandDetail> {
  const now = service.now()
  await service.db.transaction(async (tx) => {
    const order = await lockOrder(tx, commandId)
    const command = order.find(({ id }) => id === commandId)
    if (!command || command.kind === 'ivScan' || command.cause === 'revert') throw new Problem('command.nothingWaits')
    const own = await cancelUntaken(tx, commandId, now)
    if (own === 0) throw new Problem('command.nothingWaits')
    if (!command.waits) return
    // A held order is released as a whole, so it is cancelled as a whole: a remaining part would go out unnoticed.
    const mine = await findCommandsOfOrder(tx, command.order_id, accountId, now, 'control')
    const others = order.filter(({ id, waits }) => waits && id !== commandId && mine.some((one) => one.id === id))
    for (const { id } of others) await cancelUntaken(tx, id, now)
  })
  return getCommand(service, accountId, commandId)
}

/** Cancels the devices of a command that no logger may execute yet; returns how many. */
export async function cancelUntaken(tx: Transaction, commandId: string, now: number): Promise<number> {
  const devices = await findUntakenCommandDevices(tx, commandId)
  for (const device of devices) {
    await moveCommandDevice(tx, device, { state: 'CANCELLED', by: 'person', at: now, dueAt: null })
  }
  if (devices.length > 0) await endWaiting(tx, commandId)
  return devices.length
}

/**
 * Cancels the waiting devices of a scan and asks running ones to stop; curves measured so far are kept.
 * @throws Problem command.nothingWaits
 */
export async function cancelScan(service: Service, accountId: string, commandId: string): Promise<CommandDetail> {
  const now = service.now()
  await service.db.transaction(async (tx) => {
    const command = (await lockOrder(tx, commandId)).find(({ id }) => id === commandId)
    if (command?.kind !== 'ivScan') throw new Problem('command.nothingWaits')
    const cancelled = await cancelUntaken(tx, commandId, now)
    const stopping = await askStops(tx, commandId)
    if (cancelled + stopping === 0) throw new Problem('command.nothingWaits')
  })
  return getCommand(service, accountId, commandId)
}
