import type { StationRight } from '@helioport/contract'
import { findRights, type ThingId, thingIds } from './queries/access.ts'
import type { Service } from '../base/service.ts'
import { type Issue, Problem } from '../base/problem.ts'

/** For several alarms the error lists the refused ones, so that a page can omit them; otherwise all or none is done. */
const isToldWhich = (kind: ThingId, value: unknown): boolean => kind === 'alarmId' && Array.isArray(value)

/**
 * Checks the account's right on every id in `named` (of a station, or of a thing at a station).
 * @throws Problem notFound where the account does not reach the thing, or it does not exist: the same answer;
 *   access.denied where it may see the thing but lacks the right; for several alarms the issues list which
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
    const ids: unknown[] = Array.isArray(value) ? value : [value]
    const refused: { code: 'notFound' | 'access.denied'; issue: Issue }[] = []
    for (const [nth, id] of ids.entries()) {
      const rights = await findRights(service.db.read, accountId, service.now(), kind, String(id))
      const code = !rights.includes('view') ? 'notFound' : rights.includes(right) ? null : 'access.denied'
      if (code) refused.push({ code, issue: { path: `/${kind}s/${nth}`, message: code } })
      if (code && !isToldWhich(kind, value)) throw new Problem(code)
    }
    const worst = refused.find(({ code }) => code === 'notFound') ?? refused[0]
    if (worst) throw new Problem(worst.code, { issues: refused.map(({ issue }) => issue) })
  }
}
