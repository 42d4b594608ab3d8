import { preloadFilesOf } from '@helioport/contract'
import type { ReleaseIndexPayload } from '@helioport/contract/release'

const asked = new Set<string>()

/** Has the browser fetch what a path needs when it is idle; executes nothing. */
export function prefetchFiles(index: ReleaseIndexPayload, path: string, locale: string): void {
  for (const { href } of preloadFilesOf(index, path, locale, true)) {
    if (asked.has(href)) continue
    asked.add(href)
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.as = href.endsWith('.css') ? 'style' : 'script'
    link.crossOrigin = 'anonymous'
    link.href = href
    document.head.append(link)
  }
}
