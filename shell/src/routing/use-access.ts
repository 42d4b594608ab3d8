import { useMemo } from 'react'
import { useSession } from '@helioport/session'
import { inaccessiblePaths } from './access.ts'
import { useRouteTable } from './route-table-context.ts'

export interface Access {
  isClosed: (path: string) => boolean
  isLogin: boolean
}

/** What the person at the screen may open, by the flags of the session. */
export function useAccess(): Access {
  const { routes } = useRouteTable()
  const flags = useSession((session) => session.accessFlags)
  return useMemo(() => {
    const closed = inaccessiblePaths(routes, flags)
    return { isClosed: (path) => closed.has(path), isLogin: flags.isLogin }
  }, [routes, flags])
}
