import type { ReactNode } from 'react'
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom'
import { ApiProvider } from '@helioport/api-client'
import type { RemoteManifest } from '@helioport/contract/remote'
import type { LoadedRemotePage } from '@helioport/federation/host'
import { changeLocale, setUpI18n } from '@helioport/i18n'
import { sessionStore } from '@helioport/session'
import { addShellMessages } from '../messages/shell-messages.ts'
import { type RemoteSource, RemoteSourceContext } from '../outlet/remote-source.ts'
import { ownRoutes } from '../routing/own-routes.ts'
import { PortalPages } from '../routing/portal-pages.tsx'
import { buildRouteTable } from '../routing/route-table.ts'
import { RouteTableContext } from '../routing/route-table-context.ts'
import { Providers } from './providers.tsx'

// jsdom has no layout to scroll.
window.scrollTo = () => undefined
// There is no service here: the header goes without the person's pictures.
XMLHttpRequest.prototype.send = () => undefined

/** A source that answers with the test's result for `<remote> <page>` and records the requests. */
export function sourceOf(answers: Record<string, () => ReturnType<RemoteSource['loadPage']>>) {
  const asked: string[] = []
  const prefetched: string[] = []
  const crashed: string[] = []
  const known = new Map<string, LoadedRemotePage>()
  const none: readonly string[] = []
  const source: RemoteSource = {
    loadPage: async (remote, page, _locale, options) => {
      asked.push(`${remote} ${page}${options?.retry ? ' again' : ''}`)
      const answer = answers[`${remote} ${page}`]
      if (!answer) throw new Error(`the test gives no ${remote} ${page}`)
      const result = await answer()
      if (result.ok) known.set(`${remote} ${page}`, result)
      return result
    },
    loadMessages: async () => ({ greeting: 'hello' }),
    prefetch: (path) => prefetched.push(path),
    subscribe: () => () => undefined,
    manifests: () => [],
    knownPage: (remote, page) => known.get(`${remote} ${page}`),
    applyStyles: () => undefined,
    show: () => () => undefined,
    isHeld: () => false,
    isRevoked: () => false,
    waiting: () => none,
    takeUpdate: () => undefined,
    turn: () => 0,
    reportCrash: (remote, { release }, kind) => {
      crashed.push(`${remote} ${release} ${kind}`)
      return 'stay'
    },
  }
  return { source, asked, prefetched, crashed }
}

export const loadedPage =
  (shown: ReactNode, release = '1.0.0-0123456789ab') =>
  async () => ({
    ok: true as const,
    component: () => <>{shown}</>,
    messages: { greeting: 'hello' },
    release,
    wanted: release,
  })

export async function speakEnglish(): Promise<void> {
  await setUpI18n('en-US')
  await addShellMessages()
  await changeLocale('en-US')
}

export type Person = 'nobody' | 'visitor' | 'admin'

/** Sets who is signed in. A visitor's initial state has no canSeeAdmin. */
export function signedInAs(person: Person): void {
  const isLogin = person !== 'nobody'
  sessionStore.setState({
    state: isLogin ? 'in' : 'out',
    session: isLogin
      ? {
          accountId: '1',
          userName: 'ada',
          nickname: 'Ada',
          role: 'owner',
          stateName: person === 'visitor' ? 'dontHaveAccess' : '',
          mainAccountId: null,
          view: null,
        }
      : undefined,
    accessFlags: { isLogin, canSeeAdmin: person !== 'visitor', isMainAccount: true },
  })
}

/** The portal with these remotes at this address, without a release host. */
export function portalAt(path: string, manifests: readonly RemoteManifest[], source: RemoteSource) {
  const here: { address: string; navigate: NavigateFunction } = { address: path, navigate: () => undefined }
  function Here() {
    const { pathname, search } = useLocation()
    here.address = pathname + search
    here.navigate = useNavigate()
    return null
  }
  const shown = (
    <Providers>
      <ApiProvider>
        <RouteTableContext value={buildRouteTable(ownRoutes, manifests)}>
          <RemoteSourceContext value={source}>
            <MemoryRouter initialEntries={[path]}>
              <Here />
              <PortalPages />
            </MemoryRouter>
          </RemoteSourceContext>
        </RouteTableContext>
      </ApiProvider>
    </Providers>
  )
  return { shown, address: () => here.address, go: (to: string) => here.navigate(to) }
}
