import { createHash } from 'node:crypto'
import type { Release, ReleaseTypes } from '@helioport/contract/release'
import type { Layout } from '../../store/layout.ts'
import { readTypes } from '../../store/release-types.ts'
import { readable } from '../../store/readable.ts'
import { liveOf } from '../live.ts'
import { type Violation, violation } from '../violation.ts'
import { compileAgainst } from './compile.ts'

/** Objections that are told of one remote; the first ones say enough. */
const told = 8
/** What was compiled is known for the next preview, promote, rollback. */
const remembered = 100
const known = new Map<string, Promise<TypeFindings>>()

type Packages = NonNullable<ReleaseTypes['packages']>

async function compiled(packages: Packages, { sources }: ReleaseTypes): Promise<string[]> {
  if (sources === undefined) return []
  const found = await compileAgainst(packages, sources)
  if ('ended' in found) return [`compiling it ${found.ended}`]
  return found.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`)
}

/** What a remote has against a shell by its types. */
export interface TypeFindings {
  /** What does not compile. */
  objections: string[]
  /** Members that unions of replies were given since it was built, and that it shows without a text of its own. */
  unnamed: string[]
}

const cut = (texts: readonly string[]) =>
  texts.length > told ? [...texts.slice(0, told), `and ${texts.length - told} more`] : [...texts]

/**
 * What a remote has against these packages, and had nothing of against those that it was built with. A reply may have one
 * more kind of something: a remote that has a text for each kind (`mailKind.report`, …) lacks that of the new one, and the
 * shell's own `useText` names it. Wherever else a remote counts on knowing all members, in a table or to the end of a
 * `switch`, nothing answers for the new one, and it does not fit.
 */
export async function typeFindings(packages: Packages, remote: ReleaseTypes): Promise<TypeFindings> {
  if (JSON.stringify(packages) === JSON.stringify(remote.packages)) return { objections: [], unnamed: [] }
  const all = await compiled(packages, remote)
  // What it brings itself has no types here: what follows from that is not the shell's matter.
  const before = new Set(all.length > 0 && remote.packages !== undefined ? await compiled(remote.packages, remote) : [])
  const found = all.filter((text) => !before.has(text))
  const members = membersSince(packages, remote.packages ?? {})
  // `mailKind.report`, `is.mqtt.away`: the name of the table, then that of the member, which may have parts as well.
  const isUnnamed = (text: string) => {
    const [first = '', ...rest] = / '"([^'"]+)"' is not assignable to (?:parameter of )?type 'MessageKey</.exec(text)?.[1]?.split('.') ?? [] // prettier-ignore
    return rest.length === 0 ? members.has(first) : rest.some((_, from) => members.has(rest.slice(from).join('.')))
  }
  return { objections: cut(found.filter((text) => !isUnnamed(text))), unnamed: cut(found.filter(isUnnamed)) }
}

/** Literals that declarations have and those before had not. */
function membersSince(packages: Packages, before: Packages): Set<string> {
  const literals = (declared: Packages) => Object.values(declared).flatMap(({ files }) => Object.values(files).flatMap((text) => [...text.matchAll(/"([\w.-]+)"|'([\w.-]+)'/g)].map(([, one, other]) => one ?? other ?? ''))) // prettier-ignore
  const known = new Set(literals(before))
  return new Set(literals(packages).filter((literal) => !known.has(literal)))
}

function remember(key: string, work: () => Promise<TypeFindings>): Promise<TypeFindings> {
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
 * provides, whichever of both is new. What says nothing of its types is held to names alone (`fit.ts`). `say` is told what
 * a person should know and what keeps nothing back.
 */
export async function typeViolations(
  layout: Layout,
  releases: readonly Release[],
  say: (line: string) => void = () => {},
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
    const { objections, unnamed } = await remember(`${hash} ${own.hash}`, () => typeFindings(packages, types))
    const about = releases.find((one) => one === remote) ?? newShell ?? remote
    for (const text of objections)
      found.push({ ...violation('contract-type', `${remote.name}: ${text}`), release: about })
    for (const text of unnamed) say(readable(`${remote.name}: the shell names what it has no text for: ${text}`))
  }
  return found
}
