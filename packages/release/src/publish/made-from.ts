import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Provenance } from '../store/provenance.ts'

/** Number of commits that are kept with a release: a comparison lists those since the former release. */
const recentCommits = 40
/** Files outside the sources that decide which versions are compiled in. */
const alsoRead = ['pnpm-lock.yaml', 'pnpm-workspace.yaml']

/**
 * The commit of a part's files, and the files that are not in it: changed since, or untracked. All null if the
 * folder is no git repository, or has no commit. `files`: relative to the root.
 */
export async function madeFrom(root: string, files: readonly string[]): Promise<Omit<Provenance, 'texts'>> {
  // On a server another user may own the folder: git then refuses it without this option.
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', ['-c', 'safe.directory=*', ...args], { cwd: root, maxBuffer: 64 * 1024 * 1024 }))
      .stdout
  try {
    const [about, tracked, changed] = await Promise.all([
      git('log', `-${recentCommits}`, '--format=%H %s'),
      git('ls-files', '-z'),
      git('diff', '--name-only', '--relative', '-z', 'HEAD'),
    ])
    const recent = about.split('\n').filter(Boolean).map((line) => ({ commit: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) })) // prettier-ignore
    const { commit = null, subject = null } = recent[0] ?? {}
    const known = new Set(tracked.split('\0'))
    const touched = new Set(changed.split('\0'))
    const read = [...files, ...alsoRead.filter((file) => known.has(file))]
    const dirty = read.filter((file) => touched.has(file) || !known.has(file))
    return { commit, subject, recent, dirty: dirty.toSorted() }
  } catch {
    return { commit: null, subject: null, dirty: null }
  }
}
