import { execFileSync } from 'node:child_process'

/** A git command failed; the message is for the person who called it. */
export class NoBase extends Error {}

/**
 * Files of the working tree that differ from the branch's merge base with main, committed or not, including untracked
 * and deleted ones. `base`: another revision to compare with. Paths from the root.
 * @throws NoBase where there is no such revision
 */
export function changedFiles(root: string, base?: string): { since: string; files: string[] } {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  const revision = (name: string) => {
    try {
      return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
    } catch {
      return undefined
    }
  }
  const main = ['main', 'origin/main'].find((name) => revision(name) !== undefined)
  const named = base ?? main
  const found = named === undefined ? undefined : revision(named)
  if (found === undefined) throw new NoBase(`there is no revision ${named ?? 'main'}: name one with --base`)
  const since = base === undefined ? git('merge-base', found, 'HEAD') : found
  const lines = (text: string) => text.split('\0').filter((line) => line !== '')
  const differing = lines(git('diff', '--name-only', '--no-renames', '-z', since))
  const unknown = lines(git('ls-files', '--others', '--exclude-standard', '-z'))
  return { since, files: [...new Set([...differing, ...unknown])].toSorted() }
}
