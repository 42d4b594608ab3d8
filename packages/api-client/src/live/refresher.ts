import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@helioport/contract'
import { isStaleAfter, stationOf } from './stale-reads.ts'

/**
 * A read on screen is asked again a second later at the earliest, in ms; one of many stations so often only in a short
 * burst, then every five seconds: an account of hundreds of stations has an event all the time.
 */
export const pauseMs = 1_000
export const burst = { reads: 6, refillMs: 5_000 } as const
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
  /** When each read was asked because of events, oldest first; what is older than a burst's refill is forgotten. */
  const asked = new Map<string, number[]>()

  function ask(query: Query): void {
    timers.delete(query.queryHash)
    const since = now() - burst.reads * burst.refillMs
    asked.set(query.queryHash, [...(asked.get(query.queryHash) ?? []).filter((at) => at > since), now()])
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }

  function plan(query: Query): void {
    if (timers.has(query.queryHash)) return
    const times = asked.get(query.queryHash) ?? []
    const recent = times.filter((at) => at > now() - burst.reads * burst.refillMs)
    const isSpent = stationOf(query) === undefined && recent.length >= burst.reads
    const last = Math.max(query.state.dataUpdatedAt, times.at(-1) ?? 0)
    const wait = Math.max(last + (isSpent ? burst.refillMs : pauseMs) - now(), 0) + spreadMs * random()
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
        else if (event.type !== 'resync' || now() - query.state.dataUpdatedAt > burst.refillMs) plan(query)
      }
    },
    stop: () => {
      timers.forEach(clearTimeout)
      timers.clear()
      asked.clear()
    },
  }
}
