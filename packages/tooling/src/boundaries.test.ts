import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import table from './import-table.cjs'

interface Folder {
  name: string
  path: string
  may: string[]
  npm?: string[]
  node?: boolean
}
interface Violation {
  from: string
  to: string
  rule: { name: string }
}

const folders = table.folders as Folder[]
const root = resolve(__dirname, '../../..')
const config = join(root, 'packages/tooling/dependency-cruiser.cjs')
const cruiser = join(root, 'packages/tooling/node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

function violationsIn(base: string): Violation[] {
  const args = [cruiser, '--config', config, '--output-type', 'json', '.']
  const run = { cwd: base, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  try {
    return JSON.parse(execFileSync(process.execPath, args, run)).summary.violations
  } catch (error) {
    // The exit code is the number of violations; the report is on the standard output all the same.
    const { stdout } = error as { stdout?: string }
    if (!stdout) throw error
    return JSON.parse(stdout).summary.violations
  }
}

/** One file per forbidden import, in a tree laid out as the workspace. */
function plant(base: string, file: string, code: string) {
  const path = join(base, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, code)
}

describe('the import table is enforced', () => {
  let base: string
  let found: Violation[]
  const expected: { file: string; rule: string }[] = []

  beforeAll(() => {
    base = mkdtempSync(join(tmpdir(), 'boundaries-'))
    const mainOf = (folder: Folder) => `${folder.path}/src/main-file.ts`
    for (const folder of folders) plant(base, mainOf(folder), 'export const here = 1\n')
    for (const name of ['build', 'host', 'remote'])
      plant(base, `packages/federation/src/${name}/main-file.ts`, 'export const here = 1\n')

    const forbid = (file: string, target: string, rule: string) => {
      const to = target.startsWith('node:') ? target : relative(dirname(file), target)
      plant(
        base,
        file,
        `import * as other from '${to.startsWith('.') || to.startsWith('node:') ? to : `./${to}`}'\nexport { other }\n`,
      )
      expected.push({ file, rule })
    }
    for (const from of folders) {
      for (const to of folders) {
        if (from === to || from.may.includes(to.name)) continue
        forbid(`${from.path}/src/imports-${to.name}.ts`, mainOf(to), `${from.name}-folders`)
      }
      if (!from.node) forbid(`${from.path}/src/imports-node.ts`, 'node:fs', `${from.name}-no-node`)
      if (from.npm) {
        plant(base, 'node_modules/stranger/index.js', 'export const stranger = 1\n')
        forbid(`${from.path}/src/imports-stranger.ts`, 'node_modules/stranger/index.js', `${from.name}-packages`)
      }
    }
    for (const name of ['station', 'device']) {
      forbid(
        `mfe-${name}/src/list/imports-build.ts`,
        'packages/federation/src/build/main-file.ts',
        'federation-build-stays-out',
      )
      plant(base, `mfe-${name}/src/detail/thing.ts`, 'export const thing = 1\n')
      forbid(`mfe-${name}/src/list/imports-feature.ts`, `mfe-${name}/src/detail/thing.ts`, 'features-apart')
    }
    plant(base, 'packages/contract/src/endpoints/table.ts', 'export const table = 1\n')
    forbid('shell/src/imports-schemas.ts', 'packages/contract/src/endpoints/table.ts', 'schemas-as-types')
    plant(
      base,
      'shell/src/imports-schema-types.ts',
      "import type { table } from '../../packages/contract/src/endpoints/table.ts'\nexport type T = typeof table\n",
    )
    plant(base, 'packages/service/src/station/routes.ts', 'export const thing = 1\n')
    plant(base, 'packages/service/src/http/register.ts', 'export const thing = 1\n')
    plant(base, 'packages/service/src/station/queries/station.ts', 'export const thing = 1\n')
    forbid('packages/service/src/energy/day.ts', 'packages/service/src/station/routes.ts', 'service-energy')
    forbid('packages/service/src/http/imports-noun.ts', 'packages/service/src/station/routes.ts', 'service-http')
    forbid('packages/service/src/station/imports-http.ts', 'packages/service/src/http/register.ts', 'service-rules')
    forbid(
      'packages/service/src/station/share-routes.ts',
      'packages/service/src/station/queries/station.ts',
      'service-routes',
    )
    plant(base, 'node_modules/kysely/index.js', 'export const sql = 1\n')
    forbid('packages/service/src/station/imports-sql.ts', 'node_modules/kysely/index.js', 'service-sql')
    plant(base, 'node_modules/@module-federation/runtime/index.js', 'export const load = 1\n')
    forbid(
      'shell/src/imports-runtime.ts',
      'node_modules/@module-federation/runtime/index.js',
      'runtime-only-in-federation',
    )
    plant(base, 'node_modules/temporal-polyfill/index.js', 'export const Temporal = 1\n')
    forbid('mfe-station/src/imports-temporal.ts', 'node_modules/temporal-polyfill/index.js', 'temporal-only-in-time')
    forbid('packages/fleet/src/imports-temporal.ts', 'node_modules/temporal-polyfill/index.js', 'temporal-only-in-time')
    plant(base, 'packages/time/src/node.ts', 'export const here = 1\n')
    forbid('mfe-station/src/imports-time-for-node.ts', 'packages/time/src/node.ts', 'time-in-browser')
    forbid('packages/federation/src/remote/imports-time-for-node.ts', 'packages/time/src/node.ts', 'time-in-browser')
    plant(base, 'packages/service/src/round-a.ts', "export * from './round-b.ts'\n")
    plant(base, 'packages/service/src/round-b.ts', "export * from './round-a.ts'\n")
    expected.push({ file: 'packages/service/src/round-a.ts', rule: 'no-cycles' })
    found = violationsIn(base)
  }, 120_000)

  afterAll(() => rmSync(base, { recursive: true, force: true }))

  test('every forbidden import is reported under its own rule', () => {
    const reported = new Set(found.map(({ from, rule }) => `${rule.name} ${from}`))
    expect(expected.filter(({ file, rule }) => !reported.has(`${rule} ${file}`))).toEqual([])
    expect(expected.length).toBeGreaterThan(200)
  })

  test('what the table allows is not reported', () => {
    const planted = new Set(expected.map(({ file }) => file).concat('packages/service/src/round-b.ts'))
    expect(found.filter(({ from }) => !planted.has(from))).toEqual([])
  })
})
