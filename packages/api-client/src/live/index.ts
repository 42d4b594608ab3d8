import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@helioport/contract'
import { createRefresher } from './refresher.ts'

/**
 * Keeps the reads on screen up to date with hints of the service. `listen` receives a callback for the hints (each a
 * `LiveEvent` as JSON) and returns the function that unsubscribes it. Returns the function that ends all of it.
 */
export function followHints(client: QueryClient, listen: (hear: (hint: string) => void) => () => void): () => void {
  const { refresh, stop } = createRefresher({ client, now: Date.now, random: Math.random })
  const unlisten = listen((hint) => refresh(JSON.parse(hint) as LiveEvent))
  return () => {
    unlisten()
    stop()
  }
}
