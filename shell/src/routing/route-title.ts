import type { LocalizedText } from '@helioport/contract/remote'
import { parentOf } from './access.ts'
import type { PortalRoute, RouteTable } from './route-table.ts'

/** A text of a manifest in this locale; a locale without one reads the en-US text. */
export function textIn(text: LocalizedText, locale: string): string {
  return (text as Record<string, string>)[locale] ?? text['en-US']
}

/** A remote route's title: its own, its nearest parent's, or the area's. Undefined for the shell's own routes. */
export function routeTitle(route: PortalRoute, table: RouteTable, locale: string): string | undefined {
  if (route.title) return textIn(route.title, locale)
  const parent = parentOf(route.path, table.routes)
  if (parent && parent.remote === route.remote) return routeTitle(parent, table, locale)
  const area = route.remote === null ? undefined : table.areas[route.remote]
  return area && textIn(area.title, locale)
}
