import { useEffect, useRef } from 'react'
import { generatePath, useLocation } from 'react-router-dom'
import { rowsOnScreen } from '@helioport/contract'
import { sendEarlyRead } from '@helioport/api-client'
import { currentLocale, messageLocaleOf } from '@helioport/i18n'
import { isDear } from '../connection/dear.ts'
import { matchRoute } from '../routing/find-route.ts'
import { intendedLinks } from '../routing/intended-links.ts'
import type { RouteTable } from '../routing/route-table.ts'
import { useRouteTable } from '../routing/route-table-context.ts'
import { useAccess } from '../routing/use-access.ts'
import { type RemoteSource, useRemoteSource } from './remote-source.ts'
import { takeTexts } from './remote-texts.ts'

interface Way {
  table: RouteTable
  isClosed: (path: string) => boolean
  source: RemoteSource
  /** Path of the page on screen. */
  from: string
}

/** Redirects of remotes are one or two steps long. */
const maxRedirects = 4

/** A read of a route with the parameters of its path. */
const filled = (read: string, params: Readonly<Record<string, string | undefined>>) =>
  read.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'rows' ? String(rowsOnScreen(window.innerHeight)) : encodeURIComponent(params[name] ?? ''),
  )

/** The remote's page at a path, with its parameters and first reads; undefined: none, or no access. */
function pageAt({ table, isClosed }: Way, path: string) {
  let [pathname = '', search = ''] = path.split('?')
  for (let step = 0; step < maxRedirects; step += 1) {
    const found = matchRoute(table, pathname)
    if (found === undefined || isClosed(found.route.path)) return undefined
    const { remote, page, redirect, reads = [] } = found.route
    if (redirect !== undefined) pathname = generatePath(redirect, found.params)
    else if (remote === null || page === undefined) return undefined
    else {
      const place = { params: found.params, search: new URLSearchParams(search) }
      return { remote, page, place, reads: search === '' ? reads.map((read) => filled(read, found.params)) : [] }
    }
  }
  return undefined
}

/**
 * Loads the page of a path and lets it prefetch its data; its first reads are sent beside its code. Nothing is shown; a failure is reported when the page is
 * opened.
 */
async function goAhead(way: Way, path: string): Promise<void> {
  const { source, table, from } = way
  const wanted = pageAt(way, path)
  if (wanted === undefined) return
  const { remote, page, place, reads } = wanted
  const here = matchRoute(table, from)?.route
  // While an update waits, the page on screen keeps its release and texts until it is left.
  if (here?.remote === remote && !source.knownPage(remote, here.page ?? '')) return
  const locale = messageLocaleOf(currentLocale())
  const known = source.knownPage(remote, page)
  if (known === undefined) reads.forEach(sendEarlyRead)
  const result = known ?? (await source.loadPage(remote, page, locale))
  if (!result.ok) return
  takeTexts(source, remote, result, locale)
  result.component.ahead?.(place)
}

/** Prepares the page of a link while pointer or focus rests on it; not when data should be saved. */
export function useAhead(): void {
  const { pathname } = useLocation()
  const way: Way = { table: useRouteTable(), ...useAccess(), source: useRemoteSource(), from: pathname }
  const latest = useRef(way)
  useEffect(() => {
    latest.current = way
  })
  useEffect(
    () =>
      intendedLinks((path) => {
        if (!isDear()) void goAhead(latest.current, path)
      }),
    [],
  )
}
