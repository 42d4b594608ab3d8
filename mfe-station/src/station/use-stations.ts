import { maxPageSize, type Station } from '@helioport/contract'
import { type EndpointState, useEndpoint } from '@helioport/api-client'

/** How often pages ask for new figures, in ms. */
export const pollMs = 30_000

/** The stations of the account, as many as one reply may hold (maxPageSize): sums over all of them start here. */
export function useStations(refetchMs: number = pollMs): EndpointState<Station[]> {
  return useEndpoint('GET /stations', { query: { page: 1, pageSize: maxPageSize, sort: 'sortNumber' } }, { refetchMs })
}
