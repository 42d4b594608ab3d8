import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@helioport/contract/release'
import type { Layout } from '../store/layout.ts'
import { readChunk } from './at-start.ts'
import { type OwnLibrary, ownLibraries } from './libraries.ts'
import { listed, type Violation, violation } from './violation.ts'

/** Bytes after brotli. */
export const budgets = {
  /**
   * An entry has the glue of the federation run time and, per script of the remote, name and hash (60 bytes); no other
   * code.
   */
  entry: 17_408,
  /** What a person waits for: entry, exposed module, page, all that it loads at once, styles, texts of one language. */
  page: 49_152,
  /** A script that a page loads later. */
  part: 32_768,
  /**
   * All libraries of the remote's own together (another major of G2, its own antd). `part` does not count their code.
   */
  libraries: 393_216,
  /** A worker's script, with its dependencies in one file; the screen does not wait for it. */
  worker: 65_536,
  /** The first files of the shell, with the texts of one language. */
  shell: 262_144,
} as const

/** By script: the scripts that it loads as soon as it runs, found in its code. */
export type AskedAtStart = ReadonlyMap<string, readonly string[]>

/** Reads the scripts of a remote. Not needed for the shell: its build lists its first files. */
export async function readAskedAtStart(layout: Layout, release: Release): Promise<AskedAtStart> {
  const scripts = Object.keys(release.files).filter((file) => file.endsWith('.js'))
  const read = await Promise.all(
    scripts.map(async (file) => {
      const path = join(layout.release(release.name, release.release), file)
      return [file, readChunk(await readFile(path, 'utf8').catch(() => ''))] as const
    }),
  )
  const fileOf = new Map(read.flatMap(([file, chunk]) => chunk?.ids.map((id) => [id, file] as const) ?? []))
  return new Map(read.map(([file, chunk]) => [file, [...(chunk?.atStart ?? [])].flatMap((id) => fileOf.get(id) ?? [])]))
}

/** The files and all that they load at once, transitively. */
function withAsked(files: readonly string[], asked: AskedAtStart): Set<string> {
  const all = new Set(files)
  // A Set's iteration also visits entries that are added meanwhile.
  for (const file of all) for (const further of asked.get(file) ?? []) all.add(further)
  return all
}

export function sizeViolations(
  release: Release,
  asked: AskedAtStart = new Map(),
  libraries: ReadonlyMap<string, readonly OwnLibrary[]> = new Map(),
): Violation[] {
  const { files, preload, entry } = release
  const bytes = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + (files[name]?.brotliBytes ?? 0), 0)
  const texts = Math.max(0, ...Object.values(preload.locales).map(bytes))
  const found: Violation[] = []
  const hold = (what: string, size: number, limit: number) => {
    if (size > limit) found.push(violation('size', `${what} has ${size} bytes after brotli, ${limit} are allowed`))
  }
  if (release.name === 'shell') {
    hold(
      'the first visit of the shell',
      bytes([...preload.always, ...Object.values(preload.pages).flat()]) + texts,
      budgets.shell,
    )
    return found
  }
  hold('the entry', files[entry]?.brotliBytes ?? Infinity, budgets.entry)
  const atStart = new Set<string>([...preload.always, ...Object.values(preload.locales).flat()])
  for (const [page, own] of Object.entries(preload.pages)) {
    const all = withAsked([...preload.always, ...own], asked)
    for (const file of all) atStart.add(file)
    hold(`the page ${page}`, bytes(all) + texts, budgets.page)
  }
  const sumOf = (all: readonly OwnLibrary[]) => Math.ceil(all.reduce((sum, library) => sum + library.bytes, 0))
  for (const [file, { brotliBytes }] of Object.entries(files)) {
    if (!file.endsWith('.js') || atStart.has(file)) continue
    const own = brotliBytes - sumOf(libraries.get(file) ?? [])
    hold(`the part ${file}`, own, file.startsWith('worker-') ? budgets.worker : budgets.part)
  }
  const brought = ownLibraries(libraries)
  hold(`${listed(brought.map(({ name }) => name))}, libraries of its own,`, sumOf(brought), budgets.libraries)
  return found
}
