import { useSession } from '@helioport/session'
import { type AccessFlags, inaccessiblePaths } from './access.ts'
import type { PortalRoute } from './route-table.ts'
import { useRouteTable } from './route-table-context.ts'

export interface Access {
  isClosed: (path: string) => boolean
  isLogin: boolean
}

/** Cached for the latest table and flags: many components read it, and a table may have hundreds of routes. */
let latest: { routes: readonly PortalRoute[]; flags: AccessFlags; access: Access } | undefined

function accessOf(routes: readonly PortalRoute[], flags: AccessFlags): Access {
  if (latest?.routes === routes && latest.flags === flags) return latest.access
  const closed = inaccessiblePaths(routes, flags)
  const access = { isClosed: (path: string) => closed.has(path), isLogin: flags.isLogin }
  latest = { routes, flags, access }
  return access
}

/** What the person may open, by the flags of the session. */
export function useAccess(): Access {
  const { routes } = useRouteTable()
  const flags = useSession((session) => session.accessFlags)
  return accessOf(routes, flags)
}
