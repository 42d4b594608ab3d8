import type { Release } from '@helioport/contract/release'
import { type Violation, violation } from './violation.ts'

/** Bytes after brotli that a person waits for; what a page loads later does not count. */
export const budgets = {
  /** An entry carries the federation run time's glue and nothing else. */
  entry: 16_384,
  /** What a page of a remote takes of its own: entry, exposed module, page, styles, texts of one language. */
  page: 49_152,
  /** The first files of the shell, with the texts of one language. */
  shell: 262_144,
} as const

export function sizeViolations(release: Release): Violation[] {
  const { files, preload, entry } = release
  const bytes = (names: readonly string[]) => names.reduce((sum, name) => sum + (files[name]?.brotliBytes ?? 0), 0)
  const texts = Math.max(0, ...Object.values(preload.locales).map(bytes))
  const found: Violation[] = []
  const hold = (what: string, size: number, limit: number) => {
    if (size > limit) found.push(violation('size', `${what} has ${size} bytes after brotli, ${limit} are allowed`))
  }
  if (release.name === 'shell') {
    hold('the first visit of the shell', bytes(preload.always) + texts, budgets.shell)
    return found
  }
  hold('the entry', files[entry]?.brotliBytes ?? Infinity, budgets.entry)
  for (const [page, own] of Object.entries(preload.pages))
    hold(`the page ${page}`, bytes([...new Set([...preload.always, ...own])]) + texts, budgets.page)
  return found
}
