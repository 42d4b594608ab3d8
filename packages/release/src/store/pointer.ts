import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isReleasableName, type ReleasableName } from '@helioport/contract'
import { jsonText, type Layout, readJson } from './layout.ts'

/**
 * `publish`, `promote`, `rollback` and `finish` (of a canary) point everybody to a release; `canary` and `step` a share
 * of the browsers; `halt` ends a canary; `revoke` forbids a release.
 */
export type Action = 'publish' | 'promote' | 'rollback' | 'finish' | 'canary' | 'step' | 'halt' | 'revoke'

export interface PointerChange {
  /** ISO instant. */
  at: string
  action: Action
  /** The release that the action is about. */
  release: string
  /** The current release after the action. */
  current: string
  reason: string
  /** Serial of the index that contains this change. */
  serial: number
}

/** A release that a share of the browsers is given. */
export interface PointerCanary {
  release: string
  percent: number
  /** Whether it is given to more browsers automatically. */
  auto: boolean
  /** ISO instants of the first step, and of the present one. */
  since: string
  steppedAt: string
}

/** Releases of a part: current, canary, withdrawn and revoked. */
export interface Pointer {
  name: ReleasableName
  current: string
  canary: PointerCanary | null
  /** Withdrawn by a rollback or a halt: never a fall-back, and not published again by `--if-changed`. */
  withdrawn: string[]
  /** Forbidden to browsers for good. */
  revoked: string[]
  /** Oldest first. */
  history: PointerChange[]
}

/** Fields that pointers of older stores lack. */
type StoredPointer = Pick<Pointer, 'name' | 'current' | 'withdrawn'> &
  Partial<Pointer> & { history: (Omit<PointerChange, 'current' | 'reason'> & Partial<PointerChange>)[] }

export async function readPointer(layout: Layout, name: ReleasableName): Promise<Pointer | undefined> {
  const stored = await readJson<StoredPointer>(layout.pointer(name))
  if (stored === undefined) return undefined
  const history = stored.history.map((change) => ({
    ...change,
    current: change.current ?? change.release,
    reason: change.reason ?? '',
  }))
  return { ...stored, canary: stored.canary ?? null, revoked: stored.revoked ?? [], history }
}

/** The shell first, the others by name. */
export function inOrder(pointers: readonly Pointer[]): Pointer[] {
  const place = ({ name }: Pointer) => Number(name !== 'shell')
  return pointers.toSorted((a, b) => place(a) - place(b) || a.name.localeCompare(b.name))
}

/** Pointers of all parts that were ever published here, the shell first. */
export async function readPointers(layout: Layout): Promise<Pointer[]> {
  const files = await readdir(dirname(layout.pointer('shell'))).catch(() => [])
  const named = files.flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []).filter(isReleasableName)
  const read = await Promise.all(named.map((name) => readPointer(layout, name)))
  return inOrder(read.filter((pointer) => pointer !== undefined))
}

/** Content of a pointer's file. */
export const pointerText = (pointer: Pointer): string => jsonText(pointer)

/** The fall-back: of the releases in the store, the last one in use before the current one that was not taken back. */
export function formerOf(pointer: Pointer, retained: ReadonlySet<string>): string | undefined {
  const isFit = (release: string) =>
    release !== pointer.current &&
    // The canary is on trial: it may be the release that fails.
    release !== pointer.canary?.release &&
    retained.has(release) &&
    !pointer.withdrawn.includes(release) &&
    !pointer.revoked.includes(release)
  return pointer.history.map(({ current }) => current).findLast(isFit)
}
