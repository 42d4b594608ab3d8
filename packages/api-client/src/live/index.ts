import type { QueryClient } from '@tanstack/react-query'
import { apiBasePath } from '@helioport/contract'
import { followEvents } from './follow-events.ts'
import { createRefresher } from './refresher.ts'

/** Has the reads on screen follow what happens at the service, while somebody is signed in; returns the end of it. */
export function startLiveEvents(client: QueryClient): () => void {
  const { refresh, stop } = createRefresher({ client, now: Date.now, random: Math.random })
  // Pages without a secure context have no locks, whatever the types say.
  const locks = navigator.locks as LockManager | undefined
  const following = followEvents({
    refresh,
    openEvents: () => new EventSource(`${apiBasePath}/events`),
    shared: locks && { locks, channel: new BroadcastChannel('helioport.live') },
    isHidden: () => document.hidden,
    random: Math.random,
  })
  document.addEventListener('visibilitychange', following.pageChanged)
  return () => {
    document.removeEventListener('visibilitychange', following.pageChanged)
    following.stop()
    stop()
  }
}
