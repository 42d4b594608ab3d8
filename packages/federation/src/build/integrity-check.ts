import type { ChunkGroup, Compilation } from '@rspack/core'

/** Ids of the chunks whose hashes a script contains, without stylesheets: `{12:"sha256-…",345:"sha256-…"}`. */
function hashesIn(script: string): string[] {
  const tables = script.matchAll(/(sriCssHashes[^{]{0,20})?\{((?:"?[\w.-]+"?:"sha256-[^"]*",?)+)\}/g)
  return [...tables].flatMap(([, ofStyles, table = '']) =>
    ofStyles === undefined ? [...table.matchAll(/([\w.-]+)"?:"sha256/g)].map(([, id = '']) => id) : [],
  )
}

const scriptsOf = (group: ChunkGroup) => group.getFiles().filter((file) => file.endsWith('.js'))

/** Intersection of the sets. */
const shared = ([first, ...others]: readonly ReadonlySet<string>[]) =>
  [...(first ?? [])].filter((id) => others.every((set) => set.has(id)))

/**
 * Chunks that some path through the code loads before a script on this path has brought their hash; the browser would
 * load them without a check.
 */
export function unhashedChunks(compilation: Compilation): string[] {
  const groups = [...compilation.chunkGroups]
  const held = new Map<string, string[]>()
  const heldBy = (file: string) => {
    const known = held.get(file) ?? hashesIn(String(compilation.getAsset(file)?.source.source() ?? ''))
    held.set(file, known)
    return known
  }
  const own = new Map(groups.map((group) => [group, new Set(scriptsOf(group).flatMap(heldBy))]))
  const known = new Map(own)
  // Hashes on all paths to a group are passed on to its children, until nothing changes.
  for (let size = -1, next = 0; size !== next;) {
    size = next
    for (const [group, hashes] of own) {
      const before = group.getParents().flatMap((parent) => known.get(parent) ?? [])
      known.set(group, new Set([...hashes, ...shared(before)]))
    }
    next = [...known.values()].reduce((sum, hashes) => sum + hashes.size, 0)
  }
  const atStart = new Set([...compilation.entrypoints.values()].flatMap((entry) => scriptsOf(entry).flatMap(heldBy)))
  return groups.flatMap((group) =>
    group.getParents().flatMap((parent) => {
      // A remote's own library is loaded together with its page, before the hashes of the page arrive.
      const isOwnLibrary = group.origins.some(({ module }) => module?.type === 'consume-shared-module')
      const there = isOwnLibrary ? atStart : known.get(parent)
      const names = group.chunks.filter(
        (chunk) =>
          [...chunk.files].some((file) => file.endsWith('.js')) &&
          !parent.chunks.some(({ id }) => id === chunk.id) &&
          !there?.has(String(chunk.id)),
      )
      return names.map(({ id }) => `${scriptsOf(parent).join(' ')} asks for ${id}`)
    }),
  )
}
