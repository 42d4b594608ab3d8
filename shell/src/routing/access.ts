import type { AccessName } from '@helioport/contract/remote'
import type { PortalRoute } from './route-table.ts'

export type AccessFlags = Readonly<Record<AccessName, boolean>>

/** Cached by table, which may have hundreds of routes. */
const tables = new WeakMap<readonly PortalRoute[], ReadonlyMap<string, PortalRoute>>()

function byPathOf(routes: readonly PortalRoute[]): ReadonlyMap<string, PortalRoute> {
  const known = tables.get(routes) ?? new Map(routes.map((route) => [route.path, route]))
  tables.set(routes, known)
  return known
}

/** The parent of a route: the route with the longest path that is a prefix of its own, in whole segments. */
export function parentOf(path: string, routes: readonly PortalRoute[]): PortalRoute | undefined {
  const byPath = byPathOf(routes)
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const parent = byPath.get(path.slice(0, end))
    if (parent) return parent
  }
  return path === '/' ? undefined : byPath.get('/')
}

/**
 * The access name that a route requires: its own, otherwise its parent's. The home route is an ancestor of all and has
 * none.
 */
export function accessNameOf(route: PortalRoute, routes: readonly PortalRoute[]): AccessName | undefined {
  if (route.access) return route.access
  const parent = parentOf(route.path, routes)
  return parent && accessNameOf(parent, routes)
}

/**
 * The paths that these flags do not open: routes whose access name no flag grants, and parents whose children are all
 * closed. A redirect is as open as its target.
 */
export function inaccessiblePaths(routes: readonly PortalRoute[], flags: AccessFlags): ReadonlySet<string> {
  const children = new Map<string, PortalRoute[]>()
  for (const route of routes) {
    const parent = parentOf(route.path, routes)
    if (!parent) continue
    const siblings = children.get(parent.path) ?? []
    siblings.push(route)
    children.set(parent.path, siblings)
  }
  const byPath = byPathOf(routes)
  const closed = new Map<string, boolean>()

  const isClosed = (route: PortalRoute): boolean => {
    const known = closed.get(route.path)
    if (known !== undefined) return known
    closed.set(route.path, false) // Breaks cycles of redirects.
    const access = accessNameOf(route, routes)
    const below = children.get(route.path) ?? []
    const target = route.redirect === undefined ? undefined : byPath.get(route.redirect)
    const result =
      (access !== undefined && !flags[access]) ||
      (below.length > 0 && below.every(isClosed)) ||
      (below.length === 0 && target !== undefined && isClosed(target))
    closed.set(route.path, result)
    return result
  }

  return new Set(routes.filter(isClosed).map((route) => route.path))
}
