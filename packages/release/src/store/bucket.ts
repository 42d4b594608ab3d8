import type { SignedReleaseIndex } from '@helioport/contract/release'
import { stampOf } from './disk.ts'
import { jsonText, type Layout } from './layout.ts'
import type { ObjectStore } from '@helioport/object-store'
import { formerOf, readPointers } from './pointer.ts'
import { readIndex } from './release-index.ts'
import { pushRelease, retainedReleases, storedReleases } from './release-objects.ts'

/** The signed index beside the releases, for a CDN that serves the whole bucket: the only object there that changes. */
const indexKey = 'releases/index.json'

/** How a bucket differs from the store. */
export interface BucketState {
  name: string
  /** Serial of the bucket's index; null if it is missing or cannot be read. */
  serial: number | null
  /** Releases in use (`<name>/<release>`) that the bucket lacks. */
  missing: string[]
  /** Why the state is unknown; null if it is known. */
  error: string | null
}

/** Serial of the bucket's index, and the object's ETag. */
async function indexIn(objects: ObjectStore): Promise<{ serial: number | null; tag: string | null }> {
  const found = await objects.look(indexKey)
  if (found === undefined || found === 'same') return { serial: null, tag: null }
  const { bytes, tag } = found
  try {
    const { payload } = JSON.parse(bytes.toString()) as SignedReleaseIndex
    return { serial: (JSON.parse(payload) as { serial: number }).serial, tag }
  } catch {
    return { serial: null, tag }
  }
}

/** Releases in use that the bucket lacks. */
async function missingIn(layout: Layout, objects: ObjectStore): Promise<{ name: string; release: string }[]> {
  const found: { name: string; release: string }[] = []
  for (const pointer of await readPointers(layout)) {
    const stored = new Set(await storedReleases(objects, pointer.name))
    const former = formerOf(pointer, await retainedReleases(layout, pointer.name))
    for (const release of new Set([pointer.current, former, pointer.canary?.release]))
      if (release !== undefined && !stored.has(release)) found.push({ name: pointer.name, release })
  }
  return found
}

/** How the bucket differs from the store; null without a bucket. Never throws because of the bucket. */
export async function bucketState(layout: Layout): Promise<BucketState | null> {
  const { objects } = layout
  if (objects === undefined) return null
  try {
    const missing = (await missingIn(layout, objects)).map(({ name, release }) => `${name}/${release}`)
    return { name: objects.name, serial: (await indexIn(objects)).serial, missing, error: null }
  } catch (error) {
    return { name: objects.name, serial: null, missing: [], error: error instanceof Error ? error.message : String(error) } // prettier-ignore
  }
}

/** Updates the bucket if the store has changed or the last update failed; calls share one update. */
export function createBucketWatch(layout: Layout): () => Promise<void> {
  let agreed = ''
  let telling: Promise<void> | undefined
  const tell = async () => {
    const stamp = await stampOf(layout.index)
    if (layout.objects === undefined || stamp === agreed) return
    await agreeWithBucket(layout)
    agreed = stamp
  }
  return () => {
    telling ??= tell().finally(() => (telling = undefined))
    return telling
  }
}

/**
 * Makes the bucket match the store: releases in use first, then the index, if its serial differs; where hosts
 * share a state, never an older one.
 * @throws ObjectStoreError
 */
export async function agreeWithBucket(layout: Layout): Promise<void> {
  const { objects, shared } = layout
  const index = await readIndex(layout)
  if (objects === undefined || index === undefined) return
  for (const { name, release } of await missingIn(layout, objects)) await pushRelease(objects, layout, name, release)
  const headers = { type: 'application/json; charset=utf-8', cache: 'no-cache' }
  const bytes = Buffer.from(jsonText(index.signed))
  const { serial } = index.payload
  for (let isThere = false; !isThere;) {
    const found = await indexIn(objects)
    if (found.serial === serial || (shared !== undefined && (found.serial ?? 0) > serial)) return
    isThere = (await objects.replace(indexKey, bytes, headers, found.tag)) !== undefined
  }
}
