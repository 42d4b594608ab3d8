import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@helioport/contract'
import { isListWithout, isStaleAfter, stationOf } from './stale-reads.ts'

/**
 * A read on screen is asked again a second later at the earliest, in ms; one of many stations so often only in a short
 * burst, then every five seconds: an account of hundreds of stations has an event all the time. What happens at stations
 * that a list does not show is worth the five seconds alone, and nothing of the burst of those that it shows.
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
  const planned = new Map<string, { at: number; isWaitedFor: boolean; timer: ReturnType<typeof setTimeout> }>()
  /** When each read was asked because of what it shows, oldest first; what is older than a burst's refill is forgotten. */
  const asked = new Map<string, number[]>()
  const recently = (query: Query) =>
    (asked.get(query.queryHash) ?? []).filter((at) => at > now() - burst.reads * burst.refillMs)

  function ask(query: Query): void {
    if (planned.get(query.queryHash)?.isWaitedFor) asked.set(query.queryHash, [...recently(query), now()])
    planned.delete(query.queryHash)
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }

  function plan(query: Query, event: LiveEvent): void {
    const isSpent = stationOf(query) === undefined && recently(query).length >= burst.reads
    const last = Math.max(query.state.dataUpdatedAt, recently(query).at(-1) ?? 0)
    const former = planned.get(query.queryHash)
    const isElsewhere = isListWithout(query, event)
    const isWaitedFor = former?.isWaitedFor === true || !isElsewhere
    const soonest = Math.max(last + (isElsewhere || isSpent ? burst.refillMs : pauseMs), now())
    if (former && former.at <= soonest + spreadMs) {
      former.isWaitedFor = isWaitedFor
      return
    }
    clearTimeout(former?.timer)
    const at = soonest + spreadMs * random()
    planned.set(query.queryHash, { at, isWaitedFor, timer: setTimeout(() => ask(query), at - now()) })
  }

  return {
    refresh: (event) => {
      const reads = client.getQueryCache().findAll({ predicate: (query) => isStaleAfter(query, event) })
      for (const query of reads) {
        // Nobody looks at it: it is asked for when somebody does.
        if (!query.isActive()) query.invalidate()
        // What came a moment ago is as new as what would come.
        else if (event.type !== 'resync' || now() - query.state.dataUpdatedAt > burst.refillMs) plan(query, event)
      }
    },
    stop: () => {
      planned.forEach(({ timer }) => clearTimeout(timer))
      planned.clear()
      asked.clear()
    },
  }
}
