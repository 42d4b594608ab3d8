import { cohortStorageKey } from '@helioport/contract'
import type { IndexedRelease, ReleaseIndexPayload } from '@helioport/contract/release'

/** Bucket of this browser, 0 to 99. It is permanent, so that a browser keeps a canary while its percentage grows. */
export function bucketOf(storage: Pick<Storage, 'getItem' | 'setItem'>, random: () => number): number {
  const drawn = Math.floor(random() * 100)
  try {
    const known = Number.parseInt(storage.getItem(cohortStorageKey) ?? '', 10)
    if (known >= 0 && known < 100) return known
    storage.setItem(cohortStorageKey, String(drawn))
  } catch {
    // Storage is blocked: the cohort holds until the page is left.
  }
  return drawn
}

const isCanary = (index: ReleaseIndexPayload, remote: string, bucket: number) =>
  bucket < (index.canaries?.[remote]?.percent ?? 0)

/**
 * The index for a browser of this bucket: the releases to try by remote, each with its manifest, a canary first if this
 * bucket gets it. Revoked releases are removed, and remotes that have no other release.
 */
export function indexFor(index: ReleaseIndexPayload, bucket: number): ReleaseIndexPayload {
  const revoked = new Set(index.revoked)
  const remotes: ReleaseIndexPayload['remotes'] = {}
  for (const remote of new Set([...Object.keys(index.remotes), ...Object.keys(index.canaries ?? {})])) {
    const canary = isCanary(index, remote, bucket) ? index.canaries?.[remote]?.release : undefined
    const releases = new Map<string, IndexedRelease>()
    const shared = index.remotes[remote]?.[0]?.manifest
    for (const one of [...(canary === undefined ? [] : [canary]), ...(index.remotes[remote] ?? [])]) {
      if (!revoked.has(`${remote}/${one.release}`) && !releases.has(one.release))
        releases.set(
          one.release,
          one.manifest !== undefined || shared === undefined ? one : { ...one, manifest: shared },
        )
    }
    if (releases.size > 0) remotes[remote] = [...releases.values()]
  }
  return { ...index, remotes }
}

export type Cohort = 'canary' | 'stable'

/** Whether a browser of this bucket runs a release as a canary. */
export function cohortOf(index: ReleaseIndexPayload, remote: string, release: string, bucket: number): Cohort {
  const canary = index.canaries?.[remote]?.release.release === release && isCanary(index, remote, bucket)
  return canary ? 'canary' : 'stable'
}
