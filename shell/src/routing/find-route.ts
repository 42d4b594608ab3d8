import { matchRoutes } from 'react-router-dom'
import type { PortalRoute, RouteTable } from './route-table.ts'

const firstOf = (path: string) => path.split('/')[1]?.toLowerCase() ?? ''

type Ranked = { path: string; handle: PortalRoute }[]

/** Routes by the first segment of their paths, cached by table, which may have hundreds of routes. */
const tables = new WeakMap<RouteTable, ReadonlyMap<string, Ranked>>()

function byFirstOf(table: RouteTable): ReadonlyMap<string, Ranked> {
  const known = tables.get(table)
  if (known !== undefined) return known
  const made = new Map<string, Ranked>()
  for (const route of table.routes) {
    const first = firstOf(route.path)
    const key = first.startsWith(':') ? ':' : first
    made.set(key, [...(made.get(key) ?? []), { path: route.path, handle: route }])
  }
  tables.set(table, made)
  return made
}

export interface FoundRoute {
  route: PortalRoute
  params: Readonly<Record<string, string | undefined>>
}

/** The route of a path, by the router's own ranking; undefined: the not-found page. */
export const findRoute = (table: RouteTable, pathname: string): PortalRoute | undefined =>
  matchRoute(table, pathname)?.route

/** The same, with the parameters in the path. */
export function matchRoute(table: RouteTable, pathname: string): FoundRoute | undefined {
  const routes = byFirstOf(table)
  // The router ranks all given routes on every call, so it gets only those with the same first segment.
  const objects = [...(routes.get(firstOf(pathname)) ?? []), ...(routes.get(':') ?? [])]
  const match = matchRoutes(objects, pathname)?.at(-1)
  return match && { route: match.route.handle, params: match.params }
}

/** The paths of the home page: its own and its redirect targets. */
export function homePaths(table: RouteTable): readonly string[] {
  const found: string[] = []
  for (let path: string | undefined = '/'; path !== undefined && !found.includes(path);) {
    found.push(path)
    path = table.routes.find((route) => route.path === path)?.redirect
  }
  return found
}
