import { matchRoutes } from 'react-router-dom'
import type { PortalRoute, RouteTable } from './route-table.ts'

/** The route that a path leads to, by the router's own ranking; undefined: the not-found page. */
export function findRoute(table: RouteTable, pathname: string): PortalRoute | undefined {
  const objects = table.routes.map((route) => ({ path: route.path, handle: route }))
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
