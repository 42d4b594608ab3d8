import { type ReactNode, useEffect, useState } from 'react'
import { RouterProvider, createHashRouter } from 'react-router-dom'
import { ApiProvider } from '@helioport/api-client'
import { useLocale } from '@helioport/i18n'
import { usePreferences } from '@helioport/session'
import { UiProvider } from '@helioport/ui'
import { ConnectionContext } from '../connection/connection.ts'
import type { ConnectionWatch } from '../connection/connection-watch.ts'
import { BrokenPortal } from '../errors/error-page.tsx'
import { useShellText } from '../messages/shell-messages.ts'
import { type RemoteSource, RemoteSourceContext } from '../outlet/remote-source.ts'
import { followLinks } from '../routing/follow-links.ts'
import { PortalPages } from '../routing/portal-pages.tsx'
import { LiveRoutes } from '../routing/live-routes.tsx'

interface PortalProps {
  source: RemoteSource
  connection: ConnectionWatch
}

// One route for all: the portal's own table decides below it, so that a release may add pages to an open tab.
const pages = (
  <LiveRoutes>
    <PortalPages />
  </LiveRoutes>
)
const createRouter = () => createHashRouter([{ path: '*', element: pages, errorElement: <BrokenPortal /> }])

/** Header, menu, pages: everything behind the providers. */
export function Portal({ source, connection }: PortalProps) {
  const [router] = useState(createRouter)
  useEffect(() => followLinks((path) => void router.navigate(path)), [router])
  return (
    <RemoteSourceContext value={source}>
      <ConnectionContext value={connection}>
        <RouterProvider router={router} />
      </ConnectionContext>
    </RemoteSourceContext>
  )
}

/** Language, theme and the query cache for the frame and every remote. */
export function Providers({ children }: { children: ReactNode }) {
  const { code, dir } = useLocale()
  const theme = usePreferences((preferences) => preferences.theme)
  return (
    <ApiProvider>
      <UiProvider theme={theme} dir={dir} locale={code}>
        {children}
      </UiProvider>
    </ApiProvider>
  )
}

/** The index of releases is missing or was refused: without it no code is trusted. `isExpired`: by the clock of this device. */
export function IndexFault({ isExpired }: { isExpired: boolean }) {
  const text = useShellText()
  return <BrokenPortal text={text(isExpired ? 'error.clock.text' : 'error.index.text')} />
}
