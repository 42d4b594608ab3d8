import type { StationRight } from '@helioport/contract'
import { findRights, thingIds } from './queries/access.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'

/**
 * Holds every id in `named` (of a station, or of a thing that lies at one) against the rights of the account.
 * @throws Problem notFound where the account does not reach the thing, or there is none: the same answer;
 *   access.denied where it may see the thing but lacks the right
 */
export async function requireRight(
  service: Service,
  accountId: string,
  right: StationRight,
  named: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const kind of thingIds) {
    const value = named[kind] ?? named[`${kind}s`]
    if (value === undefined || value === null) continue
    for (const id of new Set(Array.isArray(value) ? value : [value])) {
      const rights = await findRights(service.db.read, accountId, service.now(), kind, String(id))
      if (!rights.includes('view')) throw new Problem('notFound')
      if (!rights.includes(right)) throw new Problem('access.denied')
    }
  }
}
