import { generateKeyPairSync } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parse } from 'yaml'
import { root, runKept } from '../test/program.ts'
import { type Registry, startRegistry } from '../testing/registry.ts'
import { givenBy, type ReleaseHost, startReleaseHost } from '../testing/release-host.ts'
import { exchangePackage, linkModules, openRepository, type Repository } from '../testing/team-repository.ts'
import { keepReports, objectionsTo, type Packed, packPackages } from './pack.ts'
import { published } from './published.ts'

/** Outside of the workspace, so that nothing resolves to it by accident. */
const outside = mkdtempSync(join(tmpdir(), 'packages-'))
const remote = join(outside, 'notes')
let packages: Packed[]
let registry: Registry
let host: ReleaseHost

/** Data folder of the portal that all repositories release to. */
const data = join(outside, 'portal')

const { storeDir } = parse(readFileSync(join(root, 'node_modules/.modules.yaml'), 'utf8')) as { storeDir: string }

/**
 * Puts this Node first in PATH, as in a CI. Reuses the workspace's pnpm store: a temporary folder may be on another
 * disk,
 * where pnpm would create an empty store.
 */
const withNode = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, pnpm_config_store_dir: storeDir }

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))

async function run(command: string, args: readonly string[], folder = remote): Promise<string> {
  const { code, output } = await runKept(command, args, withNode, folder)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}:\n${output}`)
  return output
}

const install = (folder: string) =>
  run('npx', ['--yes', 'pnpm@12.21.0', 'install', '--ignore-scripts', '--prefer-offline', '--config.minimum-release-age=0', '--registry', registry.url], folder) // prettier-ignore

/** A command of the operator, in the portal's workspace. */
const operate = (...args: string[]) =>
  run(process.execPath, [join(root, 'packages/release/src/cli.ts'), ...args, '--data', data], root)

function createRemote(name: string, folder: string): Promise<string> {
  const kit = packages.find((one) => one.name === '@helioport/remote-kit')?.folder ?? ''
  return run(process.execPath, [join(kit, 'dist/create-remote.js'), name, folder], outside)
}

/** Adds a team's key for its part; returns the private half. */
async function keyFor(part: string): Promise<string> {
  const actions = ['upload', 'canary', 'point', 'rollback', 'prefix'].flatMap((action) => ['--action', action])
  const said = await operate('team-key', 'add', `${part}-ci`, '--team', part, '--holder', 'CI', '--part', part, '--reason', 'new', '--json', ...actions) // prettier-ignore
  return (JSON.parse(said) as { privateKey: string }).privateKey
}

beforeAll(async () => {
  packages = await packPackages(join(outside, 'packed'))
  registry = await startRegistry(packages, root)
  await createRemote('notes', remote)
  await Promise.all([install(remote), operate('publish', 'shell', '--init')])
  host = await startReleaseHost(data)
})
afterAll(async () => {
  host.stop()
  await registry.close()
  rmSync(outside, { recursive: true, force: true })
})

test('a tarball has scripts, types, source maps and documents, and no file or path of this workspace', () => {
  expect(packages.map(({ name }) => name)).toEqual(published.map(({ name }) => `@helioport/${name}`))
  for (const { name, folder, tarball } of packages) {
    expect(existsSync(tarball)).toBe(true)
    const files = filesOf(folder)
    for (const paper of ['README.md', 'CHANGELOG.md', 'package.json']) expect(files).toContain(paper)
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).not.toMatch(/workspace:|catalog:|\/src\//)
    // The template contains other code as text.
    const scripts = files.filter((file) => file.endsWith('.js') && !file.startsWith('dist/template/'))
    for (const file of scripts) {
      for (const ending of ['.d.ts', '.js.map']) expect(files).toContain(file.replace(/\.js$/, ending))
      expect([name, file, outsideRequests(folder, file, files)]).toEqual([name, file, []])
    }
    for (const file of files) expect(readFileSync(join(folder, file), 'utf8').includes(root)).toBe(false)
    expect(files.filter((file) => /\.test\.|testing/.test(file))).toEqual([])
  }
})

test('each version declares its changes; published declarations cannot change', async () => {
  expect(await objectionsTo(packages)).toEqual([])
  const folder = packages[0]?.folder ?? ''
  const reports = join(outside, 'reports')
  keepReports(packages, reports)
  keepReports(packages, reports)
  const declared = join(folder, 'dist/index.d.ts')
  const text = readFileSync(declared, 'utf8')
  writeFileSync(declared, `${text}export declare const late: 1\n`)
  expect(() => keepReports(packages, reports)).toThrow(
    /^published already, with other declarations: @helioport\/contract [\d.]+;/,
  )
  writeFileSync(declared, text)
})

/** Relative imports of a built file that lead out of its package, or to a missing file. */
function outsideRequests(folder: string, file: string, files: readonly string[]): string[] {
  const code = readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const requests = [...code.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(([, request = '']) => request)
  return requests.filter((request) => !files.includes(relative(folder, resolve(folder, dirname(file), request))))
}

test('a remote from the template passes its tests, checks and budgets with the installed packages', async () => {
  expect(readFileSync(join(remote, 'pnpm-lock.yaml'), 'utf8')).not.toMatch(/ (?:link|file|workspace):/)
  const page = join(remote, 'src/overview/overview-page.tsx')
  const good = readFileSync(page, 'utf8')
  writeFileSync(
    page,
    good.replace("subtitle={text('intro')} />", 'subtitle={text(\'intro\')} /><img src="/plan.png" />'),
  )
  // The double of the shell shows the page as the portal does, and axe checks it there.
  await expect(run('npm', ['test'])).rejects.toThrow(/can be used by everybody in zh-CN[\s\S]*image-alt/)
  writeFileSync(page, good)
  expect(await run('npm', ['run', 'check'])).toMatch(/pass 6[\s\S]*its types, tests and sizes are as they should be/)
  const report = JSON.parse(readFileSync(join(remote, 'dist/build.json'), 'utf8')) as Report
  expect(report).toMatchObject({ name: 'notes', version: '0.1.0', manifest: { owner: 'notes team' } })
  expect(report.uses.shares['@helioport/ui']).toMatchObject({ range: '^1.1.0' })
  expect(report.uses.links).toEqual(['/station/list'])
})

test('all remotes of this workspace have the template’s build configuration', () => {
  const config = readFileSync(join(remote, 'rspack.config.ts'), 'utf8')
  const folders = readdirSync(root).filter((name) => name.startsWith('mfe-'))
  expect(folders.length).toBeGreaterThanOrEqual(5)
  for (const folder of folders) expect([folder, readFileSync(join(root, folder, 'rspack.config.ts'), 'utf8')]).toEqual([folder, config]) // prettier-ignore
})

/** Packs a package again as a later version. */
async function packLater(name: string, version: string, change: string) {
  const before = packages.find((one) => one.name === name)?.folder ?? ''
  const folder = join(outside, `later-${version}`)
  cpSync(before, folder, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }))
  const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog.replace('## ', `## ${version}\n\n${change}\n\n## `))
  await run('tar', ['-czf', `${folder}.tgz`, '--transform=s,^\\.,package,', '-C', folder, '.'], outside)
  return { name, folder, tarball: `${folder}.tgz` }
}

test('upgrade installs newer packages, prints their changes, and runs the checks', async () => {
  const { url } = registry
  registry.publish(await packLater('@helioport/contract', '2.0.1', 'Stations have a nickname.'))
  const former = '## 2.0.1\n\nStations have a nickname.'
  registry.publish(await packLater('@helioport/contract', '3.0.0', `The list of stations moved.\n\n${former}`))
  // A company's registry is named in a repository's .npmrc; the registry's versions are new, so the minimum age is off.
  writeFileSync(join(remote, '.npmrc'), `@helioport:registry=${url}\n`)
  const settings = join(remote, 'pnpm-workspace.yaml')
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('10080', '0'))
  const lockfile = readFileSync(join(remote, 'pnpm-lock.yaml'))
  const manifest = readFileSync(join(remote, 'package.json'))
  const said = await run('npm', ['run', 'upgrade'])
  expect(said).toMatch(/@helioport\/contract 2\.0\.0 -> 3\.0\.0 \(something that you may use is gone or changed\)/)
  expect(said).toMatch(/## 3\.0\.0\s+The list of stations moved\.\s+## 2\.0\.1\s+Stations have a nickname\./)
  expect(said).not.toMatch(/## 2\.0\.0|helioport\/ui 1/)
  expect(said).toMatch(/its types, tests and sizes are as they should be/)
  expect(readFileSync(join(remote, 'package.json'), 'utf8')).toMatch(/"@helioport\/contract": "\^3\.0\.0"/)
  writeFileSync(join(remote, 'package.json'), manifest)
  writeFileSync(join(remote, 'pnpm-lock.yaml'), lockfile)
})

let knownKey: Promise<string> | undefined
/** Key of the first repository's team. */
const notesKey = () => (knownKey ??= keyFor('notes'))

interface Report {
  release: string
  uses: { shares: Record<string, unknown>; links: string[] }
}

/** Commands in a CI's file that release, as its shell runs them. */
function releaseCommands(file: string): string[] {
  return readFileSync(join(remote, file), 'utf8').split('\n').flatMap((line) => /(npm run release .*)$/.exec(line)?.[1] ?? []) // prettier-ignore
}

test('the release command of both CI files works with the team’s key only', async () => {
  const [command = '', ...more] = [...releaseCommands('.github/workflows/release.yml'), ...releaseCommands('.gitlab-ci.yml')] // prettier-ignore
  expect(more).toEqual([command])
  const privateKey = await notesKey()
  const call = (key: string, line: string) =>
    runKept('sh', ['-c', line], { ...withNode, PORTAL: host.url, HELIOPORT_KEY: key }, remote)

  const strange = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  expect(await call(strange, command)).toMatchObject({ code: 1, output: expect.stringContaining('A token of a team is needed') }) // prettier-ignore
  expect(await call('a key', command)).toMatchObject({ code: 1, output: expect.stringContaining('the key is no private key') }) // prettier-ignore
  // The host refuses before the build, which takes minutes in a CI.
  const another = await call(await keyFor('barn'), command)
  expect(another).toMatchObject({ code: 1, output: expect.stringMatching(/as barn-ci\s+remote: barn-ci may not upload notes\s*$/) }) // prettier-ignore
  // The command ends, instead of serving a remote that no browser loads.
  const nowhere = await call(privateKey, 'npm run dev -- --against http://127.0.0.1:9')
  expect(nowhere).toMatchObject({ code: 1, output: expect.stringContaining('http://127.0.0.1:9 does not answer') })
  // The first release must go to everybody: a canary would have no fall-back.
  const first = await call(privateKey, 'npm run release -- --to "$PORTAL"')
  expect([first.code, first.output]).toEqual([0, expect.stringContaining('lies in the store')])
  writeFileSync(join(remote, 'src/overview/overview-page.module.css'), '.way { margin-block: 0; }\n')
  const canary = await call(privateKey, command)
  expect([canary.code, canary.output]).toEqual([0, expect.stringContaining('done: promote')])
  const { release } = JSON.parse(readFileSync(join(remote, 'dist/build.json'), 'utf8')) as Report
  const index = (await (await fetch(`${host.url}/releases/index.json`)).json()) as { payload: string }
  expect(JSON.parse(index.payload)).toMatchObject({ canaries: { notes: { percent: 1, release: { release } } } })
})

/** Writes versions of libraries into a repository's package.json. */
function takeVersions(folder: string, versions: Record<string, string>): void {
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, ...versions } }))
}

/** A further repository: shares the first one's installed packages; with `versions` it installs its own. */
async function furtherRepository(part: string, versions?: Record<string, string>): Promise<Repository> {
  const folder = join(outside, part)
  await createRemote(part, folder)
  if (versions !== undefined) {
    takeVersions(folder, versions)
    await install(folder)
    return openRepository(part, folder, host.url, await keyFor(part))
  }
  linkModules(join(remote, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(remote, 'pnpm-lock.yaml'), join(folder, 'pnpm-lock.yaml'))
  return openRepository(part, folder, host.url, await keyFor(part))
}

let teams: { notes: Repository; roof: Repository; wind: Repository }

test('three repositories release their parts independently, one by one and concurrently', async () => {
  const [notes, roof, wind] = [await openRepository('notes', remote, host.url, await notesKey()), await furtherRepository('roof'), await furtherRepository('wind')] // prettier-ignore
  teams = { notes, roof, wind }
  const first = await givenBy(host.url)
  expect(await roof.release()).toBe('done')
  const second = await givenBy(host.url)
  expect(second).toMatchObject(first)
  expect(Object.keys(second).sort()).toEqual([...new Set([...Object.keys(first), 'roof'])].sort())

  notes.change('2')
  roof.change('2')
  expect(await Promise.all([notes, roof, wind].map((one) => one.release()))).toEqual(['done', 'done', 'done'])
  const third = await givenBy(host.url)
  expect(Object.keys(third).sort()).toEqual(['notes', 'roof', 'wind'])
  for (const part of ['notes', 'roof']) expect(third[part]).not.toBe(second[part])
  await operate('audit', '--verify')
})

test('breaking types, a flood of requests and foreign parts are refused without affecting other teams', async () => {
  const { notes, roof, wind } = teams
  const before = await givenBy(host.url)
  // This repository has a later version of a package than the portal, with a property that the portal lacks.
  const declared = 'dist/core/stat.d.ts'
  exchangePackage(wind.folder, '@helioport/ui', declared, '    label: ReactNode;', '    label: ReactNode;\n    glow?: boolean;') // prettier-ignore
  wind.edit('src/overview/overview-page.tsx', '<Stat label', '<Stat glow label')
  const flood = Promise.all(Array.from({ length: 200 }, () => roof.ask('/releases/team/key')))
  const [broken] = await Promise.all([wind.release(), flood])
  expect(broken).toMatch(
    /^422 the gate refuses: wind: src\/overview\/overview-page\.tsx:\d+:\d+ .*'glow'.*\[contract-type\]$/,
  )
  const begun: string[] = []
  for (const mark of [1, 2, 3, 4, 5]) begun.push(await roof.begin(mark))
  expect(begun).toEqual(['done', 'done', 'done', 'done', '422 roof-ci has 4 uploads that are not finished'])

  const theirs = { part: 'wind', release: before['wind'], reason: 'mine now' }
  expect(await notes.sendAs(wind)).toBe('403 notes-ci may not upload wind')
  expect(await notes.ask('/releases/team/promote', theirs)).toBe('403 notes-ci may not point wind')
  expect(await notes.ask('/releases/team/rollback', theirs)).toBe('403 notes-ci may not rollback wind')
  expect(await givenBy(host.url)).toEqual(before)
  expect(await notes.ask('/releases/team/rollback', { part: 'notes', reason: 'wrong order' })).toBe('done')
  expect(await givenBy(host.url)).toEqual({ ...before, notes: expect.not.stringContaining(before['notes'] ?? '') })
})

/** Kept versions: `1.0.0.json.br` has the declarations of the parts, `1.0.0/` their releases. */
const versionsFolder = join(root, 'packages/release/versions')

test('current shell and remotes fit those of all kept versions', async () => {
  const kept = readdirSync(versionsFolder).flatMap((file) => /^([\d.]+)\.json\.br$/.exec(file)?.[1] ?? [])
  const fits = JSON.parse(await operate('window', 'record', 'roof', '--json')) as { shell: string; remote: string; objections: string[] }[] // prettier-ignore
  const told = fits.map(({ shell, remote, objections }) => [`${remote}, shell ${shell}`, objections])
  const pairs = kept.flatMap((version) => [`record of ${version}, shell now`, `roof of now, shell ${version}`])
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(pairs.map((pair) => [pair, []])))
})

test('releases of version 1.0.0 pass the gate beside the current shell', async () => {
  const packed = join(versionsFolder, '1.0.0')
  const sizes = readdirSync(packed).map((file) => statSync(join(packed, file)).size)
  expect(sizes).toHaveLength(6)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000_000)
  const parts = ['account', 'device', 'functions', 'record', 'station']
  const said = await operate('publish', ...parts, '--packed', packed)
  expect(said.match(/^\S+ \S+ unpacked/gm)).toHaveLength(parts.length)
  expect(await givenBy(host.url)).toMatchObject(Object.fromEntries(parts.map((part) => [part, expect.stringMatching(/^0\.1\.0-/)]))) // prettier-ignore
  // For a kind of mail that is newer than the remote the shell shows a text; the gate names file and line.
  expect(said).toMatch(/account: the shell names what it has no text for: src\/setting\/\S+\.tsx:\d+:\d+ Type '"mailKind\.\w+"'/) // prettier-ignore
})

/** A page with libraries of its own: small ones at once, large ones when they are on screen. */
const libraryPage = `import dayjs from 'dayjs'
import { lazy, Suspense, version } from 'react'
import { create } from 'zustand'
const Push = lazy(() => import('antd/es/button'))
const Chart = lazy(() => import('./chart.tsx'))
const useCount = create<{ count: number }>(() => ({ count: 1 }))
export default function OverviewPage() {
  const count = useCount((state) => state.count)
  return <Suspense>{version} {dayjs('2026-11-23').format('YYYY')} {count} <Push>push</Push><Chart /></Suspense>
}
`
const libraryChart = `import { Chart } from '@antv/g2'
const draw = (container: HTMLElement | null) => { if (container) void new Chart({ container }).line().data([{ x: 1, y: 2 }]).encode('x', 'x').encode('y', 'y').render() }
export default function OwnChart() { return <div ref={draw} /> }
`

test('libraries in other versions: React is shared or refused, others are shared or a remote’s own', async () => {
  const own = await furtherRepository('leaf', { 'antd': '^6.6.8', '@antv/g2': '^5.4.8', 'dayjs': '2.0.0-alpha.4', 'react': '19.2.9', 'react-dom': '19.2.9', 'zustand': '^4.5.7' }) // prettier-ignore
  writeFileSync(join(own.folder, 'src/overview/overview-page.tsx'), libraryPage)
  writeFileSync(join(own.folder, 'src/overview/chart.tsx'), libraryChart)
  expect(await own.release()).toBe('done')
  const [choice, ...said] = own.told()
  expect(choice).toMatch(/^zustand \^4\.5\.7 is its own: the shell has 5\./)
  expect(said).toEqual([expect.stringMatching(/^libraries of its own: \d{6} bytes after brotli, in .*@antv\/g2 5\.4\.8 \(\d+\)/)]) // prettier-ignore
  const { uses } = JSON.parse(readFileSync(join(own.folder, 'dist/build.json'), 'utf8')) as Report
  expect(uses.shares['react']).toMatchObject({ range: '^19.2.9' })

  // The shell's zustand satisfies the range: the remote's own copy is only for other shells.
  const { notes } = teams
  symlinkSync(join(root, 'packages/session/node_modules/zustand'), join(remote, 'node_modules/zustand'))
  takeVersions(remote, { zustand: '^5.0.0' })
  notes.edit('src/overview/overview-page.tsx', 'export default', "import { create } from 'zustand'\nexport const useCount = create(() => 1)\nexport default") // prettier-ignore
  notes.edit('src/overview/overview-page.tsx', 'const text =', 'useCount()\n  const text =')
  expect(await notes.release()).toBe('done')
  expect(notes.told()).toEqual([
    expect.stringMatching(/^zustand \^5\.0\.0 is the shell's, 5\./),
    expect.stringMatching(/^libraries of its own: \d{3} bytes after brotli, in zustand 5\.\S+ \(\d{3}\)$/),
  ])
  takeVersions(remote, { react: '^18.3.1' })
  expect(await notes.release()).toMatch(/^422 the gate refuses: notes takes react(?:\/jsx-runtime)? \^18\.3\.1, the shell has 19\.\d+\.\d+, and a page has one of it \[share-range\]/) // prettier-ignore
})
