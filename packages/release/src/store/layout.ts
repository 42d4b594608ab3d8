import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Disk, realDisk } from './disk.ts'
import type { HeldLock } from './lock.ts'
import type { ObjectStore } from '@helioport/object-store'

/**
 * The data folder of the release host:
 *   r/<name>/<release>/   files of one release and release.json, .br and .gz beside each; never changed
 *   pointers/<name>.json  current release, and the history of changes
 *   index.json            signed list of what browsers run
 *   keys/                 signing keys, the operator's key (0600)
 *   audit.jsonl           every change, chained by hash and signed
 *   beacons.json          counts of the beacons
 *   tmp/                  builds in progress
 *   uploads/<id>/         a team's upload: statement.json, data; release/ while it is examined
 *   proposals/<id>.json   a request of one person that a second one must confirm
 *   change/               a change that is decided and not complete; after a crash the next change completes it
 *   lock.<n>              the process that changes the store now; empty: nobody
 * With a bucket, releases are there as well, and here only those that were requested.
 */
export interface Layout {
  root: string
  index: string
  audit: string
  /** `change`: decided and not complete; `nextChange`: still being written. */
  change: string
  nextChange: string
  beacons: string
  lock: string
  keys: string
  temporary: string
  uploads: string
  proposals: string
  pointer: (name: string) => string
  release: (name: string, release: string) => string
  /** Bucket of the releases, if they are not in this folder only. */
  objects: ObjectStore | undefined
  /** State that several hosts share; each host has its own folder. */
  shared: SharedState | undefined
  disk: Disk
}

/** Files of the store that a change replaces or removes. */
export interface ChangedFiles {
  /** Content by path; the index comes last. */
  write: ReadonlyMap<string, string>
  /** Folders that are moved into the store, by their new path; on the same disk. */
  bring?: ReadonlyMap<string, string>
  /** Paths. */
  remove?: readonly string[]
}

/**
 * The state that several release hosts share: one object of the bucket, which each change replaces by compare-and-swap.
 */
export interface SharedState {
  /** Whether it has changed since the last look. */
  isNews: () => Promise<boolean>
  /** Brings the folder up to date with it. Hold the lock. @throws ObjectStoreError */
  pull: (layout: Layout, held: HeldLock) => Promise<void>
  /**
   * Writes a change to it, unless another host has changed it since `pull`. Hold the lock. @throws StateMoved,
   * ObjectStoreError
   */
  push: (layout: Layout, changed: ChangedFiles) => Promise<void>
}

export function layoutOf(
  root: string,
  objects?: ObjectStore,
  { disk = realDisk, shared }: { disk?: Disk; shared?: SharedState | undefined } = {},
): Layout {
  return {
    root,
    objects,
    shared,
    disk,
    index: join(root, 'index.json'),
    audit: join(root, 'audit.jsonl'),
    change: join(root, 'change'),
    nextChange: join(root, 'change.next'),
    beacons: join(root, 'beacons.json'),
    lock: join(root, 'lock'),
    keys: join(root, 'keys'),
    temporary: join(root, 'tmp'),
    uploads: join(root, 'uploads'),
    proposals: join(root, 'proposals'),
    pointer: (name) => join(root, 'pointers', `${name}.json`),
    release: (name, release) => join(root, 'r', name, release),
  }
}

/** A store in which one release lies in another folder. */
export function layoutWith(root: string, folder: string, { name, release }: { name: string; release: string }): Layout {
  const store = layoutOf(root)
  return { ...store, release: (part, of) => (part === name && of === release ? folder : store.release(part, of)) }
}

/** Parsed JSON of a file; undefined if there is none. */
export async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
