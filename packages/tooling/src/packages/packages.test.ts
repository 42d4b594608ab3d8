import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { bin, root, runKept } from '../test/program.ts'
import { type Registry, startRegistry } from '../testing/registry.ts'
import { remoteFiles } from '../testing/remote-files.ts'
import { type Packed, packPackages } from './pack.ts'
import { published } from './published.ts'

/** Outside of the workspace, where nothing of it is found by accident. */
const outside = mkdtempSync(join(tmpdir(), 'packages-'))
const remote = join(outside, 'notes')
let packages: Packed[]
let registry: Registry

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))

async function run(command: string, args: readonly string[], folder = remote): Promise<string> {
  const { code, output } = await runKept(command, args, {}, folder)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}:\n${output}`)
  return output
}

beforeAll(async () => {
  packages = await packPackages(join(outside, 'packed'))
  registry = await startRegistry(packages, root)
  for (const [file, text] of Object.entries(remoteFiles(packages))) {
    mkdirSync(dirname(join(remote, file)), { recursive: true })
    writeFileSync(join(remote, file), text)
  }
  await run('npx', ['--yes', 'pnpm@12.21.0', 'install', '--ignore-scripts', '--prefer-offline', '--registry', registry.url]) // prettier-ignore
})
afterAll(async () => {
  await registry.close()
  rmSync(outside, { recursive: true, force: true })
})

test('a tarball has scripts, types, source maps, papers, and nothing of this workspace', () => {
  expect(packages.map(({ name }) => name)).toEqual(published.map(({ name }) => `@helioport/${name}`))
  for (const { name, folder, tarball } of packages) {
    expect(existsSync(tarball)).toBe(true)
    const files = filesOf(folder)
    for (const paper of ['README.md', 'CHANGELOG.md', 'package.json']) expect(files).toContain(paper)
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).not.toMatch(/workspace:|catalog:|\/src\//)
    const scripts = files.filter((file) => file.endsWith('.js'))
    for (const file of scripts) {
      for (const ending of ['.d.ts', '.js.map']) expect(files).toContain(file.replace(/\.js$/, ending))
      expect([name, file, outsideRequests(folder, file, files)]).toEqual([name, file, []])
    }
    for (const file of files) expect(readFileSync(join(folder, file), 'utf8').includes(root)).toBe(false)
    expect(files.filter((file) => /\.test\.|testing/.test(file))).toEqual([])
  }
})

/** Relative requests of a built file that lead out of its package, or to nothing in it. */
function outsideRequests(folder: string, file: string, files: readonly string[]): string[] {
  const code = readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const requests = [...code.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(([, request = '']) => request)
  return requests.filter((request) => !files.includes(relative(folder, resolve(folder, dirname(file), request))))
}

test('a remote in a folder of its own is compiled and built with what it installed', async () => {
  expect(readFileSync(join(remote, 'pnpm-lock.yaml'), 'utf8')).not.toMatch(/ (?:link|file|workspace):/)
  await run(bin('tsc'), ['-p', remote])
  const built = () => run(process.execPath, ['node_modules/@rspack/cli/bin/rspack.js', 'build', '--mode', 'production'])
  await built()
  const report = JSON.parse(readFileSync(join(remote, 'dist/build.json'), 'utf8')) as Report
  expect(report).toMatchObject({ name: 'notes', version: '0.1.0', manifest: { owner: 'notes team' } })
  expect(report.uses.shares['@helioport/ui']).toEqual({ range: '^1.0.0', exports: ['Button', 'Page'] })
  // Texts of the shell are known by the package that brings them.
  expect(report.uses.messages).toEqual({ common: ['action.back'] })
  expect(report.uses.links).toEqual(['/station/list'])
})

interface Report {
  uses: { shares: Record<string, unknown>; messages: unknown; links: string[] }
}
