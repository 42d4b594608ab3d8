/**
 * `npm run keep-service -- VERSION [COMMIT]`: the service's sources of a version, as packages/service/versions/VERSION.tar.br,
 * which tests run beside the service of now. Tests, drills and benchmarks are left out.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { cac } from 'cac'
import { root } from './test/program.ts'

/** The service and the packages of this workspace that it imports. */
const packages = ['service', 'contract', 'iv', 'series', 'time'].map((name) => `packages/${name}`)
const leftOut = ['*.test.ts', '*.test.tsx', '*/src/testing/*', '*/drill/*', '*/bench/*', '*/fixtures/*', '*/versions/*']

function keep(version: string, commit = 'HEAD'): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`a version is three numbers, as 1.2.3: ${version}`)
  const file = join(root, `packages/service/versions/${version}.tar.br`)
  // What tests of today hold up has to stay what it was.
  if (existsSync(file)) throw new Error(`${relative(root, file)} is kept already`)
  const paths = [...packages, ...leftOut.map((pattern) => `:!${pattern}`)]
  const tar = execFileSync('git', ['archive', '--format=tar', commit, '--', ...paths], {
    cwd: root,
    maxBuffer: 2 ** 28,
  })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, brotliCompressSync(tar, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }))
  console.log(relative(root, file))
}

const cli = cac('npm run keep-service --')
cli.command('<version> [commit]', "Keep the service's sources of a version, for tests beside that of now").action(keep)
cli.help()
try {
  cli.parse(process.argv, { run: false })
  await cli.runMatchedCommand()
} catch (error) {
  process.stderr.write(`keep-service: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
