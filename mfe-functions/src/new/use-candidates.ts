import { useEndpoint, useStationSearch, useWholeList } from '@helioport/api-client'
import { type CommandKind, maxCommandDevices, maxPageSize } from '@helioport/contract'
import { type ChoiceState, endpointQuery } from './choice-query.ts'
import { chosenOf, type Selection } from './selection.ts'
import { candidatesOf, isReady, readyFirst, summaryOf } from './readiness.ts'

const refetchMs = 30_000

/**
 * All devices of the chosen station, so that counts and filters are complete; of all stations those of the largest page.
 */
function useDevices(state: ChoiceState) {
  const query = endpointQuery(state)
  const isOne = query.stationId !== undefined
  const ofStation = useWholeList('GET /remote-settings/devices', { query }, { refetchMs, enabled: isOne })
  const first = { query: { ...query, pageSize: maxPageSize } }
  const ofAll = useEndpoint('GET /remote-settings/devices', first, { refetchMs, enabled: !isOne })
  return isOne ? ofStation : ofAll
}

/** Candidates for a kind of command, and the chosen ones. */
export function useCandidates(kind: CommandKind, state: ChoiceState, selection: Selection) {
  const stations = useStationSearch(state.station)
  const devices = useDevices(state)
  const rights = new Map(stations.known.map((station) => [station.id, station.rights]))
  const candidates = devices.data && readyFirst(candidatesOf(devices.data, kind, rights))
  const chosen = chosenOf(candidates ?? [], selection)
  return {
    stations,
    isOneStation: state.station !== '' || stations.total === 1,
    devices,
    candidates,
    summary: candidates && summaryOf(candidates),
    chosen,
    /** What "choose all" takes: ready devices, up to the limit. */
    choosable: (candidates ?? []).filter(isReady).slice(0, maxCommandDevices),
  }
}
