import type { PageLocale, RowResult, ShareInput } from '@helioport/contract'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { findOwned } from './queries/tag.ts'
import { invite, type Inviter } from './share.ts'

/** The same invitation to several own stations, each on its own: what one is refused for stops no other. */
export async function inviteToMany(
  service: Service,
  inviter: Inviter,
  { stationIds, ...input }: ShareInput & { stationIds: readonly string[] },
  locale: PageLocale,
): Promise<RowResult[]> {
  const owned = await findOwned(service.db.read, inviter.accountId, stationIds)
  const results: RowResult[] = []
  for (const stationId of stationIds) {
    results.push({ stationId, errorCode: await refusalOf(service, inviter, stationId, input, locale, owned) })
  }
  return results
}

async function refusalOf(
  service: Service,
  inviter: Inviter,
  stationId: string,
  input: ShareInput,
  locale: PageLocale,
  owned: ReadonlySet<string>,
) {
  if (!owned.has(stationId)) return 'access.denied'
  try {
    await invite(service, inviter, stationId, input, locale)
    return null
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}
