import { userInfo } from 'node:os'
import type { ReleasableName } from '@helioport/contract'
import type { ReleaseIndexPayload } from '@helioport/contract/release'
import { type AuditEntry, auditWith } from './audit.ts'
import { changing } from './changing.ts'
import { changeFiles } from './decided.ts'
import { namesIn } from './disk.ts'
import { openKeyRing, rotatedKeys } from './keys.ts'
import { type Layout } from './layout.ts'
import { holderText } from './holder.ts'
import { breakLock, type HeldLock, type LockState } from './lock.ts'
import { pushRelease, retainedReleases } from './release-objects.ts'
import { applyMove, type Move, MoveRefused } from './moves.ts'
import { inOrder, type Pointer, pointerText, readPointer, readPointers } from './pointer.ts'
import { indexText, isLate, nextSerial, readIndex } from './release-index.ts'

/** The index has changed since the caller read it. */
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
  /** Reason, for the audit log. */
  reason: string
  /** Name for the audit log; default: the user of this machine. */
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

/** Result of a change, without writing it. @throws MoveRefused, SerialConflict */
export function previewChange(
  layout: Layout,
  moves: readonly PartMove[],
  options: ChangeOptions,
  now: Date,
): Promise<Change> {
  return planned(layout, moves, options, now)
}

/** New content of the store, and the lines of the audit log about it. */
interface NewState {
  serial: number
  now: Date
  audit: readonly Omit<AuditEntry, 'at' | 'serial'>[]
  /** Pointers that changed. */
  pointers?: readonly Pointer[]
  /** A part that is retired. */
  without?: ReleasableName
  keys?: Awaited<ReturnType<typeof rotatedKeys>>
}

/** Other hosts serve a new pointer's releases at once: the bucket needs their files first. */
async function laySeen({ objects, ...layout }: Layout, pointers: readonly Pointer[]): Promise<void> {
  if (objects === undefined) return
  for (const { name, current, canary } of pointers)
    for (const release of new Set([current, canary?.release ?? current]))
      await pushRelease(objects, { objects, ...layout }, name, release)
}

/** Writes a new state of the store: audit log, keys, pointers and index, all or nothing. */
async function decide(layout: Layout, held: HeldLock, state: NewState): Promise<ReleaseIndexPayload> {
  const { serial, now, audit, pointers = [], without, keys } = state
  const before = await openKeyRing(layout)
  if (layout.shared !== undefined) await laySeen(layout, pointers)
  const stamp = { at: now.toISOString(), serial }
  const changed = new Map(pointers.map((pointer) => [pointer.name, pointer]))
  const kept = (await readPointers(layout)).filter(({ name }) => !changed.has(name) && name !== without)
  const index = await indexText(layout, inOrder([...kept, ...pointers]), { serial, now, ring: keys?.ring ?? before })
  const write = new Map([
    [layout.audit, await auditWith(layout, audit.map((entry) => ({ ...stamp, ...entry })), before.current)], // prettier-ignore
    ...(keys?.files ?? []),
    ...pointers.map((pointer): [string, string] => [layout.pointer(pointer.name), pointerText(pointer)]),
    [layout.index, index.text],
  ])
  await changeFiles(layout, held, { write, remove: without === undefined ? [] : [layout.pointer(without)] })
  return index.payload
}

/**
 * Changes pointers in one new signed index, all or nothing: a crash before the decision leaves everything as it was,
 * and after it the next change, or `renewIndex`, completes the change.
 * @throws MoveRefused, SerialConflict, or an error of the disk; nothing was changed then
 */
export function commitChange(
  layout: Layout,
  moves: readonly PartMove[],
  options: ChangeOptions,
  now: Date,
): Promise<Change & { index: ReleaseIndexPayload }> {
  return changing(layout, async (held) => {
    const change = await planned(layout, moves, options, now)
    const why = { reason: options.reason.trim(), by: options.by ?? userInfo().username }
    const audit = change.parts.map((part) => ({ ...auditOf(part), ...why }))
    const pointers = change.parts.map(({ after }) => after)
    return { ...change, index: await decide(layout, held, { serial: change.serial, now, audit, pointers }) }
  })
}

export interface PublishTarget {
  /** Share of the browsers that get it first, as a canary; default: everybody. */
  percent?: number | undefined
  /** Whether the canary is given to more browsers automatically. */
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

/** Takes the lock of the store away from its holder, whom the audit log names. Undefined if nobody held it. */
export async function unlockStore(layout: Layout, options: ChangeOptions, now: Date): Promise<LockState | undefined> {
  if (options.reason.trim() === '') throw new MoveRefused('a reason is required')
  const broken = await breakLock(layout.lock, layout.disk)
  if (broken === undefined) return undefined
  await changing(layout, async (held) => {
    const { reason, by = userInfo().username } = options
    const from = broken.holder === null ? null : holderText(broken.holder)
    const stamp = { at: now.toISOString(), serial: await currentSerial(layout), action: 'unlock' as const }
    const entry = { ...stamp, ...ofNobody, reason: from === null ? reason : `${reason} (${from})`, by }
    const text = await auditWith(layout, [entry], (await openKeyRing(layout)).current)
    await changeFiles(layout, held, { write: new Map([[layout.audit, text]]) })
  })
  return broken
}

const ofNobody = { name: null, from: null, to: null, percent: null }

/** A change of the store without a change of the index, as an entry of the audit log. */
interface NotedChange extends Partial<Pick<AuditEntry, 'name' | 'to'>> {
  action: AuditEntry['action']
  reason: string
  write?: ReadonlyMap<string, string>
  /** Folders that are moved into the store, by their new path. */
  bring?: ReadonlyMap<string, string>
}

/**
 * Changes files of the store other than the index, with a line in the audit log, all or nothing. `work` runs under the
 * lock.
 */
export function noteChange(
  layout: Layout,
  options: Pick<ChangeOptions, 'by'>,
  now: Date,
  work: () => Promise<NotedChange | undefined>,
): Promise<void> {
  return changing(layout, async (held) => {
    const change = await work()
    if (change === undefined) return
    const { write = new Map<string, string>(), bring, ...about } = change
    const stamp = { at: now.toISOString(), serial: await currentSerial(layout) }
    const entry = { ...stamp, ...ofNobody, ...about, by: options.by ?? userInfo().username }
    const text = await auditWith(layout, [entry], (await openKeyRing(layout)).current)
    await changeFiles(layout, held, { write: new Map([...write, [layout.audit, text]]), ...(bring && { bring }) })
  })
}

/**
 * Completes a change that a crash interrupted; signs the index again after half of its lifetime, or where it lacks
 * changes of the pointers.
 */
export async function renewIndex(layout: Layout, now: Date): Promise<boolean> {
  const isPending = (await namesIn(layout.change)).length > 0
  if (!isPending && !(await isLate(layout, now))) return false
  return changing(layout, async (held) => {
    if (!(await isLate(layout, now))) return isPending
    const reason = 'half of its time is over, or a change was cut short'
    const audit = [{ ...ofNobody, action: 'renew' as const, reason, by: 'release host' }]
    await decide(layout, held, { serial: await nextSerial(layout), now, audit })
    return true
  })
}

/**
 * Takes a part out of the index, and with it out of the menu of every tab. Its releases stay in the store; publishing
 * it again brings it back.
 */
export function retirePart(layout: Layout, name: ReleasableName, options: ChangeOptions, now: Date): Promise<number> {
  return changing(layout, async (held) => {
    const pointer = await readPointer(layout, name)
    if (pointer === undefined) throw new MoveRefused(`${name} was never published`)
    if (name === 'shell') throw new MoveRefused('there is no portal without its shell')
    if (options.reason.trim() === '') throw new MoveRefused('a reason is required')
    const serial = await nextSerial(layout)
    const { by = userInfo().username, reason } = options
    const audit = [{ action: 'retire' as const, name, from: pointer.current, to: null, percent: null, reason, by }]
    await decide(layout, held, { serial, now, audit, without: name })
    return serial
  })
}

/**
 * The next key signs from now on. Pages know it already, and learn the one after it from the index; a page that missed
 * several rotations follows the chain of keys that vouch for each other.
 */
export function rotateIndexKeys(
  layout: Layout,
  options: ChangeOptions,
  now: Date,
): Promise<{ keyId: string; nextKeyId: string; serial: number }> {
  return changing(layout, async (held) => {
    if ((await readPointers(layout)).length === 0) throw new MoveRefused('nothing is released yet')
    const keys = await rotatedKeys(layout)
    const serial = await nextSerial(layout)
    const { reason, by = userInfo().username } = options
    const audit = [{ ...ofNobody, action: 'rotate-keys' as const, reason, by }]
    await decide(layout, held, { serial, now, audit, keys })
    return { keyId: keys.ring.current.keyId, nextKeyId: keys.ring.next.keyId, serial }
  })
}
