import { sep } from 'node:path'
import { paths } from '@helioport/contract'
import type { ReleaseUses } from '@helioport/contract/release'
import { type CodeProgram, readProgram } from './code/program.ts'
import { anyMember, writtenText } from './code/syntax.ts'
import { textsIn, type WrittenTexts } from './code/texts.ts'
import type { Use } from './code/uses.ts'
import { librariesOf, rangesOf } from './ranges.ts'
import { ownMessages, sharedMessages } from './shared-messages.ts'

const contract = '@helioport/contract'
const i18n = '@helioport/i18n'

type Builder = (...parts: string[]) => string
const builders = new Map(Object.entries(paths as Readonly<Record<string, Builder>>))

/** Link targets of one use of `paths`: a literal first argument is kept, all other arguments become placeholders. */
function linksOfUse({ value: { from, members }, call, escapes }: Use): string[] {
  if (from !== contract || (members[0] !== 'paths' && members.length > 0)) return []
  if (members.length < 2 && !escapes) return []
  const [, name = anyMember] = members
  const first = members.length === 2 ? writtenText(call?.[0]) : undefined
  const meant = name === anyMember ? [...builders.values()] : [builders.get(name) ?? []].flat()
  return meant.map((build) => build(first === undefined || first === '' ? 'x' : first, 'x', 'x'))
}

/** Paths that are written as literals, without `paths`: `'/station/list'`. */
const linksInTexts = ({ whole }: WrittenTexts) =>
  [...whole].filter((text) => /^(?:\/[a-zA-Z][\w-]*)+$/.test(text) && !/^\/(?:api|r|releases)\//.test(text))

/** Functions whose first argument is a namespace of texts, with their default namespace. */
const textFunctions = new Map<string, string | undefined>([
  ['useText', 'common'],
  ['textOf', undefined],
])

/** Namespaces of shared texts that a use reads; all of them if the namespace is not a literal. */
function namespacesOfUse({ value: { from, members }, call, escapes }: Use, all: readonly string[]): string[] {
  const [name = anyMember, ...rest] = members
  if (from !== i18n || !(textFunctions.has(name) || name === anyMember)) return []
  if (call === undefined) return escapes || name === anyMember ? [...all] : []
  if (rest.length > 0) return [...all]
  const written = call.length === 0 ? textFunctions.get(name) : writtenText(call[0])
  return written === undefined ? [...all] : [written]
}

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1))
const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/**
 * Reads the sources of a part together. Files of the contract are left out: they define paths and texts and do not use
 * them. @throws Error where a source cannot be parsed
 */
export function readSources(root: string, files: Iterable<string>, shares: readonly string[]): CodeProgram {
  const ofContract = `${root}${sep}packages${sep}contract${sep}`
  const own = [...files].filter((file) => !file.startsWith(ofContract))
  return readProgram(root, own, new Set([...shares, contract]))
}

/** Target paths of the links of a part. */
export function linksOf(program: CodeProgram): string[] {
  return sorted(
    program.modules.flatMap((module) => [
      ...program.uses(module).flatMap(linksOfUse),
      ...linksInTexts(textsIn(module)),
    ]),
  )
}

/** Used exports by shared module; a module that escapes as a whole counts with all its current exports. */
export function exportsTaken(program: CodeProgram, shares: ReadonlySet<string>): Map<string, Set<string>> {
  const taken = new Map<string, Set<string>>()
  for (const module of program.modules) {
    for (const { value, escapes } of program.uses(module)) {
      if (!shares.has(value.from)) continue
      const [name] = value.members
      const isWhole = name === anyMember || (name === undefined && escapes)
      const names = isWhole ? (program.exportsOf(value.from) ?? [anyMember]) : name === undefined ? [] : [name]
      const known = taken.get(value.from) ?? new Set()
      taken.set(value.from, known)
      for (const one of names) known.add(one)
    }
  }
  return taken
}

export interface TextKeys {
  /** Keys of the shared texts by namespace. */
  shared: Readonly<Record<string, readonly string[]>>
  /** Keys of the remote's own texts. */
  own: ReadonlySet<string>
}

/**
 * Used keys of shared texts, by namespace. A key counts if it is written anywhere in the remote: variables are not
 * followed. A key that the remote's own texts have too counts only in files that read this one namespace.
 */
export function keysTaken(program: CodeProgram, { shared, own }: TextKeys): Map<string, Set<string>> {
  const all = Object.keys(shared)
  const files = program.modules.map((module) => {
    const asked = new Set(program.uses(module).flatMap((use) => namespacesOfUse(use, all)))
    return { asked, texts: textsIn(module) }
  })
  const askedAnywhere = new Set(files.flatMap(({ asked }) => [...asked]))
  const taken = new Map<string, Set<string>>()
  for (const name of all.filter((one) => askedAnywhere.has(one))) {
    for (const { asked, texts } of files) {
      const isAlone = asked.size === 1 && asked.has(name)
      const isMeant = (key: string) => texts.whole.has(key) || texts.patterns.some((pattern) => pattern.test(key))
      const keys = (shared[name] ?? []).filter((key) => (isAlone || !own.has(key)) && isMeant(key))
      if (keys.length > 0) taken.set(name, new Set([...(taken.get(name) ?? []), ...keys]))
    }
  }
  return taken
}

/**
 * What a remote uses of the shell and of other remotes, read from its compiled sources: names, not types, and too many
 * rather than too few. `consumed`: shares in its chunks, including those that JSX needs.
 */
export async function usesOf(
  root: string,
  folder: string,
  program: CodeProgram,
  shares: readonly string[],
  consumed: readonly string[],
): Promise<ReleaseUses> {
  const [shared, own] = await Promise.all([sharedMessages(root), ownMessages(folder)])
  const ranges = rangesOf(root, folder, shares)
  const exports = exportsTaken(program, new Set(shares))
  for (const name of consumed) if (!exports.has(name)) exports.set(name, new Set())
  const libraries = librariesOf(root, folder)
  return {
    shares: Object.fromEntries(
      [...exports]
        .toSorted(byName)
        .map(([name, names]) => [name, { range: ranges[name] ?? '*', exports: sorted(names) }]),
    ),
    ...(Object.keys(libraries).length === 0 ? {} : { libraries }),
    messages: Object.fromEntries(
      [...keysTaken(program, { shared, own })].toSorted(byName).map(([name, keys]) => [name, sorted(keys)]),
    ),
    links: linksOf(program),
  }
}
