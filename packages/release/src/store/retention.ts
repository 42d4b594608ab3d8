import { readdir, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { ReleasableName } from '@helioport/contract'
import { auditWith } from './audit.ts'
import { currentSerial } from './change.ts'
import { changing } from './changing.ts'
import { changeFiles } from './decided.ts'
import { namesIn } from './disk.ts'
import { openKeyRing } from './keys.ts'
import { type Layout } from './layout.ts'
import type { HeldLock } from './lock.ts'
import { formerOf, type Pointer, readPointer } from './pointer.ts'
import { removeRelease, retainedReleases } from './release-objects.ts'
import { readRelease } from './release-index.ts'

/**
 * A release that browsers were given is kept while it is among the last `releases` of its part, or was used within
 * `days`; one that browsers were never given, for `unseenDays` after its build.
 */
export const retention = { releases: 20, days: 30, unseenDays: 7 } as const

const dayMs = 86_400_000

export interface PrunedRelease {
  name: ReleasableName
  release: string
}

/** Epoch in ms at which a release was last given to browsers, or made. */
function lastUsed(pointer: Pointer | undefined, release: string, createdAt: string): number {
  const history = pointer?.history ?? []
  const ends = history.map((change, i) => {
    if (change.release !== release && change.current !== release) return 0
    return Date.parse(history[i + 1]?.at ?? change.at)
  })
  return Math.max(Date.parse(createdAt), ...ends)
}

/** Releases of a part that browsers were never given: uploaded, but never pointed to. */
export async function unseenReleases(layout: Layout, name: string, pointer: Pointer | undefined): Promise<Set<string>> {
  const given = new Set(pointer?.history.flatMap(({ release, current }) => [release, current]))
  return new Set([...(await retainedReleases(layout, name))].filter((release) => !given.has(release)))
}

/**
 * Releases of one part that may be removed: never the current one, the fall-back, the canary, or one that tabs still
 * run.
 */
async function prunable(layout: Layout, name: string, running: ReadonlySet<string>, now: Date): Promise<string[]> {
  const pointer = await readPointer(layout, name)
  const retained = await retainedReleases(layout, name)
  const unseen = await unseenReleases(layout, name, pointer)
  const inUse = pointer === undefined ? [] : [pointer.current, formerOf(pointer, retained), pointer.canary?.release]
  const dated = await Promise.all(
    [...retained].map(async (release) => {
      const record = await readRelease(layout, name, release).catch(() => undefined)
      return { release, at: lastUsed(pointer, release, record?.createdAt ?? '1970-01-01') }
    }),
  )
  const isOlder = (days: number) => (one: { at: number }) => now.getTime() - one.at > days * dayMs
  const [neverGiven = [], given = []] = [true, false].map((is) => dated.filter(({ release }) => unseen.has(release) === is)) // prettier-ignore
  const old = given.sort((a, b) => b.at - a.at).slice(retention.releases).filter(isOlder(retention.days)) // prettier-ignore
  return [...old, ...neverGiven.filter(isOlder(retention.unseenDays))]
    .map(({ release }) => release)
    .filter((release) => !inUse.includes(release) && !running.has(`${name}/${release}`))
}

/**
 * Removes releases that are neither in use nor within the retention, and returns them. `running`: `<name>/<release>`
 * that tabs have reported recently.
 */
export async function prune(
  layout: Layout,
  running: ReadonlySet<string>,
  options: { dryRun: boolean; by?: string | undefined },
  now: Date,
): Promise<PrunedRelease[]> {
  const work = async (held: HeldLock) => {
    const pruned: PrunedRelease[] = []
    for (const name of await namesIn(join(layout.root, 'r'))) {
      for (const release of await prunable(layout, name, running, now)) pruned.push({ name, release })
    }
    if (options.dryRun || pruned.length === 0) return pruned
    const serial = await currentSerial(layout)
    const entries = pruned.map(({ name, release }) => ({
      ...({ at: now.toISOString(), action: 'prune', serial, name, from: release, to: null, percent: null } as const),
      reason: `older than ${retention.days} days and not among the last ${retention.releases}, or given to nobody for ${retention.unseenDays}`,
      by: options.by ?? userInfo().username,
    }))
    const audit = await auditWith(layout, entries, (await openKeyRing(layout)).current)
    // The record is removed first: a release without a record does not exist, whatever is left of its files.
    const folders = pruned.map(({ name, release }) => layout.release(name, release))
    const remove = folders.flatMap((folder) => [join(folder, 'release.json'), folder])
    await changeFiles(layout, held, { write: new Map([[layout.audit, audit]]), remove })
    const { objects } = layout
    if (objects !== undefined) for (const { name, release } of pruned) await removeRelease(objects, name, release)
    return pruned
  }
  return changing(layout, work)
}

/** Removes leftovers of an interrupted prune. */
export async function clearGraves(layout: Layout): Promise<void> {
  const found = await readdir(layout.temporary).catch(() => [])
  const graves = found.filter((name) => name.startsWith('pruned-'))
  await Promise.all(graves.map((name) => rm(join(layout.temporary, name), { recursive: true, force: true })))
}
