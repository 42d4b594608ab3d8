import { useState } from 'react'
import { useEndpoint } from '@helioport/api-client'
import type { Device } from '@helioport/contract'

/** So many are listed; of more those that a search finds. */
const listed = 50

/** Devices to choose from, of one station or of all: all of a few, of many those that the service finds, and the `chosen` one. */
export function useDeviceSearch({ stationId = '', chosen = '' }: { stationId?: string; chosen?: string } = {}) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().slice(0, 80)
  const of = { pageSize: listed, ...(stationId !== '' && { stationId }) }
  const first = useEndpoint('GET /devices', { query: of })
  const isMany = (first.total ?? 0) > listed
  const isSearching = isMany && wanted !== ''
  const hits = useEndpoint('GET /devices', { query: { ...of, search: wanted } }, { enabled: isSearching })
  const isMissing = isMany && chosen !== '' && first.data?.every(({ id }) => id !== chosen) === true
  const own = useEndpoint('GET /devices/:deviceId', { params: { deviceId: chosen } }, { enabled: isMissing })
  const isHere = stationId === '' || own.data?.stationId === stationId
  const kept: readonly Device[] = isMissing && own.data !== undefined && isHere ? [own.data] : []
  const isAwaited = isMissing && own.data === undefined && own.error === undefined
  const found = isSearching ? (hits.data ?? []) : (first.data ?? [])
  return {
    data: [...kept.filter(({ id }) => found.every((each) => each.id !== id)), ...found],
    /** The chosen one, or the first; undefined: there is none, or it is not known yet. */
    device:
      [...kept, ...(first.data ?? []), ...found].find(({ id }) => id === chosen) ??
      (isAwaited ? undefined : first.data?.[0]),
    /** There is none to choose. */
    isEmpty: first.data?.length === 0,
    error: first.error,
    refetch: first.refetch,
    onSearch: isMany ? setSearch : undefined,
  }
}
