import type { Comparison, Provenance } from '../store/provenance.ts'

/** Commit of a release as one line; names files that are in no commit. */
export function madeText({ commit, subject, dirty }: Pick<Provenance, 'commit' | 'subject' | 'dirty'>): string {
  if (commit === null) return 'sources of no known commit'
  const of = `${commit.slice(0, 10)} ${subject ?? ''}`.trim()
  if (dirty === null || dirty.length === 0) return of
  const more = dirty.length > 8 ? ` and ${dirty.length - 8} more` : ''
  return `${of}; NOT of that commit: ${dirty.slice(0, 8).join(', ')}${more}`
}

const counts = (
  what: string,
  { added = [], removed = [], changed = [] }: Partial<Record<'added' | 'removed' | 'changed', string[]>>,
) =>
  // prettier-ignore
  `${what} +${added.length} -${removed.length}${changed.length === 0 ? '' : ` ~${changed.length}`}`

/** Difference from the former release as one line. */
export function comparisonText({ with: before, files, bytes, routes, messages }: Comparison): string {
  const size = `${bytes < 0 ? '' : '+'}${(bytes / 1024).toFixed(1)} KB br`
  const texts = messages === null ? [] : [counts('texts', messages)]
  const named = [...routes.added.map((path) => `+${path}`), ...routes.removed.map((path) => `-${path}`)]
  const pages = named.length === 0 ? 'pages as before' : `pages ${named.join(' ')}`
  return [`against ${before}:`, `${counts('files', files)},`, `${size},`, pages, ...texts].join(' ')
}
