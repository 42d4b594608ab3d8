import type { Release } from './release.ts'
import type { RemoteManifest } from './remote.ts'

/** A file to fetch ahead: URL path on the release host, and its hash, without which the browser would fetch it twice. */
export interface PreloadFile {
  href: string
  integrity: string
}

/**
 * The part of a release's record that a page may need before its code: which files belong to what (of these entries only
 * the hash counts here), and the manifest with the titles that the index leaves out.
 */
export type ReleaseHints = Pick<Release, 'name' | 'release' | 'preload' | 'shares' | 'manifest'> & {
  files: Readonly<Record<string, { integrity: string }>>
}

/** What the release host writes into the page beside the index; where a remote is missing, its record has it. */
export interface PageHints {
  shell: ReleaseHints
  /** Current releases, in the order of the menu. */
  remotes: ReleaseHints[]
  canaries: { release: ReleaseHints; percent: number }[]
  /** Whether these are all remotes of the index. */
  isWhole: boolean
}

// The release host writes the source text of both functions below into the page's boot script: they may use their
// arguments and what browsers have, nothing of this module.

/**
 * The page that a path of the portal (`/station/list`) leads to, and which of the releases has it. Undefined where it is
 * the shell's own, nobody's, or asks for a sign-in that is missing.
 */
export function pageOfPath<T extends { manifest?: RemoteManifest }>(
  releases: readonly T[],
  path: string,
  signedIn: boolean,
): { release: T; page: string } | undefined {
  const fits = (pattern: string, wanted: string) => {
    const [a, b] = [pattern.split('/'), wanted.split('/')]
    return a.length === b.length && a.every((part, i) => (part.startsWith(':') ? b[i] !== '' : part === b[i]))
  }
  let wanted = (path.split('?')[0] ?? '').replace(/(.)\/+$/, '$1') || '/'
  if (wanted === '/') wanted = '/station'
  // A route may lead to another; four steps are more than any table has.
  for (let step = 0; step < 4; step += 1) {
    let next: string | undefined
    for (const release of releases) {
      const route = release.manifest?.routes.find(({ path: pattern }) => fits(pattern, wanted))
      if (route === undefined) continue
      if (route.redirect === undefined) {
        const { page, access } = route
        return page === undefined || (access !== undefined && !signedIn) ? undefined : { release, page }
      }
      next = route.redirect
      break
    }
    if (next === undefined) return undefined
    wanted = next
  }
  return undefined
}

/**
 * Files that a page needs beyond the shell's own first ones: those of its remote and of itself, the texts of both, and
 * the pieces of the shell that it shares. Without a page: what the shell has behind its sign-in page, and its texts.
 */
export function preloadFilesOf(
  shell: ReleaseHints,
  locale: string,
  remote?: ReleaseHints,
  page?: string,
): PreloadFile[] {
  const files = new Map<string, PreloadFile>()
  const add = (release: ReleaseHints, paths: readonly string[] = []) => {
    for (const file of paths) {
      const href = `/r/${release.name}/${release.release}/${file}`
      const integrity = release.files[file]?.integrity
      if (integrity !== undefined) files.set(href, { href, integrity })
    }
  }
  const textsOf = <T>(locales: Record<string, T>) => locales[locale] ?? locales['en-US']
  for (const own of Object.values(shell.preload.pages)) add(shell, own)
  add(shell, textsOf(shell.preload.locales))
  if (remote !== undefined) {
    add(remote, remote.preload.always)
    add(remote, remote.preload.pages[page ?? ''])
    add(remote, textsOf(remote.preload.locales))
    for (const share of remote.preload.shares[page ?? ''] ?? []) add(shell, shell.shares?.[share])
  }
  return [...files.values()]
}
