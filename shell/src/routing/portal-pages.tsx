import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Navigate, generatePath, useLocation, useNavigate, useParams, useRoutes } from 'react-router-dom'
import { paths } from '@helioport/contract'
import { useLocale, useTitle } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { VisuallyHidden } from '@helioport/ui'
import { ErrorPage } from '../errors/error-page.tsx'
import { Frame } from '../frame/frame.tsx'
import { type ShellMessageKey, useShellText } from '../messages/shell-messages.ts'
import { RemoteOutlet } from '../outlet/remote-outlet.tsx'
import { LatePage, SignInPage } from '../sign-in/outer-pages.tsx'
import { findRoute, homePaths } from './find-route.ts'
import type { OwnPage } from './own-routes.ts'
import { signInPathFrom } from './return-path.ts'
import type { PortalRoute } from './route-table.ts'
import { useRouteTable } from './route-table-context.ts'
import { routeTitle } from './route-title.ts'
import { useAccess } from './use-access.ts'

const ownTitles: Record<OwnPage, ShellMessageKey> = {
  signIn: 'signIn.title',
  register: 'register.title',
  activate: 'activate.title',
  forgotPassword: 'forgot.title',
  unsubscribe: 'unsubscribe.title',
  firstRun: 'firstRun.title',
  company: 'signIn.title',
}

function SignIn() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const leave = useCallback((path: string) => void navigate(path, { replace: true }), [navigate])
  const unconfirmed = (state as { signedOut?: boolean } | null)?.signedOut === false
  return <SignInPage search={search} unconfirmed={unconfirmed} onLeave={leave} />
}

const ownElements: Record<OwnPage, ReactNode> = {
  signIn: <SignIn />,
  register: <LatePage page="register" />,
  activate: <LatePage page="activate" />,
  forgotPassword: <LatePage page="forgotPassword" />,
  unsubscribe: <LatePage page="unsubscribe" />,
  firstRun: <LatePage page="firstRun" />,
  company: <LatePage page="company" />,
}

const isOwnPage = (page: string | undefined): page is OwnPage => page !== undefined && page in ownElements

/** A redirect keeps the query, and the parameters that its target also has. */
function Redirect({ to }: { to: string }) {
  const params = useParams()
  const { search, key } = useLocation()
  return <Navigate key={key} to={generatePath(to, params) + search} replace />
}

/** For a route without access: the sign-in page with a return path, or 403 for a signed-in person. */
function Refused() {
  const table = useRouteTable()
  const { isLogin } = useAccess()
  const { pathname, search, key } = useLocation()
  const text = useShellText()
  const isMainAccount = useSession(({ accessFlags }) => accessFlags.isMainAccount)
  if (isLogin) return <ErrorPage status={403} {...(isMainAccount ? {} : { text: text('error.403.subAccount') })} />
  // Keyed by navigation: a second arrival before the sign-in page has rendered redirects again.
  return <Navigate key={key} to={signInPathFrom(paths.login(), pathname + search, homePaths(table))} replace />
}

function RoutePage({ route, title }: { route: PortalRoute; title: string }) {
  const { isClosed } = useAccess()
  if (isClosed(route.path)) return <Refused />
  if (route.redirect !== undefined) return <Redirect to={route.redirect} />
  if (route.remote === null) return isOwnPage(route.page) ? ownElements[route.page] : <ErrorPage status={404} />
  if (route.page === undefined) return <ErrorPage status={404} />
  return <RemoteOutlet key={`${route.remote} ${route.page}`} remote={route.remote} page={route.page} title={title} />
}

function useRouteTitle(route: PortalRoute | undefined): string {
  const table = useRouteTable()
  const text = useShellText()
  const { code } = useLocale()
  const { isClosed, isLogin } = useAccess()
  if (!route) return text('error.404.title')
  if (isClosed(route.path) && isLogin) return text('error.403.title')
  if (isOwnPage(route.page) && route.remote === null) return text(ownTitles[route.page])
  return routeTitle(route, table, code) ?? ''
}

/**
 * The document's title. Rendered before the page, so that a page can set a more precise title, such as a plant's name.
 */
function RouteTitle({ title }: { title: string }) {
  useTitle(title || undefined)
  return null
}

/** The page of the current address, in the frame unless its layout is bare. */
export function PortalPages() {
  const table = useRouteTable()
  const { pathname } = useLocation()
  const route = findRoute(table, pathname)
  const title = useRouteTitle(route)
  const content = useRef<HTMLElement>(null)
  const said = useAnnouncedTitle(route, title, content)
  const page = useRoutes([
    ...(route ? [{ path: route.path, element: <RoutePage route={route} title={title} /> }] : []),
    { path: '*', element: <ErrorPage status={404} /> },
  ])
  return (
    <>
      <RouteTitle title={title} />
      {route?.layout === 'bare' ? page : <Frame content={content}>{page}</Frame>}
      <output>
        <VisuallyHidden>{said}</VisuallyHidden>
      </output>
    </>
  )
}

/** After a navigation: announces the new title, moves the focus to the page and scrolls to its top. */
function useAnnouncedTitle(
  route: PortalRoute | undefined,
  title: string,
  content: { readonly current: HTMLElement | null },
): string {
  const own = route ? `${route.remote} ${route.page}` : 'none'
  const page = route?.redirect === undefined ? own : undefined
  const former = useRef(page)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (page === undefined || page === former.current) return
    const first = former.current === undefined
    former.current = page
    if (first) return
    window.scrollTo(0, 0)
    content.current?.focus({ preventScroll: true })
    setSaid(title)
  }, [page, title, content])
  return said
}
