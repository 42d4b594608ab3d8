import { type ReleasableName, releasableNames } from '@helioport/contract'
import { jsonText, type Layout, readJson, writeWhole } from './layout.ts'

export interface PointerChange {
  /** ISO instant. */
  at: string
  action: 'publish' | 'rollback'
  release: string
  reason: string | null
  /** Of the index that this change went into. */
  serial: number
}

/** Which release of a part is in use. */
export interface Pointer {
  name: ReleasableName
  current: string
  /** Taken back by a rollback: never stands in for another, and is not published again by itself. */
  withdrawn: string[]
  /** Oldest first. */
  history: PointerChange[]
}

export async function readPointer(layout: Layout, name: ReleasableName): Promise<Pointer | undefined> {
  return readJson<Pointer>(layout.pointer(name))
}

export async function readPointers(layout: Layout): Promise<Pointer[]> {
  const read = await Promise.all(releasableNames.map((name) => readPointer(layout, name)))
  return read.filter((pointer) => pointer !== undefined)
}

export async function writePointer(layout: Layout, pointer: Pointer): Promise<void> {
  await writeWhole(layout.pointer(pointer.name), jsonText(pointer))
}

/** The release to fall back to: the last one in use before the current that was not taken back. */
export function formerOf(pointer: Pointer): string | undefined {
  return pointer.history
    .map(({ release }) => release)
    .findLast((release) => release !== pointer.current && !pointer.withdrawn.includes(release))
}

export function pointTo(pointer: Pointer | undefined, name: ReleasableName, change: PointerChange): Pointer {
  const before = pointer ?? { name, current: change.release, withdrawn: [], history: [] }
  const taken = change.action === 'rollback' && pointer !== undefined ? [pointer.current] : []
  return {
    name,
    current: change.release,
    withdrawn: [...new Set([...before.withdrawn, ...taken])].filter((release) => release !== change.release),
    history: [...before.history, change],
  }
}
