import { createHash } from 'node:crypto'
import type { Release, ReleaseTypes } from '@helioport/contract/release'
import type { Layout } from '../../store/layout.ts'
import { readTypes } from '../../store/release-types.ts'
import { liveOf } from '../live.ts'
import { type Violation, violation } from '../violation.ts'
import { compileAgainst } from './compile.ts'

/** Objections that are told of one remote; the first ones say enough. */
const told = 8
/** What was compiled is known for the next preview, promote, rollback. */
const remembered = 100
const known = new Map<string, Promise<string[]>>()

type Packages = NonNullable<ReleaseTypes['packages']>

async function compiled(packages: Packages, { sources }: ReleaseTypes): Promise<string[]> {
  if (sources === undefined) return []
  const found = await compileAgainst(packages, sources)
  if ('ended' in found) return [`compiling it ${found.ended}`]
  return found.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`)
}

/** What a remote has against these packages, and had nothing of against those that it was built with. */
export async function typeObjections(packages: Packages, remote: ReleaseTypes): Promise<string[]> {
  if (JSON.stringify(packages) === JSON.stringify(remote.packages)) return []
  const all = await compiled(packages, remote)
  // What it brings itself has no types here: what follows from that is not the shell's matter.
  const before = new Set(all.length > 0 && remote.packages !== undefined ? await compiled(remote.packages, remote) : [])
  const found = all.filter((text) => !before.has(text))
  return found.length > told ? [...found.slice(0, told), `and ${found.length - told} more`] : found
}

function remember(key: string, work: () => Promise<string[]>): Promise<string[]> {
  const before = known.get(key)
  if (before !== undefined) return before
  const begun = work()
  known.set(key, begun)
  // What failed is tried again.
  begun.catch(() => known.delete(key))
  const [oldest] = known.keys()
  if (known.size > remembered && oldest !== undefined) known.delete(oldest)
  return begun
}

/** Each release's own types, and one hash of them. */
async function typesOf(layout: Layout, { name, release }: Release) {
  const types = await readTypes(layout, name, release).catch(() => undefined)
  return {
    types,
    hash: createHash('sha256')
      .update(JSON.stringify(types ?? null))
      .digest('hex'),
  }
}

/**
 * What speaks against releases by their types, one message for each place: remotes are compiled against what the shell
 * provides, whichever of both is new. What says nothing of its types is held to names alone (`fit.ts`).
 */
export async function typeViolations(
  layout: Layout,
  releases: readonly Release[],
): Promise<(Violation & { release: Release })[]> {
  const { shell, remotes } = await liveOf(layout, releases)
  if (shell === undefined) return []
  const { types: given, hash } = await typesOf(layout, shell)
  const packages = given?.packages
  if (packages === undefined) return []
  const newShell = releases.find(({ name }) => name === 'shell')
  const held = newShell === undefined ? releases : [...remotes.values()].flat()
  const found: (Violation & { release: Release })[] = []
  // One after the other: each takes as much memory as a build.
  for (const remote of held) {
    const own = await typesOf(layout, remote)
    const { types } = own
    if (types?.sources === undefined) continue
    const objections = await remember(`${hash} ${own.hash}`, () => typeObjections(packages, types))
    const about = releases.find((one) => one === remote) ?? newShell ?? remote
    for (const text of objections)
      found.push({ ...violation('contract-type', `${remote.name}: ${text}`), release: about })
  }
  return found
}
