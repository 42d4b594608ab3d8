import type { PageHints, ReleaseHints } from '@helioport/contract'
import type { IndexedRelease, Release, ReleaseIndexPayload } from '@helioport/contract/release'
import type { Layout } from '../store/layout.ts'
import { readRelease } from '../store/release-index.ts'

/**
 * Number of remotes' files whose hashes are in the page: enough for the landing page; about 45 bytes each after brotli.
 */
export const hintedFiles = 20

/** Of a record the fields that tell what to preload, with the hashes of the files that they name. */
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
 * The hints in the page: of the shell, and of the remotes in the order of the menu, up to `hintedFiles` files. This
 * keeps the page's size independent of the number of remotes; for the others the browser fetches the record.
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
    // The first remote is always included, even with a canary: it has the landing page.
    if ((left < 0 && hinted.remotes.length > 0) || first === undefined) {
      hinted.isWhole = false
      continue
    }
    hinted.remotes.push(first)
    if (canary !== undefined && second !== undefined) hinted.canaries.push({ release: second, percent: canary.percent })
  }
  return hinted
}
