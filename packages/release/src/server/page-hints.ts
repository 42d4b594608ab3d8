import type { PageHints, ReleaseHints } from '@helioport/contract'
import type { IndexedRelease, Release, ReleaseIndexPayload } from '@helioport/contract/release'
import type { Layout } from '../store/layout.ts'
import { readRelease } from '../store/release-index.ts'

/** Files of remotes whose hashes come with the page: those of the first remote, where people land; about 45 bytes each after brotli. */
export const hintedFiles = 20

/** Of a record what says which files to fetch ahead, and of the files those that it names. */
function hintsOf({ name, release, preload, shares, files, manifest }: Release): ReleaseHints {
  const lists = [preload.pages, preload.locales, shares ?? {}].flatMap((by) => Object.values(by))
  const named = [...new Set([preload.always, ...lists].flat())]
  const hashes = named.flatMap((file) => {
    const integrity = files[file]?.integrity
    return integrity === undefined ? [] : [[file, { integrity }] as const]
  })
  const told = { name, release, preload, files: Object.fromEntries(hashes) }
  return { ...told, ...(shares === undefined ? {} : { shares }), ...(manifest === undefined ? {} : { manifest }) }
}

const placeOf = ({ manifest }: IndexedRelease) =>
  Math.min(Infinity, ...(manifest?.menu ?? []).map(({ order }) => order))

/**
 * The hints that the page brings along: of the shell, and of the remotes in the order of the menu, until `hintedFiles`
 * are named. So the page does not grow with the number of remotes; of the others the browser asks for the record.
 */
export async function hintsForPage(layout: Layout, index: ReleaseIndexPayload, shell: Release): Promise<PageHints> {
  const hinted: PageHints = { shell: hintsOf(shell), remotes: [], canaries: [], isWhole: true }
  let left = hintedFiles
  const inOrder = Object.values(index.remotes)
    .flatMap(([first]) => first ?? [])
    .toSorted((a, b) => placeOf(a) - placeOf(b))
  for (const { name, release } of inOrder) {
    const canary = index.canaries?.[name]
    const releases = [release, ...(canary === undefined ? [] : [canary.release.release])]
    const read = await Promise.all(releases.map((one) => readRelease(layout, name, one).catch(() => undefined)))
    const [first, second] = read.map((record) => (record === undefined ? undefined : hintsOf(record)))
    left -= [first, second].reduce((sum, hints) => sum + Object.keys(hints?.files ?? {}).length, 0)
    // People land in the first one, also while it has a canary.
    if ((left < 0 && hinted.remotes.length > 0) || first === undefined) {
      hinted.isWhole = false
      continue
    }
    hinted.remotes.push(first)
    if (canary !== undefined && second !== undefined) hinted.canaries.push({ release: second, percent: canary.percent })
  }
  return hinted
}
