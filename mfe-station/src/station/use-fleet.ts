import type { ListedStation, StationPlace, StationsSummary } from '@helioport/contract'
import { type EndpointState, useEndpoint } from '@helioport/api-client'
import { ownRelease } from '@helioport/federation/remote'

/** How often pages ask for new figures, in ms. */
export const pollMs = 30_000

/** The sums over every station of the account; the page may begin with those of the last visit. */
export function useSummary(): EndpointState<StationsSummary> {
  return useEndpoint('GET /stations/summary', {}, { refetchMs: pollMs, kept: ownRelease })
}

/** The stations that need a person, most urgent first: so many of them. */
export function useAttention(pageSize: number): EndpointState<ListedStation[]> {
  const args = { query: { attention: true, page: 1, pageSize } }
  return useEndpoint('GET /stations', args, { refetchMs: pollMs, kept: ownRelease })
}

/** Where all of them lie. Of a large fleet that is much: it is asked for less often. */
export function usePlaces(): EndpointState<StationPlace[]> {
  return useEndpoint('GET /stations/places', {}, { refetchMs: 4 * pollMs })
}
