import type { PageHints, ReleaseHints } from '@helioport/contract'
import type { IndexedRelease, Release, ReleaseIndexPayload } from '@helioport/contract/release'
import type { Layout } from '../store/layout.ts'
import { readRelease } from '../store/release-index.ts'

/** Files of remotes whose hashes come with the page: those of some ten remotes; about 35 bytes each after brotli. */
export const hintedFiles = 200

/** Of a record what says which files to fetch ahead, and of the files those that it names. */
function hintsOf({ name, release, preload, shares, files }: Release): ReleaseHints {
  const lists = [preload.pages, preload.locales, shares ?? {}].flatMap((by) => Object.values(by))
  const named = [...new Set([preload.always, ...lists].flat())]
  const hashes = named.flatMap((file) => {
    const integrity = files[file]?.integrity
    return integrity === undefined ? [] : [[file, { integrity }] as const]
  })
  return { name, release, preload, ...(shares === undefined ? {} : { shares }), files: Object.fromEntries(hashes) }
}

const placeOf = ({ manifest }: IndexedRelease) =>
  Math.min(Infinity, ...(manifest?.menu ?? []).map(({ order }) => order))

/**
 * The hints that the page brings along: of the shell, and of the remotes in the order of the menu, until `hintedFiles`
 * are named. So the page does not grow with the number of remotes; of the others the browser asks for the record.
 */
export async function hintsForPage(layout: Layout, index: ReleaseIndexPayload, shell: Release): Promise<PageHints> {
  const remotes: Record<string, ReleaseHints> = {}
  let left = hintedFiles
  const inOrder = Object.entries(index.remotes)
    .flatMap(([name, [first]]) => (first === undefined ? [] : [{ name, first }]))
    .toSorted((a, b) => placeOf(a.first) - placeOf(b.first))
  for (const { name, first } of inOrder) {
    for (const { release } of [first, ...[index.canaries?.[name]?.release ?? []].flat()]) {
      const record = await readRelease(layout, name, release).catch(() => undefined)
      if (record === undefined) continue
      const hints = hintsOf(record)
      left -= Object.keys(hints.files).length
      if (left < 0) return { shell: hintsOf(shell), remotes }
      remotes[`${name}/${release}`] = hints
    }
  }
  return { shell: hintsOf(shell), remotes }
}
