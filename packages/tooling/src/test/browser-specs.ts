import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { paths } from '@helioport/contract'

/** A spec, with the text of all files of e2e that it imports. */
export interface Spec {
  /** Path as Playwright prints it: `portal/stations.spec.ts`. */
  file: string
  text: string
}

const importsIn = (text: string) => [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path]) => path ?? '')

/** The text of a file and of its relative imports. */
function textWithImports(file: string, seen = new Set<string>()): string {
  if (seen.has(file)) return ''
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  return [text, ...importsIn(text).map((path) => textWithImports(resolve(dirname(file), path), seen))].join('\n')
}

/** All specs below `e2e/src`. */
export function specsBelow(folder: string): Spec[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .toSorted()
    .map((file) => ({ file: relative(folder, join(folder, file)), text: textWithImports(join(folder, file)) }))
}

export interface Part {
  /** Folder: `mfe-record`. */
  folder: string
  /** First segments of its paths: `/record`. Empty for the shell. */
  prefixes: readonly string[]
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

type Build = (...words: readonly string[]) => string

/** Names in the contract's `paths` of links below a prefix: `record` for `/record`. */
function linksBelow(prefixes: readonly string[]): string[] {
  const isBelow = (path: string) => prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  return Object.entries(paths as Record<string, Build>)
    .filter(([, build]) => isBelow(build('x', 'x', 'x')))
    .map(([name]) => name)
}

/** Matches the text of specs about this remote: one of its paths, a link to one, its name as a part, or its folder. */
function signsOf({ folder, prefixes }: Part): RegExp {
  const name = escape(folder.replace(/^mfe-/, ''))
  return new RegExp(
    [
      ...prefixes.map((prefix) => `['"\`#]${escape(prefix)}(?![\\w-])`),
      ...linksBelow(prefixes).map((link) => `paths\\.${link}\\(`),
      `['"\`]${name}['"\`]|/r/${name}\\b`,
      escape(folder),
    ].join('|'),
  )
}

/** Specs about these parts; every spec concerns the shell. */
export function specsAbout(parts: readonly Part[], specs: readonly Spec[]): string[] {
  const isAbout = (text: string) => parts.some((part) => part.folder === 'shell' || signsOf(part).test(text))
  return specs.filter(({ text }) => isAbout(text)).map(({ file }) => file)
}

/**
 * The specs that fit into `seconds` together, shortest first, so that as many as possible run; a spec without a known
 * time counts as `unknownSeconds`.
 */
export function specsInTime(
  specs: readonly string[],
  known: ReadonlyMap<string, number>,
  seconds: number,
  unknownSeconds = 15,
): string[] {
  const timeOf = (spec: string) => known.get(spec) ?? unknownSeconds
  const fitting: string[] = []
  let left = seconds
  for (const spec of specs.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    if (timeOf(spec) > left) break
    left -= timeOf(spec)
    fitting.push(spec)
  }
  return fitting
}
