import type { RemoteHost } from './remote-host.ts'
import type { SharedEvents } from './shared-events.ts'

export { isOnPurpose } from '../remote/on-purpose.ts'
export type { FaultKind } from './faults.ts'
export { developedIndex } from './development.ts'
export { readReleaseIndex } from './release-index.ts'
export type { LoadedRemotePage } from './loaded-pages.ts'
export type { RemotePageFault, RemotePageResult } from './page-loader.ts'
export { createRemoteHost, type AfterCrash, type RemoteHost } from './remote-host.ts'
export { provideShares, type ProvidedShares } from './runtime.ts'
export { enforceScriptPolicy } from './script-policy.ts'
export type { SharedEvents } from './shared-events.ts'

/** Wait before a retry if the code cannot be loaded, ms. */
const againMs = 30_000

/** Calls its argument once the first page has all that it needs. */
export type WhenSettled = (start: () => void) => void

/**
 * Starts to follow the release host and to report to it: when `whenSettled` calls its argument, the first page being
 * done (or after so many ms), or at the first fault or crash. `onEvents`: gets the events of this browser.
 */
export function goLive(
  host: RemoteHost,
  whenSettled: WhenSettled | number,
  onEvents: (events: SharedEvents) => void,
): void {
  let isStarted = false
  const start = async () => {
    if (isStarted) return
    isStarted = true
    try {
      const { startLive } = await import('./live.ts')
      startLive(host, onEvents)
    } catch {
      isStarted = false
      setTimeout(() => void start(), againMs)
    }
  }
  const begin = () => void start()
  if (typeof whenSettled === 'number') setTimeout(begin, whenSettled)
  else whenSettled(begin)
  host.events.onTrouble(() => void start())
}
