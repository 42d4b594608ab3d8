import { queryClient } from '@helioport/api-client'
import type { SharedEvents } from '@helioport/federation/host'
import { sessionStore } from '@helioport/session'

/** Where the code for it does not come, it is asked for again after this long, in ms. */
const againMs = 30_000

/** Has the reads on screen follow the hints of the service while somebody is signed in. */
export function followSessionHints(events: SharedEvents): void {
  let isLoading = false
  let stop: (() => void) | undefined

  async function settle(): Promise<void> {
    const isIn = () => sessionStore.getState().state === 'in'
    // Another tab may know already that somebody is: the one with the stream listens for all of them.
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
