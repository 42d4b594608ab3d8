import { createHash } from 'node:crypto'
import type { Release, ReleaseTypes } from '@helioport/contract/release'
import type { Layout } from '../../store/layout.ts'
import { readTypes } from '../../store/release-types.ts'
import { readable } from '../../store/readable.ts'
import { liveOf } from '../live.ts'
import { type Violation, violation } from '../violation.ts'
import { compileAgainst } from './compile.ts'

/** Number of objections that are reported per remote. */
const told = 8
/** Limit of remembered results: the next preview, promote or rollback reuses them. */
const remembered = 100
const known = new Map<string, Promise<TypeFindings>>()

type Packages = NonNullable<ReleaseTypes['packages']>

async function compiled(packages: Packages, { sources }: ReleaseTypes): Promise<string[]> {
  if (sources === undefined) return []
  const found = await compileAgainst(packages, sources)
  if ('ended' in found) return [`compiling it ${found.ended}`]
  return found.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`)
}

/** Type check of a remote against a shell. */
export interface TypeFindings {
  /** Compiler errors. */
  objections: string[]
  /** New members of reply unions since the remote was built, which it shows without a text of its own. */
  unnamed: string[]
}

const cut = (texts: readonly string[]) =>
  texts.length > told ? [...texts.slice(0, told), `and ${texts.length - told} more`] : [...texts]

/**
 * Compiler errors of a remote with these packages that it does not have with the packages of its build. A union in a
 * reply may have gained a member: a remote that has a text per member (`mailKind.report`, …) has none for the new one,
 * and the shell's `useText` shows a text instead. Elsewhere, as in a table of all members or an exhaustive `switch`,
 * nothing handles the new member: that is an objection.
 */
export async function typeFindings(packages: Packages, remote: ReleaseTypes): Promise<TypeFindings> {
  if (JSON.stringify(packages) === JSON.stringify(remote.packages)) return { objections: [], unnamed: [] }
  const all = await compiled(packages, remote)
  // The remote's own libraries have no types here: errors that come from that are not the shell's fault.
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

/** String literals that the declarations have and the former ones have not. */
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
  // A failed run is repeated at the next call.
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
 * Objections to releases by their types, one message per place: remotes are compiled with the packages of the shell,
 * whether the remote or the shell is new. A release without types is checked by names only (`fit.ts`). `say` gets
 * remarks for people that block nothing.
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
  // Sequentially: each compilation takes as much memory as a build.
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
