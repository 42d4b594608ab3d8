import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Provenance } from '../store/provenance.ts'

/** Commits that are kept with a release: what came since the one before is told of them. */
const recentCommits = 40
/** Files beside the sources that say what is compiled in. */
const alsoRead = ['pnpm-lock.yaml', 'pnpm-workspace.yaml']

/**
 * Which commit the files of a part are of, and which of them are not: changed since, or in no commit. All is null where the
 * folder is no git repository, or has no commit. `files`: relative to the root.
 */
export async function madeFrom(root: string, files: readonly string[]): Promise<Omit<Provenance, 'texts'>> {
  // On a server the folder is not of who builds: git reads that of another only where it is told so.
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
