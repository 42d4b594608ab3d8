import type { CommandDetail } from '@helioport/contract'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { type Asked, findOnce } from '../request/once.ts'
import { getCommand } from './list-commands.ts'

/** What came of an order. `isRepeat`: it had been taken already, and is told as it stands now. */
export interface Ordered {
  command: CommandDetail
  isRepeat: boolean
}

/**
 * Has `place` take an order, once for the key that it was sent under; without a key it is taken each time. `asked` is to be
 * kept in the transaction that takes it.
 * @throws Problem request.keyReused, and what `place` throws
 */
export async function orderOnce(
  service: Service,
  accountId: string,
  { key, ...request }: { key?: string | undefined },
  place: (asked?: Asked) => Promise<CommandDetail>,
): Promise<Ordered> {
  if (key === undefined) return { command: await place(), isRepeat: false }
  const asked: Asked = { accountId, key, of: 'command', request, now: service.now() }
  const known = async (): Promise<Ordered | undefined> => {
    const once = await findOnce(service.db.read, asked)
    return once && { command: await getCommand(service, accountId, once.id), isRepeat: true }
  }
  const former = await known()
  if (former) return former
  try {
    return { command: await place(asked), isRepeat: false }
  } catch (error) {
    // It came twice at once: to the later one the devices are busy with the former.
    const same = error instanceof Problem && error.code === 'command.busy' ? await known() : undefined
    if (same) return same
    throw error
  }
}
