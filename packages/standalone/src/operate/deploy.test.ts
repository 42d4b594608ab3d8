import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../options.ts'
import { settingsTable } from './settings-table.ts'

const deploy = join(projectRoot, 'packages/standalone/deploy')
const units = readdirSync(join(deploy, 'systemd'))
const read = (file: string) => readFileSync(join(deploy, file), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'helioport-units-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hasSystemd = existsSync('/usr/bin/systemd-analyze')
/** As systemctl security says it: 0 to 10, and up to 2 is well locked up; in tenths here. */
const mostExposed = 20

beforeAll(() => {
  // What they start lies here, not in /opt.
  for (const unit of units) writeFileSync(join(folder, unit), read(`systemd/${unit}`).replaceAll('/opt/helioport', projectRoot)) // prettier-ignore
})

const describeWithSystemd = hasSystemd ? describe : describe.skip
describeWithSystemd(`systemd${hasSystemd ? '' : ' (skipped: systemd-analyze is not installed)'}`, () => {
  test('the units are what systemd understands', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units.map((unit) => join(folder, unit))], { encoding: 'utf8' }) // prettier-ignore
    expect(stderr.split('\n').filter((line) => line.includes(folder))).toEqual([])
    expect(status).toBe(0)
  })

  test.each(units.filter((unit) => unit.endsWith('.service')))('%s is locked up', (unit) => {
    const args = ['security', '--offline=true', '--no-pager', `--threshold=${mostExposed}`, join(folder, unit)]
    execFileSync('systemd-analyze', args, { stdio: 'pipe' })
  })
})

test('every setting that a unit, the container or compose names is one', () => {
  const known = new Set(settingsTable.flatMap(({ environment }) => (environment === null ? [] : [environment, `${environment}_FILE`]))) // prettier-ignore
  const compose = /^ {2}portal:[^]*?^ {2}database:/m.exec(read('container/compose.yaml'))?.[0] ?? ''
  const inCompose = [...compose.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name ?? '')
  const texts = [...units.map((unit) => read(`systemd/${unit}`)), read('container/Containerfile')]
  const named = texts.flatMap((text) => [...text.matchAll(/\b(HELIOPORT_[A-Z_]+|[A-Z]+_URL)=/g)].map(([, name]) => name ?? '')) // prettier-ignore
  expect(inCompose.length).toBeGreaterThan(3)
  expect([...named, ...inCompose].filter((name) => !known.has(name))).toEqual([])
})

test('the container runs as nobody in particular, on a root that it cannot write to', () => {
  const containerfile = read('container/Containerfile')
  expect(containerfile).toMatch(/^USER 10001$/m)
  expect(containerfile).toMatch(/^HEALTHCHECK /m)
  expect(read('container/compose.yaml')).toMatch(/read_only: true\n {4}tmpfs: \['\/tmp'\]\n {4}cap_drop: \['ALL'\]/)
  // Programs that it starts are where it says.
  for (const [, path = ''] of containerfile.matchAll(/"\/opt\/helioport\/([^"]+)"/g))
    expect(existsSync(join(projectRoot, path))).toBe(true)
})
