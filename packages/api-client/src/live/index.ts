import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@helioport/contract'
import { createRefresher } from './refresher.ts'

/**
 * Has the reads on screen follow what happens at the service. `listen` hears its hints, each a `LiveEvent` as JSON, and
 * returns the end of it, as this does.
 */
export function followHints(client: QueryClient, listen: (hear: (hint: string) => void) => () => void): () => void {
  const { refresh, stop } = createRefresher({ client, now: Date.now, random: Math.random })
  const unlisten = listen((hint) => refresh(JSON.parse(hint) as LiveEvent))
  return () => {
    unlisten()
    stop()
  }
}
