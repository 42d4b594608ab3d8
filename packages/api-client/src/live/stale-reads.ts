import type { Query } from '@tanstack/react-query'
import type { LiveEvent } from '@helioport/contract'

/** Reads that an event can make stale, by the start of their path. */
const readsOf: Record<LiveEvent['type'], RegExp> = {
  station:
    /^GET \/(stations|devices|loggers|account\/statistics|ranking|remote-settings|monitored-accounts|operator)\b/,
  alarm: /^GET \/(alarms|alarm-snoozes|stations|devices|remote-settings|monitored-accounts)\b/,
  command: /^GET \/(commands|devices|remote-settings|iv-scans)\b/,
  export: /^GET \/export-tasks\b/,
  bulletin: /^GET \/bulletins\b/,
  access: /^GET /,
  resync: /^GET /,
}

interface ReadArgs {
  params?: { stationId?: unknown }
  query?: { stationId?: unknown }
}

type ReadKey = readonly [name: string, args?: ReadArgs]

/** Station of a read; undefined: the read covers several stations, or its key does not name the station. */
export function stationOf(query: Query): unknown {
  const [, args] = query.queryKey as ReadKey
  return args?.params?.stationId ?? args?.query?.stationId
}

export function isStaleAfter(query: Query, event: LiveEvent): boolean {
  const [name] = query.queryKey as ReadKey
  // A newer service may send events that this page does not know.
  const reads: RegExp | undefined = readsOf[event.type]
  if (typeof name !== 'string' || !reads?.test(name)) return false
  const station = stationOf(query)
  return !('stationId' in event) || station === undefined || station === event.stationId
}

/** Whether a read's data are a list without the event's station: its reader does not wait for that event. */
export function isListWithout(query: Query, event: LiveEvent): boolean {
  const rows = (query.state.data as { data?: unknown } | undefined)?.data
  if (!('stationId' in event) || !Array.isArray(rows)) return false
  return !rows.some((row: { id?: unknown; stationId?: unknown } | null) =>
    [row?.id, row?.stationId].includes(event.stationId),
  )
}
