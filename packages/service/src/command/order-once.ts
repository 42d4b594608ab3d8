import type { CommandDetail } from '@helioport/contract'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { type Asked, findOnce } from '../request/once.ts'
import { getCommand } from './list-commands.ts'

/** Result of an order. `isRepeat`: it was taken before; `command` is its current state. */
export interface Ordered {
  command: CommandDetail
  isRepeat: boolean
}

/**
 * Makes `place` idempotent by the order's key; without a key it runs each time. `place` must store `asked` in the
 * transaction that takes the order.
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
    // Two concurrent requests with the same key: the later one finds the devices busy with the first.
    const same = error instanceof Problem && error.code === 'command.busy' ? await known() : undefined
    if (same) return same
    throw error
  }
}
