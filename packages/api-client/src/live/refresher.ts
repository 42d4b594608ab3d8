import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@helioport/contract'
import { isStaleAfter, stationOf } from './stale-reads.ts'

/**
 * A read on screen is asked again at most this often because of events, in ms. An account of hundreds of stations has
 * an event every second; its lists must not be asked for as often.
 */
export const pauseMs = { station: 1_000, many: 5_000 } as const
/** All browsers hear of an event at once: they ask within this time, in ms. */
const spreadMs = 300

interface RefresherParts {
  client: QueryClient
  now: () => number
  random: () => number
}

export interface Refresher {
  refresh: (event: LiveEvent) => void
  stop: () => void
}

/** Marks what an event makes stale; what is on screen is asked for again, soon and not too often. */
export function createRefresher({ client, now, random }: RefresherParts): Refresher {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const askedAt = new Map<string, number>()

  function ask(query: Query): void {
    timers.delete(query.queryHash)
    askedAt.set(query.queryHash, now())
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }

  function plan(query: Query): void {
    if (timers.has(query.queryHash)) return
    const pause = stationOf(query) === undefined ? pauseMs.many : pauseMs.station
    const last = Math.max(query.state.dataUpdatedAt, askedAt.get(query.queryHash) ?? 0)
    const wait = Math.max(last + pause - now(), 0) + spreadMs * random()
    timers.set(
      query.queryHash,
      setTimeout(() => ask(query), wait),
    )
  }

  return {
    refresh: (event) => {
      const reads = client.getQueryCache().findAll({ predicate: (query) => isStaleAfter(query, event) })
      for (const query of reads) {
        // Nobody looks at it: it is asked for when somebody does.
        if (!query.isActive()) query.invalidate()
        // What came a moment ago is as new as what would come.
        else if (event.type !== 'resync' || now() - query.state.dataUpdatedAt > pauseMs.many) plan(query)
      }
    },
    stop: () => {
      timers.forEach(clearTimeout)
      timers.clear()
      askedAt.clear()
    },
  }
}
