import type { SignIn } from '@helioport/contract'
import { iso } from '@helioport/time/node'
import { findAccountByName } from './queries/session.ts'
import { findSignIns, insertSignIn, type SignInFilter } from './queries/sign-in.ts'
import type { Service } from '../base/service.ts'
import { type PageQuery, windowOf } from '../base/page.ts'
import { placeOf } from '../base/public-address.ts'
import { shortAgent } from './user-agent.ts'

/** Logs an attempt at an account; an attempt at an unknown name leaves no row. */
export async function recordSignIn(
  service: Service,
  attempt: { name: string; errorCode: string | null; address: string; agent: string },
): Promise<void> {
  const account = await findAccountByName(service.db.read, attempt.name.trim())
  if (!account) return
  await service.db.transaction((tx) =>
    insertSignIn(tx, {
      accountId: account.id,
      errorCode: attempt.errorCode,
      address: attempt.address,
      agent: shortAgent(attempt.agent),
      now: service.now(),
    }),
  )
}

export interface SignInQuery extends Omit<SignInFilter, 'from' | 'to'> {
  from?: string
  to?: string
}

export async function listSignIns(service: Service, accountId: string, query: PageQuery & SignInQuery) {
  const { from, to, page: _page, pageSize: _size, near: _near, ...same } = query
  const filter = {
    ...same,
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { to: Date.parse(to) }),
  }
  const { rows, ...place } = await findSignIns(service.db.read, accountId, filter, windowOf(query))
  const data = rows.map((row): SignIn => ({
    id: row.id,
    at: iso(row.at),
    accountId: row.account_id,
    userName: row.user_name,
    errorCode: row.error_code,
    address: row.address,
    place: placeOf(row.address),
    isNewAddress: Boolean(row.is_new_address),
    // Rows of earlier versions hold the full user agent.
    agent: shortAgent(row.agent),
  }))
  return { data, ...place }
}
