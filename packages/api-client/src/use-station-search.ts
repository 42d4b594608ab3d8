import type { Station } from '@helioport/contract'
import { useState } from 'react'
import type { ApiError } from './api-error.ts'
import { useEndpoint } from './use-endpoint.ts'

/** Number of stations that are listed at most; with more, a search is offered. */
const listed = 50
const found = 20

export interface StationSearch {
  /** The current choices; undefined: not loaded yet. */
  data: readonly Station[] | undefined
  /** All choices since the page was opened. */
  known: readonly Station[]
  /** Number of all stations. */
  total: number
  error: ApiError | undefined
  refetch: () => void
  /** Undefined: `data` holds all stations. */
  onSearch: ((text: string) => void) | undefined
}

/** Stations to choose from: all if there are few, otherwise the service's search results; always including `chosen`. */
export function useStationSearch(chosen = ''): StationSearch {
  const [search, setSearch] = useState('')
  const first = useEndpoint('GET /stations', { query: { pageSize: listed } })
  const total = first.total ?? 0
  const isMany = total > listed
  const isSearching = isMany && search.trim() !== ''
  const hits = useEndpoint(
    'GET /stations',
    { query: { search: search.trim().slice(0, 80), pageSize: found } },
    { enabled: isSearching },
  )
  const shown = isSearching ? (hits.data ?? []) : first.data
  const isMissing = isMany && chosen !== '' && shown?.every(({ id }) => id !== chosen) === true
  const own = useEndpoint('GET /stations/:stationId', { params: { stationId: chosen } }, { enabled: isMissing })
  const { error, refetch } = first
  const data = isMissing && own.data && shown ? [own.data, ...shown] : shown
  const [seen, setSeen] = useState<readonly Station[]>([])
  const news = isSearching ? (data ?? []).filter(({ id }) => seen.every((each) => each.id !== id)) : []
  if (news.length > 0) setSeen([...seen, ...news])
  const all = first.data ?? []
  const known = [
    ...all,
    ...[...seen, ...(own.data ? [own.data] : [])].filter(({ id }) => all.every((each) => each.id !== id)),
  ]
  return {
    // Between two searches, stations that were found or chosen stay.
    data: isSearching || data === undefined ? data : known,
    known,
    total,
    error,
    refetch,
    onSearch: isMany ? setSearch : undefined,
  }
}
