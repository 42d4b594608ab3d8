import type { PageHints, ReleaseHints } from '@helioport/contract'
import type { IndexedRelease } from '@helioport/contract/release'
import { inlined } from './release-index.ts'

export type ReleaseRecord = ReleaseHints

const patienceMs = 1_500
const asked = new Map<string, Promise<ReleaseRecord | undefined>>()
const listeners = new Set<(record: ReleaseRecord) => void>()
const keyOf = ({ name, release }: { name: string; release: string }) => `${name}/${release}`

/** Records in the page; empty if the page is not from the release host. */
let ofPage: { shell: ReleaseRecord | undefined; remotes: ReadonlyMap<string, ReleaseRecord> } | undefined

function pageHints() {
  if (ofPage !== undefined) return ofPage
  const hints = inlined<PageHints>('release-hints')
  const remotes = [...(hints?.remotes ?? []), ...(hints?.canaries ?? []).map(({ release }) => release)]
  ofPage = { shell: hints?.shell, remotes: new Map(remotes.map((one) => [keyOf(one), one])) }
  return ofPage
}

export const hintsOfShell = (): ReleaseRecord | undefined => pageHints().shell
export const recordInPage = (release: IndexedRelease): ReleaseRecord | undefined =>
  pageHints().remotes.get(keyOf(release))

async function fetchRecord({ name, release, record }: IndexedRelease): Promise<ReleaseRecord | undefined> {
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const reply = await fetch(`/r/${name}/${release}/release.json`, { integrity: record, signal })
    if (!reply.ok) return undefined
    const read = (await reply.json()) as ReleaseRecord
    listeners.forEach((listener) => listener(read))
    return read
  } catch {
    return undefined
  }
}

/**
 * Files of a release with their purpose, and its full manifest: from the page, or from the release's record, which is
 * verified by its hash in the index. Undefined if it is not available: code loads without it.
 */
export function recordOf(release: IndexedRelease): Promise<ReleaseRecord | undefined> {
  const inPage = recordInPage(release)
  if (inPage !== undefined) return Promise.resolve(inPage)
  const key = keyOf(release)
  const asking = asked.get(key) ?? fetchRecord(release)
  asked.set(key, asking)
  void asking.then((record) => record ?? asked.delete(key))
  return asking
}

/** Calls the listener for each fetched record. */
export const onRecord = (listener: (record: ReleaseRecord) => void): void => void listeners.add(listener)
