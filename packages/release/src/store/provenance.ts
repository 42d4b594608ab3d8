import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@helioport/contract/release'
import { jsonText, type Layout, readJson } from './layout.ts'

export interface Commit {
  commit: string
  /** First line of its message. */
  subject: string
}

/** Origin of a release; lies beside its record and is never served. */
export interface Provenance {
  /** Null if it is unknown: the sources are in no git repository. */
  commit: string | null
  /** First line of the commit's message. */
  subject: string | null
  /** Source files that are not in that commit: changed or untracked. Null if it is unknown. */
  dirty: string[] | null
  /** The last commits, newest first; absent if they are unknown. */
  recent?: Commit[]
  /** Hashes of its texts by key. */
  texts: Record<string, string>
}

const fileName = 'provenance.json'

export const writeProvenance = (folder: string, provenance: Provenance): Promise<void> =>
  writeFile(join(folder, fileName), jsonText(provenance))

/** Undefined for releases of older versions of this program, and for those that are only in the bucket. */
export const readProvenance = (layout: Layout, name: string, release: string): Promise<Provenance | undefined> =>
  readJson<Provenance>(join(layout.release(name, release), fileName)).catch(() => undefined)

interface Difference {
  added: string[]
  removed: string[]
  changed: string[]
}

/** How one release differs from another of the same part. */
export interface Comparison {
  /** The other release. */
  with: string
  /** Names without the hash in them. */
  files: Difference
  /** Growth of all files together, after brotli. */
  bytes: number
  /** Paths of its pages. */
  routes: Pick<Difference, 'added' | 'removed'>
  /** Keys of its texts; null if one of the two releases has no list. */
  messages: Difference | null
  /** Commits since the other release, newest first; null if they are unknown. */
  commits: Commit[] | null
}

function differenceOf(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): Difference {
  const isIn = (all: object) => (key: string) => Object.hasOwn(all, key)
  const added = Object.keys(after).filter((key) => !isIn(before)(key))
  const removed = Object.keys(before).filter((key) => !isIn(after)(key))
  const changed = Object.keys(after).filter((key) => isIn(before)(key) && before[key] !== after[key])
  return { added, removed, changed }
}

/** `list.0123456789ab.js` -> `list.js`. */
const plainName = (file: string) => file.replace(/\.[0-9a-f]{12}(?=\.)/, '')
const hashes = ({ files }: Release) => Object.fromEntries(Object.entries(files).map(([file, { integrity }]) => [plainName(file), integrity])) // prettier-ignore
const bytesOf = ({ files }: Release) => Object.values(files).reduce((sum, { brotliBytes }) => sum + brotliBytes, 0)
const routesOf = ({ manifest }: Release) => Object.fromEntries((manifest?.routes ?? []).map(({ path }) => [path, '']))

/** Commits after a given one; null if it is not among `recent`. */
function commitsSince(commit: string | null | undefined, recent: readonly Commit[] | undefined): Commit[] | null {
  const at = recent?.findIndex((one) => one.commit === commit) ?? -1
  return at < 0 ? null : (recent?.slice(0, at) ?? null)
}

/** Pure; `texts`: provenance of both releases. */
export function compareReleases(
  before: Release,
  after: Release,
  texts: { before: Provenance | undefined; after: Provenance | undefined },
): Comparison {
  const { added, removed } = differenceOf(routesOf(before), routesOf(after))
  const known = texts.before !== undefined && texts.after !== undefined
  return {
    with: before.release,
    files: differenceOf(hashes(before), hashes(after)),
    bytes: bytesOf(after) - bytesOf(before),
    routes: { added, removed },
    commits: commitsSince(texts.before?.commit, texts.after?.recent),
    messages: known ? differenceOf(texts.before?.texts ?? {}, texts.after?.texts ?? {}) : null,
  }
}
