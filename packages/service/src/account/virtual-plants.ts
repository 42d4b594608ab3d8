import { hashSecret, newSecret } from '../base/secret.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { deleteSession, insertSession, proveSession } from './queries/session.ts'

/** The fleet adds its stations within this session, and ends it. */
const sessionMs = 30 * 60_000

export async function getVirtualPlants({ virtualPlants }: Service, accountId: string) {
  if (!virtualPlants) return { state: 'off', percent: null } as const
  const { state, percent } = await virtualPlants.state(accountId)
  return { state: state === 'full' ? 'none' : state, percent } as const
}

/**
 * Starts virtual plants for an account. They get a proved session of the account and keep the keys of the loggers that
 * they add. Only an operator may start all six: they need a machine of their own.
 * @throws Problem notFound (no fleet runs), access.denied, virtualPlants.full
 */
export async function startVirtualPlants(
  service: Service,
  account: SignedIn,
  order: { plants: 'one' | 'all'; mark: string },
) {
  const { virtualPlants, db } = service
  if (!virtualPlants) throw new Problem('notFound')
  if (order.plants === 'all' && account.role !== 'operator') throw new Problem('access.denied')
  const { accountId } = account
  const before = await virtualPlants.state(accountId)
  if (before.state === 'starting' || before.state === 'live') return { state: before.state, percent: before.percent }
  const token = newSecret()
  const tokenHash = hashSecret(token)
  const now = service.now()
  await db.transaction(async (tx) => {
    await insertSession(tx, { tokenHash, accountId, userAgent: 'virtual plants', now, expiresAt: now + sessionMs })
    await proveSession(tx, tokenHash, now)
  })
  const { state, percent } = await virtualPlants.start(accountId, { ...order, token })
  if (state !== 'full') return { state, percent }
  await db.transaction((tx) => deleteSession(tx, tokenHash))
  throw new Problem('virtualPlants.full')
}
