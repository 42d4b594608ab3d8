import type { ReleaseIndexPayload } from './release.ts'

/** A file to fetch ahead: URL path on the release host, and its hash, without which the browser would fetch it twice. */
export interface PreloadFile {
  href: string
  integrity: string
}

/**
 * Files that a path of the portal (`/station/list`) needs beyond the shell's own first files: those of its remote and
 * page, their texts, and the shared pieces of the shell that the page consumes. Empty where a remote's page asks for
 * a sign-in that is missing, and for the shell's own pages but for the texts.
 *
 * The release host writes the source text of this function into the page's boot script: it may use its arguments and
 * what browsers have, nothing of this module.
 */
export function preloadFilesOf(
  index: ReleaseIndexPayload,
  path: string,
  locale: string,
  signedIn: boolean,
): PreloadFile[] {
  const files = new Map<string, PreloadFile>()
  const add = (
    release: { name: string; release: string; files: ReleaseIndexPayload['remotes'][string][number]['files'] },
    paths: readonly string[] = [],
  ) => {
    for (const file of paths) {
      const href = `/r/${release.name}/${release.release}/${file}`
      const integrity = release.files[file]?.integrity
      if (integrity !== undefined) files.set(href, { href, integrity })
    }
  }
  const textsOf = <T>(locales: Record<string, T>) => locales[locale] ?? locales['en-US']
  const fits = (pattern: string, wanted: string) => {
    const [a, b] = [pattern.split('/'), wanted.split('/')]
    return a.length === b.length && a.every((part, i) => (part.startsWith(':') ? b[i] !== '' : part === b[i]))
  }
  const { shell } = index
  if (shell !== null) add(shell, textsOf(shell.preload.locales))

  let wanted = (path.split('?')[0] ?? '').replace(/(.)\/+$/, '$1') || '/'
  if (wanted === '/') wanted = '/station'
  const remotes = Object.values(index.remotes)
  // A route may lead to another; four steps are more than any table has.
  for (let step = 0; step < 4; step += 1) {
    const found = remotes
      .flatMap(([current]) => (current?.manifest?.routes ?? []).map((route) => ({ current, route })))
      .find(({ route }) => fits(route.path, wanted))
    if (found?.current === undefined) break
    const { current, route } = found
    if (route.redirect !== undefined) {
      wanted = route.redirect
      continue
    }
    if (route.page === undefined || (route.access !== undefined && !signedIn)) break
    add(current, current.preload.always)
    add(current, current.preload.pages[route.page])
    add(current, textsOf(current.preload.locales))
    for (const share of current.preload.shares[route.page] ?? []) if (shell !== null) add(shell, shell.shares?.[share])
    break
  }
  return [...files.values()]
}
