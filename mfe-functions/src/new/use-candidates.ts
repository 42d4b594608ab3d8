import { useEndpoint, useStationSearch } from '@helioport/api-client'
import { type CommandKind, maxCommandDevices } from '@helioport/contract'
import { type ChoiceState, endpointQuery } from './choice-query.ts'
import { chosenOf, type Selection } from './selection.ts'
import { candidatesOf, isReady, readyFirst, summaryOf } from './readiness.ts'

const refetchMs = 30_000

/** Candidates for a kind of command, and the chosen ones. */
export function useCandidates(kind: CommandKind, state: ChoiceState, selection: Selection) {
  const stations = useStationSearch(state.station)
  const devices = useEndpoint('GET /remote-settings/devices', { query: endpointQuery(state) }, { refetchMs })
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
