import type { PageHints, ReleaseHints } from '@helioport/contract'
import type { IndexedRelease } from '@helioport/contract/release'
import { inlined } from './release-index.ts'

const patienceMs = 1_500
const known = new Map<string, Promise<ReleaseHints | undefined>>()

/** What the page brought along; undefined where it was none of the release host. */
let ofPage: PageHints | null | undefined
const pageHints = () => (ofPage ??= inlined<PageHints>('release-hints'))

export const hintsOfShell = (): ReleaseHints | undefined => pageHints()?.shell

async function fetchRecord({ name, release, record }: IndexedRelease): Promise<ReleaseHints | undefined> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const reply = await fetch(`/r/${name}/${release}/release.json`, { integrity: record, signal })
    return reply.ok ? ((await reply.json()) as ReleaseHints) : undefined
  } catch {
    return undefined
  }
}

/**
 * The files of a release and what they are for: out of the page, or out of the release's record, which is held against
 * its hash in the index. Undefined where that cannot be had. For hints and reports: code is loaded without it.
 */
export function recordOf(release: IndexedRelease): Promise<ReleaseHints | undefined> {
  const key = `${release.name}/${release.release}`
  const inPage = pageHints()?.remotes[key]
  if (inPage !== undefined) return Promise.resolve(inPage)
  const asked = known.get(key) ?? fetchRecord(release)
  known.set(key, asked)
  void asked.then((record) => record ?? known.delete(key))
  return asked
}
