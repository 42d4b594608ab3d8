import { pageOfPath, preloadFilesOf } from '@helioport/contract'
import type { IndexedRelease, ReleaseIndexPayload } from '@helioport/contract/release'
import { hintsOfShell, recordOf } from './records.ts'

/** Whether this page asks for a file, or did: its boot script and its run time do so as well. */
const isUnderWay = (href: string) =>
  document.querySelector(`link[href="${href}"], script[src$="${href}"]`) !== null ||
  performance.getEntriesByName(new URL(href, window.location.href).href).length > 0

async function hint(release: IndexedRelease, page: string, locale: string): Promise<void> {
  // What was never released has none.
  if (release.record === '') return
  const [shell, record] = [hintsOfShell(), await recordOf(release)]
  if (shell === undefined || record === undefined) return
  for (const { href } of preloadFilesOf(shell, locale, record, page)) {
    if (isUnderWay(href)) continue
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.as = href.endsWith('.css') ? 'style' : 'script'
    link.crossOrigin = 'anonymous'
    link.href = href
    document.head.append(link)
  }
}

/** Has the browser fetch what a path needs when it is idle; executes nothing. Whoever uses a file holds it against its hash. */
export function prefetchFiles(index: ReleaseIndexPayload, path: string, locale: string): void {
  const current = Object.values(index.remotes).flatMap(([first]) => first ?? [])
  const place = pageOfPath(current, path, true)
  if (place !== undefined) void hint(place.release, place.page, locale)
}

/** Takes the hints of a release that is out of use out of the page. */
export function forgetHints({ name, release }: IndexedRelease): void {
  for (const link of document.querySelectorAll(`head link:not([rel="stylesheet"])[href^="/r/${name}/${release}/"]`))
    link.remove()
}
