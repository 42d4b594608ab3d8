import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Disk, realDisk } from './disk.ts'
import type { HeldLock } from './lock.ts'
import type { ObjectStore } from './object-store.ts'

/**
 * The data folder of the release host:
 *   r/<name>/<release>/   files of one release and release.json, .br and .gz beside each; never changed
 *   pointers/<name>.json  which release is current, and how it came to be
 *   index.json            what browsers are told, signed
 *   keys/                 signing keys, the operator's key (0600)
 *   audit.jsonl           every change, chained by hash and signed
 *   beacons.json          what browsers told, counted
 *   tmp/                  builds under way
 *   uploads/<id>/         what teams are sending: statement.json, data; release/ while it is examined
 *   proposals/<id>.json   what one person of a team asked for and a second one has to
 *   change/               a change that is decided and not carried out yet; a crash leaves it for the next one
 *   lock.<n>              who changes the store now; empty: nobody
 * With a bucket, releases lie there as well, and here only those that were asked for.
 */
export interface Layout {
  root: string
  index: string
  audit: string
  /** A change that is decided and not yet carried out in full, and one that is being written down. */
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
  /** Where releases are kept, if not in this folder alone. */
  objects: ObjectStore | undefined
  /** What this host has in common with others; each has a folder of its own. */
  shared: SharedState | undefined
  disk: Disk
}

/** Files of the store that a change replaces or removes. */
export interface ChangedFiles {
  /** Content by path; the index comes last. */
  write: ReadonlyMap<string, string>
  /** Folders that come into the store, by where they will lie; on the same disk. */
  bring?: ReadonlyMap<string, string>
  /** Paths. */
  remove?: readonly string[]
}

/** What several release hosts have in common: one object of the bucket, which each change replaces as it was seen. */
export interface SharedState {
  /** Whether it is another than the one that was seen last. */
  isNews: () => Promise<boolean>
  /** Has the folder hold what it says. Hold the lock. @throws ObjectStoreError */
  pull: (layout: Layout, held: HeldLock) => Promise<void>
  /** Decides a change, if nobody else did since `pull`. Hold the lock. @throws StateMoved, ObjectStoreError */
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

/** The store as if a release lay in it that lies elsewhere. */
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
