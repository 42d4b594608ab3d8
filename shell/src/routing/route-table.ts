import type { AccessName, LocalizedText, RemoteManifest } from '@helioport/contract/remote'

/** A route of the portal: the shell's own (remote null) or one that a remote's release declares. */
export interface PortalRoute {
  path: string
  remote: string | null
  page?: string
  redirect?: string
  title?: LocalizedText
  access?: AccessName
  /** First reads of the page: see `RemoteRoute`. */
  reads?: readonly string[]
  layout: 'frame' | 'bare'
}

export interface MenuEntry {
  path: string
  icon: string
  order: number
  title: LocalizedText
  remote: string
}

/** Data for the card of a failed remote. */
export interface RemoteArea {
  name: string
  owner: string
  title: LocalizedText
}

export interface RouteTable {
  routes: readonly PortalRoute[]
  menu: readonly MenuEntry[]
  areas: Readonly<Record<string, RemoteArea>>
}

/** Whether `prefix` is the beginning of `path`, in whole segments: /station is not a prefix of /stations. */
export function isPathPrefix(prefix: string, path: string): boolean {
  if (prefix === '/') return path !== '/'
  return path.startsWith(`${prefix}/`)
}

function isUnder(prefixes: readonly string[], path: string): boolean {
  return prefixes.some((prefix) => prefix === path || isPathPrefix(prefix, path))
}

/**
 * The portal's routes and menu from the manifests of the verified index and the shell's own routes. A path outside a
 * remote's own prefixes, or one that is already taken, is left out: no remote can take another's paths.
 */
export function buildRouteTable(own: readonly PortalRoute[], manifests: readonly RemoteManifest[]): RouteTable {
  const routes = new Map<string, PortalRoute>(own.map((route) => [route.path, route]))
  const menu: MenuEntry[] = []
  const areas: Record<string, RemoteArea> = {}
  for (const manifest of manifests) {
    areas[manifest.name] = { name: manifest.name, owner: manifest.owner, title: manifest.title }
    const titles = new Map(manifest.menu.map(({ path, title }) => [path, title]))
    for (const route of manifest.routes) {
      if (routes.has(route.path) || !isUnder(manifest.prefixes, route.path)) continue
      const title = route.title ?? titles.get(route.path)
      const about = { ...route, remote: manifest.name, layout: route.layout ?? 'frame' }
      routes.set(route.path, title === undefined ? about : { ...about, title })
    }
    for (const entry of manifest.menu) {
      if (routes.get(entry.path)?.remote === manifest.name) menu.push({ ...entry, remote: manifest.name })
    }
  }
  // Compared by code units: the order must not depend on the language, and a collator is slow to create.
  menu.sort((a, b) => a.order - b.order || (a.path < b.path ? -1 : 1))
  return { routes: [...routes.values()], menu, areas }
}
