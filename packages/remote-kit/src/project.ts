import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { run } from './run.ts'
import type { Source } from './upload.ts'

/** The fields of the build's report that are read here. */
interface BuildReport {
  name: string
  release: string
  entry: string
  preload: { always: string[]; pages: Record<string, string[]> }
}

/** A program of an installed package of the project. */
export function programOf(root: string, name: string, program: string): string {
  const file = createRequire(join(root, 'package.json')).resolve(`${name}/package.json`)
  const { bin } = JSON.parse(readFileSync(file, 'utf8')) as { bin: string | Record<string, string> }
  const path = typeof bin === 'string' ? bin : bin[program]
  if (path === undefined) throw new Error(`${name} brings no ${program}`)
  return join(dirname(file), path)
}

/** A single checker: several would each evaluate the table of endpoints. */
export const checkTypes = (root: string): Promise<void> =>
  run(root, programOf(root, 'typescript', 'tsc'), ['-p', '.', '--checkers', '1'])

/**
 * Runs the remote's tests, compiled like the remote, each file in a process with a document and a double of the shell.
 */
export async function runTests(root: string, args: readonly string[] = []): Promise<void> {
  const output = join(root, 'node_modules/.cache/remote-test')
  await run(root, programOf(root, '@rspack/cli', 'rspack'), ['build', '--env', `tests=${output}`])
  const document = import.meta.resolve('@helioport/remote-kit/document')
  const files = readdirSync(output).filter((file) => file.endsWith('.test.cjs'))
  const tests = files.map((file) => join(output, file))
  await run(root, '--enable-source-maps', [
    '--import',
    document,
    '--test',
    '--test-force-exit',
    '--test-timeout=60000',
    ...args,
    ...tests,
  ])
}

/** Builds for production. */
export async function build(root: string): Promise<BuildReport> {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  await run(root, programOf(root, '@rspack/cli', 'rspack'), ['build', '--mode', 'production'])
  return JSON.parse(readFileSync(join(root, 'dist/build.json'), 'utf8')) as BuildReport
}

const kilobyte = 1024
/** Bytes after brotli; the same limits as in the host's gate. */
const budgets = { entry: 17 * kilobyte, page: 48 * kilobyte }

/** Files over these limits; the host's gate also counts files that pages load while they are rendered. */
export function overBudget(root: string, { entry, preload }: BuildReport): string[] {
  const sizeOf = (file: string) => brotliCompressSync(readFileSync(join(root, 'dist', file))).length
  const told = (what: string, size: number, most: number) => size > most ? [`${what}: ${size} bytes after brotli, ${most} are allowed`] : [] // prettier-ignore
  const pages = Object.entries(preload.pages).flatMap(([page, files]) => {
    const all = new Set([...preload.always, ...files])
    return told(
      `page ${page}`,
      [...all].reduce((sum, file) => sum + sizeOf(file), 0),
      budgets.page,
    )
  })
  return [...told(entry, sizeOf(entry), budgets.entry), ...pages]
}

/** The files of the build by path. */
export function builtFiles(root: string): Map<string, Buffer> {
  const dist = join(root, 'dist')
  const entries = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [relative(dist, path).split(sep).join('/'), readFileSync(path)]
    }),
  )
}

/** The lockfile of the installed packages. @throws Error if there is none */
export function lockfileOf(root: string): Buffer {
  const found = ['pnpm-lock.yaml', 'package-lock.json'].map((name) => join(root, name)).find((file) => existsSync(file))
  if (found === undefined) throw new Error('there is no lockfile: what was installed cannot be told')
  return readFileSync(found)
}

/** Commit and repository; removes a password from the repository's address. */
export function sourceOf(root: string): Source {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trimEnd() // prettier-ignore
  try {
    const recent = git('log', '-40', '--format=%H %s').split('\n').filter(Boolean).map((line) => ({ commit: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1).slice(0, 300) })) // prettier-ignore
    const { commit = null, subject = null } = recent[0] ?? {}
    const dirty = git('status', '--porcelain', '--untracked-files=all').split('\n').filter(Boolean).map((line) => line.slice(3)) // prettier-ignore
    return { repository: repositoryOf(git), commit, subject, recent, dirty: dirty.slice(0, 1_000) } // prettier-ignore
  } catch {
    return { repository: null, commit: null, subject: null, dirty: null }
  }
}

function repositoryOf(git: (...args: string[]) => string): string | null {
  try {
    return git('config', '--get', 'remote.origin.url')
      .replace(/^(\w+:\/\/)[^/@]*@/, '$1')
      .slice(0, 300)
  } catch {
    return null
  }
}
