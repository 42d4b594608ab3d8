import { queryClient } from '@helioport/api-client'
import type { SharedEvents } from '@helioport/federation/host'
import { sessionStore } from '@helioport/session'

/** If its code cannot be loaded, it is tried again after this long, in ms. */
const againMs = 30_000

/** Refreshes the shown reads on hints of the service, while somebody is signed in. */
export function followSessionHints(events: SharedEvents): void {
  let isLoading = false
  let stop: (() => void) | undefined

  async function settle(): Promise<void> {
    const isIn = () => sessionStore.getState().state === 'in'
    // Only one tab holds the stream, for all tabs: another one may already have signed in.
    events.wantHints(sessionStore.getState().state !== 'out')
    if (!isIn()) {
      stop?.()
      stop = undefined
    } else if (!stop && !isLoading) {
      isLoading = true
      try {
        const { followHints } = await import('@helioport/api-client/live')
        if (isIn()) stop = followHints(queryClient, (hear) => events.listen('hint', hear))
      } catch {
        setTimeout(() => void settle(), againMs)
      }
      isLoading = false
    }
  }

  sessionStore.subscribe(() => void settle())
  void settle()
}
