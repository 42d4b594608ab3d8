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
  const isElsewhere = chosen !== '' && first.data?.every(({ id }) => id !== chosen) === true
  // Of a station with few, what is not among them is of another.
  const isMissing = isElsewhere && (isMany || stationId === '')
  const own = useEndpoint('GET /devices/:deviceId', { params: { deviceId: chosen } }, { enabled: isMissing })
  const isHere = stationId === '' || own.data?.stationId === stationId
  const kept: readonly Device[] = isMissing && own.data !== undefined && isHere ? [own.data] : []
  const isGone = isMissing && own.error?.code === 'notFound'
  const found = isSearching ? (hits.data ?? []) : (first.data ?? [])
  return {
    data: [...kept.filter(({ id }) => found.every((each) => each.id !== id)), ...found],
    /** The chosen one, or the first; undefined: there is none, it is not known yet, or it is gone. */
    device:
      [...kept, ...(first.data ?? []), ...found].find(({ id }) => id === chosen) ??
      (isMissing && own.data === undefined ? undefined : first.data?.[0]),
    /** The chosen one was removed, or is of somebody else: another in its place would be taken for it. */
    isGone,
    /** There is none to choose. */
    isEmpty: first.data?.length === 0,
    error: first.error ?? (isMissing && !isGone ? own.error : undefined),
    refetch: first.refetch,
    onSearch: isMany ? setSearch : undefined,
  }
}
