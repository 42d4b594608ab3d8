import type { AccountHealth } from '@helioport/contract'
import { findAccountsHealth, setDisabled } from './queries/health.ts'
import { deleteFamilySessions } from './queries/session.ts'
import type { Service } from '../base/service.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { Problem } from '../base/problem.ts'
import type { SignedIn } from '../base/signed-in.ts'

export async function listAccountsHealth(
  service: Service,
  query: PageQuery & { search?: string },
): Promise<{ data: AccountHealth[]; total: number }> {
  return find(service, query.search === undefined ? {} : { search: query.search }, query)
}

/**
 * Enables an account, or disables it with its sub-accounts and loggers and ends their sessions; its data stay.
 * @throws Problem notFound, conflict (an operator's own account)
 */
export async function setActive(service: Service, operator: SignedIn, accountId: string, active: boolean) {
  const { total } = await find(service, { accountId }, {})
  if (total === 0) throw new Problem('notFound')
  if (accountId === operator.accountId) throw new Problem('conflict')
  await service.db.transaction(async (tx) => {
    await setDisabled(tx, accountId, active ? null : service.now())
    if (!active) await deleteFamilySessions(tx, accountId)
  })
  const [health] = (await find(service, { accountId }, {})).data
  if (!health) throw new Problem('notFound')
  return health
}

async function find(service: Service, filter: { accountId?: string; search?: string }, query: PageQuery) {
  const now = service.now()
  const { rows, total } = await findAccountsHealth(service.db.read, filter, now, windowOf(query))
  const data = rows.map((row) => ({
    accountId: row.id,
    userName: row.user_name,
    active: row.is_active,
    stations: row.stations,
    devices: row.devices,
    devicesOnline: row.devices_online,
    ingestLagS: row.oldest_batch_at === null ? null : Math.max(0, Math.round((now - row.oldest_batch_at) / 1000)),
    failedMails: row.failed,
    delayedMails: row.delayed,
  }))
  return { data, total }
}
