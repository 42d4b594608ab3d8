import { matchRoutes } from 'react-router-dom'
import type { PortalRoute, RouteTable } from './route-table.ts'

const firstOf = (path: string) => path.split('/')[1]?.toLowerCase() ?? ''

/** The route that a path leads to, by the router's own ranking; undefined: the not-found page. */
export function findRoute(table: RouteTable, pathname: string): PortalRoute | undefined {
  const first = firstOf(pathname)
  // The router ranks all that it is given anew each time; of hundreds, few begin like this path.
  const objects = table.routes.flatMap((route) => {
    const own = firstOf(route.path)
    return own === first || own.startsWith(':') ? [{ path: route.path, handle: route }] : []
  })
  const match = matchRoutes(objects, pathname)?.at(-1)
  return match?.route.handle
}

/** The home page and where its redirects end: asking for any of them is asking for home. */
export function homePaths(table: RouteTable): readonly string[] {
  const found: string[] = []
  for (let path: string | undefined = '/'; path !== undefined && !found.includes(path);) {
    found.push(path)
    path = table.routes.find((route) => route.path === path)?.redirect
  }
  return found
}
