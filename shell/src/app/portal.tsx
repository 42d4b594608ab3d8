import { useEffect, useState } from 'react'
import { ConnectionContext } from '../connection/connection.ts'
import type { ConnectionWatch } from '../connection/connection-watch.ts'
import { BrokenPortal } from '../errors/error-page.tsx'
import { useShellText } from '../messages/shell-messages.ts'
import { FirstVisit } from '../language/first-visit.tsx'
import { type RemoteSource, RemoteSourceContext } from '../outlet/remote-source.ts'
import { RenderBoundary } from '../outlet/render-boundary.tsx'
import { followLinks } from '../routing/follow-links.ts'
import { HashNavigation } from '../routing/hash-navigation.ts'
import { HashRouter } from '../routing/hash-router.tsx'
import { PortalPages } from '../routing/portal-pages.tsx'
import { LiveRoutes } from '../routing/live-routes.tsx'

interface PortalProps {
  source: RemoteSource
  connection: ConnectionWatch
}

/** Header, menu, pages: everything behind the providers. */
export function Portal({ source, connection }: PortalProps) {
  const [navigation] = useState(() => new HashNavigation())
  const [isBroken, setBroken] = useState(false)
  useEffect(() => followLinks(navigation.push), [navigation])
  if (isBroken) return <BrokenPortal />
  return (
    <RemoteSourceContext value={source}>
      <ConnectionContext value={connection}>
        <HashRouter navigation={navigation}>
          <RenderBoundary onCrash={() => setBroken(true)}>
            <LiveRoutes>
              <PortalPages />
            </LiveRoutes>
            <FirstVisit />
          </RenderBoundary>
        </HashRouter>
      </ConnectionContext>
    </RemoteSourceContext>
  )
}

/**
 * The release index is missing or was refused: without it no code is trusted. `isExpired`: by the clock of this device.
 */
export function IndexFault({ isExpired }: { isExpired: boolean }) {
  const text = useShellText()
  return <BrokenPortal text={text(isExpired ? 'error.clock.text' : 'error.index.text')} />
}
