import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decode } from '@jridgewell/sourcemap-codec'
import type { Release } from '@helioport/contract/release'
import { satisfies } from 'semver'
import type { Layout } from '../store/layout.ts'
import { listed } from './violation.ts'

/** A library that a remote brings with it. */
export interface OwnLibrary {
  name: string
  /** Undefined if the source map does not contain it. */
  version: string | undefined
  /** After brotli: its share of each script's bytes, estimated by length of code. */
  bytes: number
}

/** Package of the innermost `node_modules` in a path. Without `^` the pattern would be tried at every character. */
export const packageOf = (path: string): string | undefined => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
const versionIn = /\/\.pnpm\/(?:@[^/+]+\+)?[^/@]+@(\d[^/_(]*)/
/** The portal's own packages, including the `Temporal` polyfill of its calendar, and helpers that the bundler adds. */
const isOfPortal = (name: string) =>
  /^(?:@(?:helioport|module-federation|swc)\/|temporal-(?:polyfill|utils)$)/.test(name)

interface SourceMap {
  sources: string[]
  mappings: string
}

/** Characters of a script by index of the source they come from. */
function lengthsOf(code: string, mappings: string): Map<number, number> {
  const lengths = new Map<number, number>()
  const lines = code.split('\n')
  for (const [at, segments] of decode(mappings).entries()) {
    const length = lines[at]?.length ?? 0
    for (const [i, segment] of segments.entries()) {
      const [column, source] = segment
      const end = Math.min(segments[i + 1]?.[0] ?? length, length)
      if (source !== undefined && end > column) lengths.set(source, (lengths.get(source) ?? 0) + end - column)
    }
  }
  return lengths
}

async function librariesIn(folder: string, file: string, brotliBytes: number): Promise<OwnLibrary[]> {
  const text = await readFile(join(folder, `${file}.map`), 'utf8').catch(() => '')
  if (!text.includes('node_modules')) return []
  const code = await readFile(join(folder, file), 'utf8').catch(() => '')
  let map: SourceMap
  try {
    map = JSON.parse(text) as SourceMap
  } catch {
    return []
  }
  const found = new Map<string, OwnLibrary>()
  for (const [source, length] of lengthsOf(code, map.mappings)) {
    const path = map.sources[source] ?? ''
    const name = packageOf(path)
    if (name === undefined || isOfPortal(name)) continue
    const known = found.get(name) ?? { name, version: versionIn.exec(path)?.[1], bytes: 0 }
    found.set(name, { ...known, bytes: known.bytes + (length / Math.max(code.length, 1)) * brotliBytes })
  }
  return [...found.values()]
}

/** Libraries that a remote brings, by script, according to the source maps. */
export async function librariesByScript(layout: Layout, release: Release): Promise<Map<string, OwnLibrary[]>> {
  const folder = layout.release(release.name, release.release)
  const scripts = Object.entries(release.files).filter(([file]) => file.endsWith('.js'))
  const found = await Promise.all(scripts.map(async ([file, { brotliBytes }]) => [file, await librariesIn(folder, file, brotliBytes)] as const)) // prettier-ignore
  return new Map(found)
}

/** All of them, the heaviest first. */
export function ownLibraries(byScript: ReadonlyMap<string, readonly OwnLibrary[]>): OwnLibrary[] {
  const all = new Map<string, OwnLibrary>()
  for (const library of [...byScript.values()].flat()) {
    const known = all.get(library.name)
    all.set(library.name, { ...library, bytes: library.bytes + (known?.bytes ?? 0) })
  }
  return [...all.values()]
    .map((library) => ({ ...library, bytes: Math.ceil(library.bytes) }))
    .toSorted((a, b) => b.bytes - a.bytes)
}

/** Lines for people about the libraries that a remote brings and those of the shell; empty if there are none. */
export async function libraryLines(layout: Layout, release: Release, shell: Release | undefined): Promise<string[]> {
  if (release.name === 'shell') return []
  const own = ownLibraries(await librariesByScript(layout, release))
  const chosen = Object.entries(release.uses?.libraries ?? {}).map(([name, range]) => {
    const given = shell?.provides?.shares[name]?.version
    return given !== undefined && satisfies(given, range)
      ? `${name} ${range} is the shell's, ${given}`
      : `${name} ${range} is its own: the shell has ${given ?? 'none'}`
  })
  if (own.length === 0) return chosen
  const sum = own.reduce((bytes, library) => bytes + library.bytes, 0)
  const names = own.map(({ name, version, bytes }) => `${name}${version === undefined ? '' : ` ${version}`} (${bytes})`)
  return [...chosen, `libraries of its own: ${sum} bytes after brotli, in ${listed(names)}`]
}
