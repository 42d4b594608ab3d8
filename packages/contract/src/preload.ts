import type { Release } from './release.ts'
import type { RemoteManifest } from './remote.ts'

/**
 * A file to preload: URL path on the release host, and its hash; without the hash the browser would fetch the file
 * twice.
 */
export interface PreloadFile {
  href: string
  integrity: string
}

/**
 * The part of a release's record that a page may need before its code: the files of each page and locale (only the hash
 * of a file matters here), and the manifest with the titles that the index leaves out.
 */
export type ReleaseHints = Pick<Release, 'name' | 'release' | 'preload' | 'shares' | 'manifest'> & {
  files: Readonly<Record<string, { integrity: string }>>
}

/**
 * Hints that the release host writes into the page beside the index; a remote that is missing here has them in its
 * record.
 */
export interface PageHints {
  shell: ReleaseHints
  /** Current releases, in the order of the menu. */
  remotes: ReleaseHints[]
  canaries: { release: ReleaseHints; percent: number }[]
  /** Whether `remotes` holds all remotes of the index. */
  isWhole: boolean
}

// The release host copies the source text of both functions below into the page's boot script: they may use only their
// arguments and browser globals, nothing of this module.

/**
 * The page for a path of the portal (`/station/list`), and the release that contains it. Undefined if the path belongs
 * to the shell or to nobody, or requires a sign-in that is missing. `reads`: the page's first reads (see `RemoteRoute`).
 */
export function pageOfPath<T extends { manifest?: RemoteManifest }>(
  releases: readonly T[],
  path: string,
  signedIn: boolean,
): { release: T; page: string; reads: string[] } | undefined {
  const fits = (pattern: string, wanted: string) => {
    const [a, b] = [pattern.split('/'), wanted.split('/')]
    return a.length === b.length && a.every((part, i) => (part.startsWith(':') ? b[i] !== '' : part === b[i]))
  }
  /** Reads with the parameters of the path; `:rows` stays. None where a parameter is no plain name. */
  const filled = (pattern: string, reads: readonly string[]) => {
    const segments = wanted.split('/')
    const values = new Map(pattern.split('/').map((part, i) => [part, segments[i] ?? '']))
    const valueOf = (name: string) => (name === ':rows' ? name : (values.get(name) ?? '/'))
    return reads.map((read) => read.replaceAll(/:\w+/g, valueOf)).filter((read) => !/\/\/|[^\w/:?=&-]/.test(read))
  }
  let wanted = (path.split('?')[0] ?? '').replace(/(.)\/+$/, '$1') || '/'
  if (wanted === '/') wanted = '/station'
  // Routes can redirect; no route table has more than four steps.
  for (let step = 0; step < 4; step += 1) {
    let next: string | undefined
    for (const release of releases) {
      const route = release.manifest?.routes.find(({ path: pattern }) => fits(pattern, wanted))
      if (route === undefined) continue
      if (route.redirect === undefined) {
        const { page, access, reads } = route
        if (page === undefined || (access !== undefined && !signedIn)) return undefined
        return { release, page, reads: path.includes('?') ? [] : filled(route.path, reads ?? []) }
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
 * Files that a page needs beyond the shell's initial ones: those of its remote and of the page, the texts of shell and
 * remote, and the shares of the shell that the page uses. Without a page: the shell's files for signed-in users, and
 * its texts.
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
