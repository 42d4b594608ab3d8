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

/** Where the code for it does not come, it is asked for again after this long, in ms. */
const againMs = 30_000

/**
 * Has the tab follow the release host, and tell it what happens: after `afterMs`, when the first page has had its turn,
 * or as soon as there is trouble to tell of. `onEvents`: is given the events of this browser.
 */
export function goLive(host: RemoteHost, afterMs: number, onEvents: (events: SharedEvents) => void): void {
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
  setTimeout(() => void start(), afterMs)
  host.events.onTrouble(() => void start())
}
