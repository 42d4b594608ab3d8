import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@helioport/contract/release'
import { jsonText, type Layout, readJson } from './layout.ts'

export interface Commit {
  commit: string
  /** First line of its message. */
  subject: string
}

/** What a release was made from; lies beside its record and is served to nobody. */
export interface Provenance {
  /** Null where that is not known: the sources are in no git repository. */
  commit: string | null
  /** First line of the commit's message. */
  subject: string | null
  /** Files that it was made from and that are not of that commit: changed, or in none. Null where that is not known. */
  dirty: string[] | null
  /** The commits that led to it, newest first; absent where that is not known. */
  recent?: Commit[]
  /** Hashes of its texts, by key. */
  texts: Record<string, string>
}

const fileName = 'provenance.json'

export const writeProvenance = (folder: string, provenance: Provenance): Promise<void> =>
  writeFile(join(folder, fileName), jsonText(provenance))

/** Undefined for releases of older versions of this program, and for those that lie in the bucket alone. */
export const readProvenance = (layout: Layout, name: string, release: string): Promise<Provenance | undefined> =>
  readJson<Provenance>(join(layout.release(name, release), fileName)).catch(() => undefined)

interface Difference {
  added: string[]
  removed: string[]
  changed: string[]
}

/** How one release differs from another of the same part. */
export interface Comparison {
  /** Release that it is compared with. */
  with: string
  /** By name without the hash in it. */
  files: Difference
  /** All files after brotli, by how much they grew. */
  bytes: number
  /** Paths of its pages. */
  routes: Pick<Difference, 'added' | 'removed'>
  /** Keys of its texts; null where one of the two does not say. */
  messages: Difference | null
  /** Commits of the one that the other has not, newest first; null where that is not known. */
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

/** What came after a commit; null where it is not among the ones that led here. */
function commitsSince(commit: string | null | undefined, recent: readonly Commit[] | undefined): Commit[] | null {
  const at = recent?.findIndex((one) => one.commit === commit) ?? -1
  return at < 0 ? null : (recent?.slice(0, at) ?? null)
}

/** Pure; `texts`: of before and after, as their provenance has them. */
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
