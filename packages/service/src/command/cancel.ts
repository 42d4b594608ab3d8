import type { CommandDetail } from '@helioport/contract'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { getCommand } from './list-commands.ts'
import { askStops, findUntakenCommandDevices, moveCommandDevice } from './queries/device.ts'
import { endWaiting, lockOrder } from './queries/order.ts'

/**
 * Cancels what no logger was given leave to execute. What brings former values back by itself cannot be cancelled.
 * @throws Problem command.nothingWaits
 */
export async function cancelCommand(service: Service, accountId: string, commandId: string): Promise<CommandDetail> {
  const now = service.now()
  await service.db.transaction(async (tx) => {
    const command = (await lockOrder(tx, commandId)).find(({ id }) => id === commandId)
    if (!command || command.kind === 'ivScan' || command.cause === 'revert') throw new Problem('command.nothingWaits')
    const devices = await findUntakenCommandDevices(tx, commandId)
    if (devices.length === 0) throw new Problem('command.nothingWaits')
    for (const device of devices) {
      await moveCommandDevice(tx, device, { state: 'CANCELLED', by: 'person', at: now, dueAt: null })
    }
    await endWaiting(tx, commandId)
  })
  return getCommand(service, accountId, commandId)
}

/**
 * Cancels what waits of a scan and asks for what goes on to stop; its curves are kept.
 * @throws Problem command.nothingWaits
 */
export async function cancelScan(service: Service, accountId: string, commandId: string): Promise<CommandDetail> {
  const now = service.now()
  await service.db.transaction(async (tx) => {
    const command = (await lockOrder(tx, commandId)).find(({ id }) => id === commandId)
    if (command?.kind !== 'ivScan') throw new Problem('command.nothingWaits')
    const devices = await findUntakenCommandDevices(tx, commandId)
    for (const device of devices) {
      await moveCommandDevice(tx, device, { state: 'CANCELLED', by: 'person', at: now, dueAt: null })
    }
    const stopping = await askStops(tx, commandId)
    if (devices.length + stopping === 0) throw new Problem('command.nothingWaits')
  })
  return getCommand(service, accountId, commandId)
}
