import { pageOfPath, preloadFilesOf } from '@helioport/contract'
import type { IndexedRelease, ReleaseIndexPayload } from '@helioport/contract/release'
import { hintsOfShell, recordOf } from './records.ts'

/** Whether the page has requested a file: its boot script and its runtime request files as well. */
const isUnderWay = (href: string) =>
  document.querySelector(`link[href="${href}"], script[src$="${href}"]`) !== null ||
  performance.getEntriesByName(new URL(href, window.location.href).href).length > 0

async function hint(release: IndexedRelease, page: string, locale: string): Promise<void> {
  // A remote that was never released has no record.
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

/** Prefetches the files of a path at idle time; executes nothing. A file is checked by its hash when it is used. */
export function prefetchFiles(index: ReleaseIndexPayload, path: string, locale: string): void {
  const current = Object.values(index.remotes).flatMap(([first]) => first ?? [])
  const place = pageOfPath(current, path, true)
  if (place !== undefined) void hint(place.release, place.page, locale)
}

/** Removes the prefetch links of an unused release. */
export function forgetHints({ name, release }: IndexedRelease): void {
  for (const link of document.querySelectorAll(`head link:not([rel="stylesheet"])[href^="/r/${name}/${release}/"]`))
    link.remove()
}
