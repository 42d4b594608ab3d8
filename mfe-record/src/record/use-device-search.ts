import { useState } from 'react'
import { useEndpoint } from '@helioport/api-client'
import type { Device } from '@helioport/contract'

/** Number of listed devices; beyond it, a search finds them. */
const listed = 50

/**
 * Devices to choose from, of one station or all: a short list in full, otherwise search results, and the `chosen` one.
 */
export function useDeviceSearch({ stationId = '', chosen = '' }: { stationId?: string; chosen?: string } = {}) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().slice(0, 80)
  const of = { pageSize: listed, ...(stationId !== '' && { stationId }) }
  const first = useEndpoint('GET /devices', { query: of })
  const isMany = (first.total ?? 0) > listed
  const isSearching = isMany && wanted !== ''
  const hits = useEndpoint('GET /devices', { query: { ...of, search: wanted } }, { enabled: isSearching })
  const isElsewhere = chosen !== '' && first.data?.every(({ id }) => id !== chosen) === true
  // If all devices of the station are listed, the chosen one belongs to another station.
  const isMissing = isElsewhere && (isMany || stationId === '')
  const own = useEndpoint('GET /devices/:deviceId', { params: { deviceId: chosen } }, { enabled: isMissing })
  const isHere = stationId === '' || own.data?.stationId === stationId
  const kept: readonly Device[] = isMissing && own.data !== undefined && isHere ? [own.data] : []
  const isGone = isMissing && own.error?.code === 'notFound'
  const found = isSearching ? (hits.data ?? []) : (first.data ?? [])
  return {
    data: [...kept.filter(({ id }) => found.every((each) => each.id !== id)), ...found],
    /** The chosen device, or the first; undefined: none, not loaded yet, or gone. */
    device:
      [...kept, ...(first.data ?? []), ...found].find(({ id }) => id === chosen) ??
      (isMissing && own.data === undefined ? undefined : first.data?.[0]),
    /** The chosen device was removed or belongs to someone else; showing another instead would mislead. */
    isGone,
    /** There are no devices. */
    isEmpty: first.data?.length === 0,
    error: first.error ?? (isMissing && !isGone ? own.error : undefined),
    refetch: first.refetch,
    onSearch: isMany ? setSearch : undefined,
  }
}
