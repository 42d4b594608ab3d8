import { readdir, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { ReleasableName } from '@helioport/contract'
import { auditWith } from './audit.ts'
import { currentSerial } from './change.ts'
import { carryOut, changeFiles } from './decided.ts'
import { openKeyRing } from './keys.ts'
import { type Layout } from './layout.ts'
import { type HeldLock, withLock } from './lock.ts'
import { formerOf, type Pointer, readPointers } from './pointer.ts'
import { removeRelease, retainedReleases } from './release-objects.ts'
import { readRelease } from './release-index.ts'

/** Any release among the last so many of a part, or younger than so many days since it was last used, is kept. */
export const retention = { releases: 20, days: 30 } as const

const dayMs = 86_400_000

export interface PrunedRelease {
  name: ReleasableName
  release: string
}

/** Epoch in ms at which a release was last given to browsers, or made. */
function lastUsed(pointer: Pointer, release: string, createdAt: string): number {
  const ends = pointer.history.map((change, i) => {
    if (change.release !== release && change.current !== release) return 0
    return Date.parse(pointer.history[i + 1]?.at ?? change.at)
  })
  return Math.max(Date.parse(createdAt), ...ends)
}

/** Releases that may go, of one part. Never one in use, the former one, or a canary; nor one that tabs still run. */
async function prunable(layout: Layout, pointer: Pointer, running: ReadonlySet<string>, now: Date): Promise<string[]> {
  const retained = await retainedReleases(layout, pointer.name)
  const inUse = [pointer.current, formerOf(pointer, retained), pointer.canary?.release]
  const dated = await Promise.all(
    [...retained].map(async (release) => {
      const record = await readRelease(layout, pointer.name, release).catch(() => undefined)
      return { release, at: lastUsed(pointer, release, record?.createdAt ?? '1970-01-01') }
    }),
  )
  return dated
    .sort((a, b) => b.at - a.at)
    .slice(retention.releases)
    .filter(({ at }) => now.getTime() - at > retention.days * dayMs)
    .map(({ release }) => release)
    .filter((release) => !inUse.includes(release) && !running.has(`${pointer.name}/${release}`))
}

/**
 * Removes releases that are neither in use nor within the retention; says which. `running`: `<name>/<release>` that
 * tabs have shown of late.
 */
export async function prune(
  layout: Layout,
  running: ReadonlySet<string>,
  options: { dryRun: boolean; by?: string | undefined },
  now: Date,
): Promise<PrunedRelease[]> {
  const work = async (held: HeldLock) => {
    await carryOut(layout, held)
    const pruned: PrunedRelease[] = []
    for (const pointer of await readPointers(layout)) {
      for (const release of await prunable(layout, pointer, running, now)) pruned.push({ name: pointer.name, release })
    }
    if (options.dryRun || pruned.length === 0) return pruned
    const serial = await currentSerial(layout)
    const entries = pruned.map(({ name, release }) => ({
      ...({ at: now.toISOString(), action: 'prune', serial, name, from: release, to: null, percent: null } as const),
      reason: `older than ${retention.days} days and not among the last ${retention.releases}`,
      by: options.by ?? userInfo().username,
    }))
    const audit = await auditWith(layout, entries, (await openKeyRing(layout)).current)
    // The record first: without it a release is not there, whatever is left of its files.
    const folders = pruned.map(({ name, release }) => layout.release(name, release))
    const remove = folders.flatMap((folder) => [join(folder, 'release.json'), folder])
    await changeFiles(layout, held, { write: new Map([[layout.audit, audit]]), remove })
    const { objects } = layout
    if (objects !== undefined) for (const { name, release } of pruned) await removeRelease(objects, name, release)
    return pruned
  }
  return withLock(layout.lock, work, { disk: layout.disk })
}

/** Removes what an interrupted prune left behind. */
export async function clearGraves(layout: Layout): Promise<void> {
  const found = await readdir(layout.temporary).catch(() => [])
  const graves = found.filter((name) => name.startsWith('pruned-'))
  await Promise.all(graves.map((name) => rm(join(layout.temporary, name), { recursive: true, force: true })))
}
