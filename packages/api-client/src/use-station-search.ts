import type { Station } from '@helioport/contract'
import { useState } from 'react'
import type { ApiError } from './api-error.ts'
import { useEndpoint } from './use-endpoint.ts'

/** So many are listed; of more those that a search finds. */
const listed = 50
const found = 20

export interface StationSearch {
  /** What there is to choose from now; undefined: not known yet. */
  data: readonly Station[] | undefined
  /** All that were there to choose from since the page was opened. */
  known: readonly Station[]
  /** Of all stations. */
  total: number
  error: ApiError | undefined
  refetch: () => void
  /** Undefined: all of them are in `data`. */
  onSearch: ((text: string) => void) | undefined
}

/** Stations to choose from: all of a few, of many those that the service finds, and always the `chosen` one. */
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
    // Between two searches what was found and chosen stays.
    data: isSearching || data === undefined ? data : known,
    known,
    total,
    error,
    refetch,
    onSearch: isMany ? setSearch : undefined,
  }
}
