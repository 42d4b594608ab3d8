import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { useRemoteSource } from '../outlet/remote-source.ts'
import { findRoute } from './find-route.ts'
import { ownRoutes } from './own-routes.ts'
import { type RouteTable, buildRouteTable } from './route-table.ts'
import { RouteTableContext } from './route-table-context.ts'

/** Whether a path leads to the same page in both tables. */
function isSamePage(one: RouteTable, other: RouteTable, pathname: string): boolean {
  const [a, b] = [findRoute(one, pathname), findRoute(other, pathname)]
  return a?.remote === b?.remote && a?.page === b?.page && a?.redirect === b?.redirect
}

/**
 * Routes and menu of the latest verified index. If a new index replaces the page of the current address, it takes
 * effect only at the next navigation: the page in use stays.
 */
export function LiveRoutes({ children }: { children: ReactNode }) {
  const source = useRemoteSource()
  const { pathname } = useLocation()
  const manifests = useSyncExternalStore(source.subscribe, source.manifests)
  const latest = useMemo(() => buildRouteTable(ownRoutes, manifests), [manifests])
  const [shown, setShown] = useState({ table: latest, pathname })
  const remote = findRoute(shown.table, pathname)?.remote ?? ''
  // After an applied update or a revoked release the page is exchanged in any case.
  const turn = useSyncExternalStore(source.subscribe, () => source.turn(remote))
  const [seen, setSeen] = useState({ remote, turn })
  const isTurned = seen.remote === remote && seen.turn !== turn
  if (seen.remote !== remote || seen.turn !== turn) setSeen({ remote, turn })
  const isKept = shown.pathname === pathname && !isSamePage(shown.table, latest, pathname)
  const isTaken = shown.table === latest || (isKept && !isTurned)
  const table = isTaken ? shown.table : latest
  if (shown.table !== table || shown.pathname !== pathname) setShown({ table, pathname })
  return <RouteTableContext value={table}>{children}</RouteTableContext>
}
