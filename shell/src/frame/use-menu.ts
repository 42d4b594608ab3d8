import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { messageLocaleOf, useLocale } from '@helioport/i18n'
import { type IconName, isIconName } from '@helioport/ui'
import { useRemoteSource } from '../outlet/remote-source.ts'
import { isPathPrefix } from '../routing/route-table.ts'
import { useRouteTable } from '../routing/route-table-context.ts'
import { textIn } from '../routing/route-title.ts'
import { useAccess } from '../routing/use-access.ts'

export interface ShownEntry {
  path: string
  title: string
  icon: IconName
  current: boolean
  /** Lets the browser fetch the code of its page when idle. */
  prefetch: () => void
}

/** The menu entries that this person may open, in the order declared by the remotes. */
export function useMenu(): readonly ShownEntry[] {
  const { menu } = useRouteTable()
  const { isClosed } = useAccess()
  const { code } = useLocale()
  const { pathname } = useLocation()
  const source = useRemoteSource()
  return useMemo(
    () =>
      menu
        .filter((entry) => !isClosed(entry.path))
        .map((entry) => ({
          path: entry.path,
          title: textIn(entry.title, code),
          icon: isIconName(entry.icon) ? entry.icon : 'grid',
          current: entry.path === pathname || isPathPrefix(entry.path, pathname),
          prefetch: () => source.prefetch(entry.path, messageLocaleOf(code)),
        })),
    [menu, isClosed, code, pathname, source],
  )
}
