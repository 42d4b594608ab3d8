import { readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { paths } from '@helioport/contract'
import type { ReleaseUses } from '@helioport/contract/release'
import { rangesOf } from './ranges.ts'
import { ownMessages, sharedMessages } from './shared-messages.ts'

const imports = /(?:^|[^\w$.])import\s+(?!type\b)([\w$*{}\s,]+?)\s+from\s*['"]([^'"]+)['"]/g

/** Names that an import clause takes by value: `a, { b as c, type D }` -> default, b; `* as all` -> nothing known. */
function importedNames(clause: string): string[] {
  const list = /\{([^}]*)\}/.exec(clause)?.[1] ?? ''
  const first = clause.replace(/\{[^}]*\}/, '').replace(',', '').trim() // prettier-ignore
  const named = list.split(',').map((item) => item.trim().split(/\s+as\s+/)[0] ?? '')
  const isDefault = /^[\w$]+$/.test(first)
  return [...(isDefault ? ['default'] : []), ...named.filter((name) => name !== '' && !name.startsWith('type '))]
}

/** Namespaces of shared texts that a file asks for: `useText()` is common. */
function namespacesIn(source: string): Set<string> {
  const calls = source.matchAll(/\b(?:useText|textOf)\(\s*(?:'([\w-]+)')?/g)
  return new Set([...calls].map(([, name]) => name ?? 'common'))
}

/** Keys that stand in a file: whole ones in quotes, and all that a template such as \`period.${value}\` may name. */
function keysIn(source: string, keys: readonly string[]): string[] {
  const literals = new Set([...source.matchAll(/'([^'\n]+)'|"([^"\n]+)"/g)].map(([, a, b]) => a ?? b ?? ''))
  const heads = [...source.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, head]) => head ?? '')
  return keys.filter((key) => literals.has(key) || heads.some((head) => key.startsWith(head)))
}

/** Targets of `paths.x(…)`: a literal first argument counts as it is, everything else is a parameter. */
function linksIn(source: string): string[] {
  const builders: Readonly<Record<string, (...parts: never[]) => string>> = paths
  return [...source.matchAll(/\bpaths\.(\w+)\(\s*(?:'([\w-]+)')?/g)].flatMap(([, name = '', first = 'x']) => {
    const build = builders[name] as ((...parts: string[]) => string) | undefined
    return build === undefined ? [] : [build(first, 'x', 'x')]
  })
}

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1))
const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** Paths that links of the shell's own pages lead to. */
export function linksOf(folder: string, files: Iterable<string>): string[] {
  const sources = [...files].filter((file) => /\.tsx?$/.test(file) && file.startsWith(folder + sep))
  return sorted(sources.flatMap((file) => linksIn(readFileSync(file, 'utf8'))))
}

/**
 * What a remote takes of the shell and of other remotes, read from its own sources: names, not types, and rather too
 * much than too little (a key of a shared text counts where the file asks for that namespace). `consumed`: shares that
 * its chunks hold, those of JSX among them.
 */
export async function usesOf(
  root: string,
  folder: string,
  files: Iterable<string>,
  shares: readonly string[],
  consumed: readonly string[],
): Promise<ReleaseUses> {
  const [shared, own] = await Promise.all([sharedMessages(root), ownMessages(folder)])
  const ranges = rangesOf(root, folder, shares)
  const exports = new Map(consumed.map((name): [string, string[]] => [name, []]))
  const messages = new Map<string, string[]>()
  const links: string[] = []
  for (const file of files) {
    if (!/\.tsx?$/.test(file) || !file.startsWith(folder + sep)) continue
    const source = readFileSync(file, 'utf8')
    for (const [, clause = '', from = ''] of source.matchAll(imports)) {
      if (shares.includes(from)) exports.set(from, [...(exports.get(from) ?? []), ...importedNames(clause)])
    }
    const asked = namespacesIn(source)
    for (const [name, keys] of Object.entries(shared)) {
      const foreign = asked.has(name) ? keysIn(source, keys).filter((key) => !own.has(key) || asked.size === 1) : []
      if (foreign.length > 0) messages.set(name, [...(messages.get(name) ?? []), ...foreign])
    }
    links.push(...linksIn(source))
  }
  return {
    shares: Object.fromEntries(
      [...exports]
        .toSorted(byName)
        .map(([name, names]) => [name, { range: ranges[name] ?? '*', exports: sorted(names) }]),
    ),
    messages: Object.fromEntries([...messages].toSorted(byName).map(([name, keys]) => [name, sorted(keys)])),
    links: sorted(links),
  }
}
