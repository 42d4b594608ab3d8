import type { ReleasableName } from '@helioport/contract'
import type { ReleaseIndexPayload } from '@helioport/contract/release'
import { appendAudit } from './audit.ts'
import type { Layout } from './layout.ts'
import { withLock } from './lock.ts'
import { formerOf, type Pointer, pointTo, readPointer, writePointer } from './pointer.ts'
import { nextSerial, readIndex, readRelease, validDays, writeIndex } from './release-index.ts'

/** Moves the pointers of parts whose releases lie in the store, in one new index. */
export async function publishReleases(
  layout: Layout,
  releases: readonly { name: ReleasableName; release: string }[],
  now: Date,
): Promise<ReleaseIndexPayload> {
  return withLock(layout.lock, async () => {
    const serial = await nextSerial(layout)
    for (const { name, release } of releases) {
      await move(layout, name, release, 'publish', null, serial, now)
    }
    return writeIndex(layout, serial, now)
  })
}

async function move(
  layout: Layout,
  name: ReleasableName,
  release: string,
  action: 'publish' | 'rollback',
  reason: string | null,
  serial: number,
  now: Date,
): Promise<Pointer> {
  await readRelease(layout, name, release)
  const before = await readPointer(layout, name)
  const at = now.toISOString()
  const after = pointTo(before, name, { at, action, release, reason, serial })
  await writePointer(layout, after)
  await appendAudit(layout, { at, action, serial, name, from: before?.current ?? null, to: release, reason })
  return after
}

export interface RollbackResult {
  name: ReleasableName
  from: string
  to: string
  serial: number
}

/**
 * Points a part back to a release of its store: `to`, or the one in use before.
 * @throws Error if there is none, or it is current already
 */
export async function rollBack(
  layout: Layout,
  name: ReleasableName,
  options: { to?: string | undefined; reason?: string | undefined },
  now: Date,
): Promise<RollbackResult> {
  return withLock(layout.lock, async () => {
    const pointer = await readPointer(layout, name)
    if (pointer === undefined) throw new Error(`${name} was never published`)
    const to = options.to ?? formerOf(pointer)
    if (to === undefined) throw new Error(`there is no former release of ${name} to go back to`)
    if (to === pointer.current) throw new Error(`${to} is the current release of ${name}`)
    const serial = await nextSerial(layout)
    await move(layout, name, to, 'rollback', options.reason ?? null, serial, now)
    await writeIndex(layout, serial, now)
    return { name, from: pointer.current, to, serial }
  })
}

/** Signs the index anew once half of its time has passed; says whether it did. */
export async function renewIndex(layout: Layout, now: Date): Promise<boolean> {
  const isDue = async () => {
    const index = await readIndex(layout)
    return index !== undefined && Date.parse(index.payload.notAfter) - now.getTime() < (validDays / 2) * 86_400_000
  }
  if (!(await isDue())) return false
  return withLock(layout.lock, async () => {
    if (!(await isDue())) return false
    const serial = await nextSerial(layout)
    await writeIndex(layout, serial, now)
    const at = now.toISOString()
    await appendAudit(layout, { at, action: 'renew', serial, name: null, from: null, to: null, reason: null })
    return true
  })
}
