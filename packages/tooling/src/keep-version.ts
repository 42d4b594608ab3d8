/**
 * `npm run keep-version -- VERSION [COMMIT]`: keeps a version for tests of later ones, and tags the commit. The service
 * is kept as its sources (packages/service/versions/VERSION.tar.br), without tests, drills and benchmarks; shell and
 * remotes as releases built from that commit (packages/release/versions/VERSION/). An existing version is not
 * overwritten.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { cac } from 'cac'
import { root } from './test/program.ts'

/** The service and the packages of this workspace that it imports. */
const packages = ['service', 'contract', 'iv', 'series', 'time'].map((name) => `packages/${name}`)
const leftOut = ['*.test.ts', '*.test.tsx', '*/src/testing/*', '*/drill/*', '*/bench/*', '*/fixtures/*', '*/versions/*']

const run = (command: string, args: readonly string[], cwd = root) => execFileSync(command, args, { cwd, stdio: 'inherit' }) // prettier-ignore
const textOf = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** A kept version is never overwritten: tests rely on it. */
function isKept(path: string): boolean {
  const kept = existsSync(path)
  console.log(`${relative(root, path)} ${kept ? 'is kept already' : '…'}`)
  return kept
}

function keepService(version: string, commit: string): void {
  const file = join(root, `packages/service/versions/${version}.tar.br`)
  if (isKept(file)) return
  const paths = [...packages, ...leftOut.map((pattern) => `:!${pattern}`)]
  const tar = execFileSync('git', ['archive', '--format=tar', commit, '--', ...paths], {
    cwd: root,
    maxBuffer: 2 ** 28,
  })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, brotliCompressSync(tar, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }))
}

/** Builds with that commit's code and lockfile in a copy of the repository; packs with the present code. */
function keepReleases(version: string, commit: string): void {
  const kept = join(root, 'packages/release/versions', version)
  if (isKept(kept)) return
  const copy = mkdtempSync(join(tmpdir(), 'keep-version-'))
  const data = join(copy, '.helioport')
  try {
    run('git', ['clone', '--quiet', '--shared', root, copy])
    run('git', ['checkout', '--quiet', commit], copy)
    run('npm', ['run', '--silent', 'release', '--', 'publish', 'all', '--init', '--data', data], copy)
    const pack = ['pack', 'all', '--small', '--data', data, '--to', kept]
    run(process.execPath, [join(root, 'packages/release/src/cli.ts'), ...pack])
  } finally {
    rmSync(copy, { recursive: true })
  }
}

function tag(version: string, commit: string): void {
  const name = `v${version}`
  if (textOf('tag', '--list', name) !== '')
    console.log(`${name} is ${textOf('rev-parse', '--short', `${name}^{commit}`)} already`) // prettier-ignore
  else run('git', ['tag', '--annotate', '--message', `Helioport ${version}`, name, commit])
}

function keep(version: string, commit = 'HEAD'): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`a version is three numbers, as 1.2.3: ${version}`)
  keepService(version, commit)
  keepReleases(version, commit)
  tag(version, commit)
}

const cli = cac('npm run keep-version --')
cli.command('<version> [commit]', 'Keep service and releases of a version for tests of later ones, and tag it').action(keep) // prettier-ignore
cli.help()
try {
  cli.parse(process.argv, { run: false })
  await cli.runMatchedCommand()
} catch (error) {
  process.stderr.write(`keep-version: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
