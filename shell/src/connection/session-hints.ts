import { queryClient } from '@helioport/api-client'
import type { SharedEvents } from '@helioport/federation/host'
import { sessionStore } from '@helioport/session'

/** Delay in ms before its code is loaded again after a failure. */
const againMs = 30_000

/** Refetches the displayed data on hints of the service while the person is signed in. */
export function followSessionHints(events: SharedEvents): void {
  let isLoading = false
  let stop: (() => void) | undefined

  async function settle(): Promise<void> {
    const isIn = () => sessionStore.getState().state === 'in'
    // Only one tab holds the stream, for all tabs: another tab may already have signed in.
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
