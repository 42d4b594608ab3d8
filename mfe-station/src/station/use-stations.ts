import { maxPageSize, type Station } from '@helioport/contract'
import { type EndpointState, useEndpoint } from '@helioport/api-client'
import { ownRelease } from '@helioport/federation/remote'

/** How often pages ask for new figures, in ms. */
export const pollMs = 30_000

/**
 * The stations of the account, as many as one reply may hold (maxPageSize): sums over all of them start here. `isDated`: the
 * page says when they arrived, and may begin with those of the last visit.
 */
export function useStations(refetchMs: number = pollMs, isDated = false): EndpointState<Station[]> {
  const args = { query: { page: 1, pageSize: maxPageSize, sort: 'sortNumber' } } as const
  return useEndpoint('GET /stations', args, { refetchMs, ...(isDated ? { kept: ownRelease } : {}) })
}
