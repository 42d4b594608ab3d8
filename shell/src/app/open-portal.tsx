import type { ReactElement } from 'react'
import { ApiProvider } from '@helioport/api-client'
import { createRemoteHost, developedIndex, goLive, provideShares, readReleaseIndex } from '@helioport/federation/host'
import { followSessionHints } from '../connection/session-hints.ts'
import { watchReads } from '../connection/watch-reads.ts'
import { whenQuiet } from '../connection/when-quiet.ts'
import type { ConnectionWatch } from '../connection/connection-watch.ts'
import { IndexFault, Portal } from './portal.tsx'
import { providedShares } from './provided-shares.ts'

/** Longest wait, ms, for a page to settle before it follows live events: a page may never be quiet. */
const liveAfterMs = 10_000

/** Live events start when the first page has settled: their code and stream must not delay it. */
const whenSettled = (start: () => void) =>
  void (typeof PerformanceObserver === 'undefined' ? setTimeout(start, liveAfterMs) : whenQuiet(start, liveAfterMs))

/**
 * Everything behind the sign-in page: header, menu, pages; or a page that says why no code is trusted. Call it once.
 */
export async function openPortal(connection: ConnectionWatch): Promise<ReactElement> {
  provideShares(providedShares)
  const read = await readReleaseIndex()
  if (!read.ok) return <IndexFault isExpired={read.fault === 'expired'} />
  const host = createRemoteHost(read.index, await developedIndex())
  goLive(host, whenSettled, followSessionHints)
  watchReads(connection)
  return (
    <ApiProvider>
      <Portal source={host} connection={connection} />
    </ApiProvider>
  )
}
