import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@helioport/contract'
import { isListWithout, isStaleAfter, stationOf } from './stale-reads.ts'

/**
 * Least time between two requests of a read on screen, ms. A read of many stations may be repeated this often only in a
 * short burst, then every five seconds: an account of hundreds of stations has events all the time. An event at a
 * station that a list does not show always waits five seconds and does not use up the list's burst.
 */
export const pauseMs = 1_000
export const burst = { reads: 6, refillMs: 5_000 } as const
/** All browsers receive an event at once: their requests are spread over this time, ms. */
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

/** Invalidates the reads that an event makes stale. Reads on screen are refetched, soon but not too often. */
export function createRefresher({ client, now, random }: RefresherParts): Refresher {
  const planned = new Map<string, { at: number; isWaitedFor: boolean; timer: ReturnType<typeof setTimeout> }>()
  /** When each read was refetched for what it shows, oldest first, within the time in which a burst refills. */
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
        // Not on screen: refetched when it is shown again.
        if (!query.isActive()) query.invalidate()
        // After a resync, recently answered reads are still fresh.
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
