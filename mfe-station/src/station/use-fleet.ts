import type { ListedStation, StationPlace, StationsSummary } from '@helioport/contract'
import { type EndpointState, useEndpoint } from '@helioport/api-client'
import { ownRelease } from '@helioport/federation/remote'

/** Polling interval of pages, ms. */
export const pollMs = 30_000

/** The sums over all stations of the account; the page may start with those of the last visit. */
export function useSummary(): EndpointState<StationsSummary> {
  return useEndpoint('GET /stations/summary', {}, { refetchMs: pollMs, kept: ownRelease })
}

/** The `pageSize` stations that need a person most, most urgent first. */
export function useAttention(pageSize: number): EndpointState<ListedStation[]> {
  const args = { query: { attention: true, page: 1, pageSize } }
  return useEndpoint('GET /stations', args, { refetchMs: pollMs, kept: ownRelease })
}

/** Positions of all stations. Polled less often, because a large fleet makes a large answer. */
export function usePlaces(): EndpointState<StationPlace[]> {
  return useEndpoint('GET /stations/places', {}, { refetchMs: 4 * pollMs })
}
