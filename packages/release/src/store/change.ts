import { rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type { ReleasableName } from '@helioport/contract'
import type { ReleaseIndexPayload } from '@helioport/contract/release'
import { appendAudit, type AuditEntry } from './audit.ts'
import { rotateKeys } from './keys.ts'
import { type Layout, retainedReleases } from './layout.ts'
import { withLock } from './lock.ts'
import { applyMove, type Move, MoveRefused } from './moves.ts'
import { type Pointer, readPointer, readPointers, writePointer } from './pointer.ts'
import { isLate, nextSerial, readIndex, writeIndex } from './release-index.ts'

/** The index was changed since the caller looked at it. */
export class SerialConflict extends MoveRefused {
  readonly expected: number
  readonly actual: number
  constructor(expected: number, actual: number) {
    super(`the index is at serial ${actual}, not ${expected}: somebody else changed it; look again and decide anew`)
    this.expected = expected
    this.actual = actual
  }
}

export interface ChangeOptions {
  /** Why; part of the audit log. */
  reason: string
  /** Who; the user of this machine, if not given. */
  by?: string | undefined
  /** Refuses the change unless the index is at this serial. */
  expectSerial?: number | undefined
}

export interface PartMove {
  name: ReleasableName
  move: Move
}

/** One part before and after a change. */
export interface PartChange {
  name: ReleasableName
  action: Move['action']
  release: string
  before: Pointer | undefined
  after: Pointer
}

export interface Change {
  /** Serial of the index with the change in it. */
  serial: number
  parts: PartChange[]
}

export async function currentSerial(layout: Layout): Promise<number> {
  return (await readIndex(layout))?.payload.serial ?? 0
}

async function planned(layout: Layout, moves: readonly PartMove[], options: ChangeOptions, now: Date): Promise<Change> {
  if (options.reason.trim() === '') throw new MoveRefused('a reason is required')
  const { expectSerial } = options
  const actual = await currentSerial(layout)
  if (expectSerial !== undefined && expectSerial !== actual) throw new SerialConflict(expectSerial, actual)
  const serial = await nextSerial(layout)
  const stamp = { at: now.toISOString(), reason: options.reason.trim(), serial }
  const parts: PartChange[] = []
  for (const { name, move } of moves) {
    const before = await readPointer(layout, name)
    const after = applyMove(before, name, move, stamp, await retainedReleases(layout, name))
    const release = after.history.at(-1)?.release ?? after.current
    parts.push({ name, action: move.action, release, before, after })
  }
  return { serial, parts }
}

function auditOf({
  name,
  action,
  release,
  before,
  after,
}: PartChange): Pick<AuditEntry, 'action' | 'name' | 'from' | 'to' | 'percent'> {
  const isShare = action === 'canary' || action === 'step'
  return {
    action,
    name,
    from: action === 'halt' || action === 'revoke' ? release : (before?.current ?? null),
    to: isShare ? release : after.current,
    percent: isShare ? (after.canary?.percent ?? null) : null,
  }
}

/** What a change would do; writes nothing. @throws MoveRefused, SerialConflict */
export function previewChange(
  layout: Layout,
  moves: readonly PartMove[],
  options: ChangeOptions,
  now: Date,
): Promise<Change> {
  return planned(layout, moves, options, now)
}

/**
 * Changes pointers in one new signed index. Order: audit, pointers, index; what a crash leaves half done is carried on
 * by the next change, or by `renewIndex`.
 * @throws MoveRefused, SerialConflict; nothing was changed then
 */
export function commitChange(
  layout: Layout,
  moves: readonly PartMove[],
  options: ChangeOptions,
  now: Date,
): Promise<Change & { index: ReleaseIndexPayload }> {
  return withLock(layout.lock, async () => {
    const change = await planned(layout, moves, options, now)
    const { serial, parts } = change
    const why = { reason: options.reason.trim(), by: options.by ?? userInfo().username }
    const stamp = { at: now.toISOString(), serial }
    await appendAudit(
      layout,
      parts.map((part) => ({ ...stamp, ...auditOf(part), ...why })),
    )
    for (const { after } of parts) await writePointer(layout, after)
    return { ...change, index: await writeIndex(layout, serial, now) }
  })
}

export interface PublishTarget {
  /** Share of the browsers that get it first, as a canary; everybody, if not given. */
  percent?: number | undefined
  /** Whether the canary climbs by itself. */
  auto?: boolean | undefined
}

/** Points browsers to releases that lie in the store, all in one new index. */
export async function publishReleases(
  layout: Layout,
  releases: readonly { name: ReleasableName; release: string }[],
  now: Date,
  options: Partial<ChangeOptions> & PublishTarget = {},
): Promise<ReleaseIndexPayload> {
  const { percent, auto = false } = options
  const moves = releases.map(({ name, release }): PartMove => ({
    name,
    move: percent === undefined ? { action: 'publish', release } : { action: 'canary', release, percent, auto },
  }))
  return (await commitChange(layout, moves, { ...options, reason: options.reason ?? 'published' }, now)).index
}

async function renewWith(layout: Layout, action: 'renew' | 'rotate-keys', options: ChangeOptions, now: Date) {
  const serial = await nextSerial(layout)
  const { reason, by = userInfo().username } = options
  const nothing = { name: null, from: null, to: null, percent: null }
  await appendAudit(layout, [{ at: now.toISOString(), action, serial, ...nothing, reason, by }])
  await writeIndex(layout, serial, now)
  return serial
}

/** Signs the index anew once half of its time has passed, or where a crash left it behind the pointers. */
export async function renewIndex(layout: Layout, now: Date): Promise<boolean> {
  if (!(await isLate(layout, now))) return false
  return withLock(layout.lock, async () => {
    if (!(await isLate(layout, now))) return false
    await renewWith(layout, 'renew', { reason: 'half of its time is over, or a change was cut short', by: 'release host' }, now) // prettier-ignore
    return true
  })
}

/**
 * Takes a part out of the index, and with it out of the menu of every tab. Its releases stay in the store; publishing
 * it again brings it back.
 */
export function retirePart(layout: Layout, name: ReleasableName, options: ChangeOptions, now: Date): Promise<number> {
  return withLock(layout.lock, async () => {
    const pointer = await readPointer(layout, name)
    if (pointer === undefined) throw new MoveRefused(`${name} was never published`)
    if (name === 'shell') throw new MoveRefused('there is no portal without its shell')
    if (options.reason.trim() === '') throw new MoveRefused('a reason is required')
    const serial = await nextSerial(layout)
    const { by = userInfo().username, reason } = options
    const entry = { action: 'retire' as const, name, from: pointer.current, to: null, percent: null, reason, by }
    await appendAudit(layout, [{ at: now.toISOString(), serial, ...entry }])
    await rm(layout.pointer(name))
    await writeIndex(layout, serial, now)
    return serial
  })
}

/** The next key signs from now on. Pages know it already; it is one rotation per life of a page that they bear. */
export function rotateIndexKeys(
  layout: Layout,
  options: ChangeOptions,
  now: Date,
): Promise<{ keyId: string; nextKeyId: string; serial: number }> {
  return withLock(layout.lock, async () => {
    if ((await readPointers(layout)).length === 0) throw new MoveRefused('nothing is released yet')
    const { current, next } = await rotateKeys(layout)
    const serial = await renewWith(layout, 'rotate-keys', options, now)
    return { keyId: current.keyId, nextKeyId: next.keyId, serial }
  })
}
