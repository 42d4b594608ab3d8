import { queryClient } from '@helioport/api-client'
import { sessionStore } from '@helioport/session'

/** Where the code for it does not come, it is asked for again after this long, in ms. */
const againMs = 30_000

/** Follows live events while somebody is signed in; from `afterMs` on, when the first page has had its turn. */
export function followLiveEvents(afterMs: number): void {
  let isDue = false
  let isLoading = false
  let stop: (() => void) | undefined

  async function settle(): Promise<void> {
    const isIn = () => sessionStore.getState().state === 'in'
    if (!isIn()) {
      stop?.()
      stop = undefined
    } else if (isDue && !stop && !isLoading) {
      isLoading = true
      try {
        const { startLiveEvents } = await import('@helioport/api-client/live')
        if (isIn()) stop = startLiveEvents(queryClient)
      } catch {
        setTimeout(() => void settle(), againMs)
      }
      isLoading = false
    }
  }

  sessionStore.subscribe(() => void settle())
  setTimeout(() => {
    isDue = true
    void settle()
  }, afterMs)
}
