import type { ReleasableName } from '@helioport/contract'
import { type AuditState, verifyAudit } from '../store/audit.ts'
import { openKeyRing } from '../store/keys.ts'
import { type BucketState, bucketState } from '../store/bucket.ts'
import { type Layout } from '../store/layout.ts'
import { type LockState, readLock } from '../store/lock.ts'
import { retainedReleases } from '../store/release-objects.ts'
import { formerOf, type Pointer, type PointerCanary, readPointers } from '../store/pointer.ts'
import { type Comparison, compareReleases, readProvenance } from '../store/provenance.ts'
import { readIndex, readRelease } from '../store/release-index.ts'

export interface RetainedRelease {
  release: string
  version: string
  /** ISO instant. */
  createdAt: string
  /** Commit of the sources. */
  gitSha: string | null
  /** First line of that commit's message. */
  subject: string | null
  /** Source files that are not in that commit; null if it is unknown. */
  dirty: string[] | null
  state: 'current' | 'former' | 'canary' | 'withdrawn' | 'revoked' | 'kept'
}

export interface PartStatus {
  name: ReleasableName
  current: string
  former: string | null
  canary: PointerCanary | null
  withdrawn: string[]
  revoked: string[]
  /** ISO instant at which the current release became current. */
  since: string
  /** How the current release differs from the former one; null if there is none. */
  change: Comparison | null
  files: number
  /** All files of the current release after brotli. */
  brotliBytes: number
  /** In the store, newest first. */
  releases: RetainedRelease[]
}

export interface Status {
  /** 0 before the first release. */
  serial: number
  notAfter: string | null
  keyId: string
  nextKeyId: string
  audit: AuditState
  /** Process that holds the lock. */
  lock: LockState | null
  /** How the bucket differs from the store; null if there is no bucket. */
  bucket: BucketState | null
  parts: PartStatus[]
}

function stateOf(pointer: Pointer, former: string | undefined, release: string): RetainedRelease['state'] {
  if (pointer.current === release) return 'current'
  if (pointer.canary?.release === release) return 'canary'
  if (pointer.revoked.includes(release)) return 'revoked'
  if (pointer.withdrawn.includes(release)) return 'withdrawn'
  return former === release ? 'former' : 'kept'
}

async function partStatus(layout: Layout, pointer: Pointer): Promise<PartStatus> {
  const retained = await retainedReleases(layout, pointer.name)
  const former = formerOf(pointer, retained)
  // A release whose record is damaged is not listed; the others can still be seen and changed.
  const read = [...retained].map((release) => readRelease(layout, pointer.name, release).catch(() => undefined))
  const records = (await Promise.all(read)).filter((record) => record !== undefined)
  const made = new Map(await Promise.all(records.map(async ({ release }) => [release, await readProvenance(layout, pointer.name, release)] as const))) // prettier-ignore
  const current = records.find(({ release }) => release === pointer.current)
  const before = records.find(({ release }) => release === former)
  const files = Object.values(current?.files ?? {})
  const since = pointer.history.findLast((change, i) => pointer.history[i - 1]?.current !== change.current)
  return {
    name: pointer.name,
    current: pointer.current,
    former: former ?? null,
    canary: pointer.canary,
    withdrawn: pointer.withdrawn,
    revoked: pointer.revoked,
    since: since?.at ?? current?.createdAt ?? '',
    change:
      before === undefined || current === undefined
        ? null
        : compareReleases(before, current, { before: made.get(before.release), after: made.get(current.release) }),
    files: files.length,
    brotliBytes: files.reduce((sum, { brotliBytes }) => sum + brotliBytes, 0),
    releases: records
      .map(({ release, version, createdAt, gitSha }) => ({
        release,
        version,
        createdAt,
        gitSha,
        subject: made.get(release)?.subject ?? null,
        dirty: made.get(release)?.dirty ?? null,
        state: stateOf(pointer, former, release),
      })) // prettier-ignore
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.release.localeCompare(a.release)),
  }
}

/** State of the store and of every part. */
export async function statusOf(layout: Layout): Promise<Status> {
  const [index, pointers, audit, keys, lock, bucket] = await Promise.all([
    readIndex(layout),
    readPointers(layout),
    verifyAudit(layout),
    openKeyRing(layout),
    readLock(layout.lock),
    bucketState(layout),
  ])
  return {
    serial: index?.payload.serial ?? 0,
    notAfter: index?.payload.notAfter ?? null,
    keyId: index?.signed.keyId ?? keys.current.keyId,
    nextKeyId: keys.next.keyId,
    audit,
    lock: lock ?? null,
    bucket,
    parts: await Promise.all(pointers.map((pointer) => partStatus(layout, pointer))),
  }
}
