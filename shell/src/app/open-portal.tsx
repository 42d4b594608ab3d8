import type { ReactElement } from 'react'
import { ApiProvider } from '@helioport/api-client'
import { createRemoteHost, developedIndex, goLive, provideShares, readReleaseIndex } from '@helioport/federation/host'
import { followSessionHints } from '../connection/session-hints.ts'
import { watchReads } from '../connection/watch-reads.ts'
import type { ConnectionWatch } from '../connection/connection-watch.ts'
import { IndexFault, Portal } from './portal.tsx'
import { providedShares } from './provided-shares.ts'

/** Delay in ms for code that may load after the first page. */
const liveAfterMs = 3_500

/**
 * Everything behind the sign-in page: header, menu, pages; or a page that says why no code is trusted. Call it once.
 */
export async function openPortal(connection: ConnectionWatch): Promise<ReactElement> {
  provideShares(providedShares)
  const read = await readReleaseIndex()
  if (!read.ok) return <IndexFault isExpired={read.fault === 'expired'} />
  const host = createRemoteHost(read.index, await developedIndex())
  goLive(host, liveAfterMs, followSessionHints)
  watchReads(connection)
  return (
    <ApiProvider>
      <Portal source={host} connection={connection} />
    </ApiProvider>
  )
}
