import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
const browserParts = table.browserParts as Folder[]
const root = resolve(import.meta.dirname, '../../..')
const config = join(root, 'packages/tooling/dependency-cruiser.cjs')
const cruiser = join(root, 'packages/tooling/node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

function violationsIn(base: string): Violation[] {
  const args = [cruiser, '--config', config, '--output-type', 'json', '.']
  const run = { cwd: base, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  try {
    return JSON.parse(execFileSync(process.execPath, args, run)).summary.violations
  } catch (error) {
    // The exit code is the number of violations; the report is on standard output in any case.
    const { stdout } = error as { stdout?: string }
    if (!stdout) throw error
    return JSON.parse(stdout).summary.violations
  }
}

/** A tree laid out like the workspace, with the forbidden imports in it. */
function startTree() {
  const base = mkdtempSync(join(tmpdir(), 'boundaries-'))
  const expected: { file: string; rule: string }[] = []
  const write = (file: string, code: string) => {
    const path = join(base, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
  }
  const specifier = (file: string, target: string) => {
    const to = target.startsWith('node:') ? target : relative(dirname(file), target)
    return to.startsWith('.') || to.startsWith('node:') ? to : `./${to}`
  }
  return {
    base,
    expected,
    write,
    /** Writes a file that others import. */
    plant: (file: string) => write(file, 'export const here = 1\n'),
    /** Writes a file that imports `target` as a value; `rule` must report it. */
    forbid(file: string, target: string, rule: string) {
      write(file, `import * as other from '${specifier(file, target)}'\nexport { other }\n`)
      expected.push({ file, rule })
    },
    /** The same as a type import. */
    forbidTypes(file: string, target: string, rule: string) {
      write(file, `import type { here } from '${specifier(file, target)}'\nexport type Here = typeof here\n`)
      expected.push({ file, rule })
    },
    /** The same as a dynamic import. */
    forbidLater(file: string, target: string, rule: string) {
      write(file, `export const later = () => import('${specifier(file, target)}')\n`)
      expected.push({ file, rule })
    },
  }
}
type Tree = ReturnType<typeof startTree>

const libraries = ['stranger', 'temporal-polyfill', 'yaml', 'kysely', 'pg', 'fastify', '@module-federation/runtime']
const library = (name: string) => `node_modules/${name}/index.js`

function plantFolders({ plant, forbid }: Tree): void {
  const mainOf = (folder: Folder) => `${folder.path}/src/main-file.ts`
  for (const folder of folders) plant(mainOf(folder))
  for (const name of libraries) plant(library(name))
  for (const from of folders) {
    for (const to of folders) {
      if (from === to || from.may.includes(to.name)) continue
      forbid(`${from.path}/src/imports-${to.name}.ts`, mainOf(to), `${from.name}-folders`)
    }
    if (!from.node) forbid(`${from.path}/src/imports-node.ts`, 'node:fs', `${from.name}-no-node`)
    if (from.npm) forbid(`${from.path}/src/imports-stranger.ts`, library('stranger'), `${from.name}-packages`)
  }
}

function plantBrowserCode({ plant, forbid, forbidLater, write }: Tree): void {
  const build = 'packages/federation/src/build/main-file.ts'
  plant(build)
  for (const name of ['station', 'device']) {
    forbid(`mfe-${name}/src/list/imports-build.ts`, build, 'federation-build-stays-out')
    plant(`mfe-${name}/src/detail/thing.ts`)
    forbid(`mfe-${name}/src/list/imports-feature.ts`, `mfe-${name}/src/detail/thing.ts`, 'features-apart')
  }
  forbid('shell/src/imports-runtime.ts', library('@module-federation/runtime'), 'runtime-only-in-federation')
  const schemas = ['endpoints/table.ts', 'entities/station.ts', 'beacon.ts', 'ingest.ts', 'release.ts', 'remote.ts']
  for (const [nth, file] of schemas.entries()) {
    const schema = `packages/contract/src/${file}`
    plant(schema)
    forbid(`shell/src/imports-schema-${nth}.ts`, schema, 'schemas-as-types')
    forbid(`packages/contract/src/word-${nth}.ts`, schema, 'words-without-schemas')
    for (const part of browserParts) forbid(`${part.path}/imports-schema-${nth}.ts`, schema, 'schemas-as-types')
    const from = relative('shell/src', schema)
    write(`shell/src/imports-types-${nth}.ts`, `import type { here } from '${from}'\nexport type T = typeof here\n`)
  }
  for (const { name, path } of browserParts) {
    plant(`${path}/main-file.ts`)
    forbid(`${path}/imports-node.ts`, 'node:fs', `${name}-no-node`)
    forbidLater(`${path}/below/imports-node-later.ts`, 'node:fs/promises', `${name}-no-node`)
    forbid(`${path}/imports-yaml.ts`, library('yaml'), `${name}-packages`)
    forbid(`${path}/imports-build.ts`, build, `${name}-folders`)
  }
}

function plantTime({ plant, forbid }: Tree): void {
  const forNode = 'packages/time/src/node.ts'
  plant(forNode)
  for (const path of ['mfe-station/src', 'packages/ui/src', 'packages/federation/src/remote', 'packages/time/src'])
    forbid(`${path}/imports-time-for-node.ts`, forNode, 'time-in-browser')
  for (const path of ['mfe-station/src', 'packages/fleet/src', 'packages/service/src/figure', 'e2e/src'])
    forbid(`${path}/imports-temporal.ts`, library('temporal-polyfill'), 'temporal-only-in-time')
}

function plantService({ plant, write, forbid, forbidLater, forbidTypes }: Tree): void {
  const at = (file: string) => `packages/service/src/${file}`
  for (const [nth, name] of table.serviceOrder.entries()) {
    plant(at(`${name}/thing.ts`))
    const above = table.serviceOrder[nth + 1]
    if (above !== undefined) forbid(at(`${name}/imports-above.ts`), at(`${above}/thing.ts`), `service-${name}`)
  }
  plant(at('database/open-database.ts'))
  for (const name of table.serviceSubjects) {
    plant(at(`${name}/queries/find.ts`))
    plant(at(`${name}/routes.ts`))
    forbid(at(`${name}/imports-http.ts`), at('http/thing.ts'), 'service-rules')
    forbidTypes(at(`${name}/imports-http-types.ts`), at('http/thing.ts'), 'service-rules')
    forbid(at(`${name}/imports-fastify.ts`), library('fastify'), 'service-rules')
    forbidTypes(at(`${name}/imports-fastify-types.ts`), library('fastify'), 'service-rules')
    forbid(at(`${name}/calls-own-side.ts`), at(`${name}/routes.ts`), 'service-rules')
    forbid(at(`${name}/imports-sql.ts`), library('kysely'), 'service-sql')
    forbid(at(`${name}/imports-pool.ts`), library('pg'), 'service-sql')
    forbid(at(`${name}/opens-database.ts`), at('database/open-database.ts'), 'service-sql')
    forbid(at(`${name}/queries/imports-rule.ts`), at(`${name}/thing.ts`), 'service-queries')
    forbidTypes(at(`${name}/queries/imports-rule-types.ts`), at(`${name}/thing.ts`), 'service-queries')
    forbid(at(`${name}/queries-routes.ts`), at(`${name}/queries/find.ts`), 'service-routes')
    forbid(at(`${name}/database-routes.ts`), at('database/thing.ts'), 'service-routes')
    forbidTypes(at(`${name}/types-routes.ts`), at('database/thing.ts'), 'service-routes')
  }
  for (const name of ['testing', 'faults', 'trust', 'bench', 'drill']) {
    plant(at(`${name}/thing.ts`))
    forbid(at(`station/imports-${name}.ts`), at(`${name}/thing.ts`), 'service-without-tests')
  }
  plant(at('index.ts'))
  for (const [subject, rooms] of Object.entries(table.serviceRooms)) {
    for (const room of rooms) plant(at(`${subject}/${room}/thing.ts`))
    for (const [nth, room] of rooms.entries()) {
      const above = [...rooms.slice(nth + 1).map((next) => `${subject}/${next}`), subject]
      for (const [time, folder] of above.entries())
        forbid(at(`${subject}/${room}/imports-${time}.ts`), at(`${folder}/thing.ts`), `service-${subject}-${room}`)
    }
  }
  forbid(at('station/imports-entry.ts'), at('index.ts'), 'service-without-tests')
  for (const name of ['database', 'figure'])
    forbid(at(`http/imports-${name}.ts`), at(`${name}/thing.ts`), 'service-http-alone')
  forbid(at('figure/imports-node.ts'), 'node:fs', 'service-figure-no-node')
  forbidLater(at('figure/imports-node-later.ts'), 'node:fs/promises', 'service-figure-no-node')
  forbid(at('figure/imports-database.ts'), at('database/thing.ts'), 'service-figure-pure')
  forbid(at('figure/imports-stranger.ts'), library('stranger'), 'service-figure-pure')
  plant(library('suncalc'))
  write(at('figure/uses-suncalc.ts'), "export * from '../../../../node_modules/suncalc/index.js'\n")
  plant(at('round-a.ts'))
  forbid(at('round-a.ts'), at('round-b.ts'), 'no-cycles')
  forbid(at('round-b.ts'), at('round-a.ts'), 'no-cycles')
}

describe('the import table', () => {
  const tree = startTree()
  let found: Violation[]

  beforeAll(() => {
    plantFolders(tree)
    plantBrowserCode(tree)
    plantTime(tree)
    plantService(tree)
    found = violationsIn(tree.base)
  })

  afterAll(() => rmSync(tree.base, { recursive: true, force: true }))

  test('reports every forbidden import under its own rule', () => {
    const reported = new Set(found.map(({ from, rule }) => `${rule.name} ${from}`))
    // A cycle is reported for one of its files only.
    const circle = tree.expected.filter(({ rule }) => rule === 'no-cycles')
    expect(circle.some(({ file, rule }) => reported.has(`${rule} ${file}`))).toBe(true)
    const others = tree.expected.filter(({ rule }) => rule !== 'no-cycles')
    expect(others.filter(({ file, rule }) => !reported.has(`${rule} ${file}`))).toEqual([])
    expect(others.length).toBeGreaterThan(400)
  })

  test('reports no allowed import', () => {
    const planted = new Set(tree.expected.map(({ file }) => file))
    expect(found.filter(({ from }) => !planted.has(from))).toEqual([])
  })

  test('lists every file of the contract that makes a schema', () => {
    const contract = join(root, 'packages/contract/src')
    const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    const makesSchema = files.filter(
      (file) => !file.endsWith('.test.ts') && /from 'typebox'/.test(readFileSync(join(contract, file), 'utf8')),
    )
    const known = new RegExp(table.schemaFiles)
    expect(makesSchema.filter((file) => !known.test(`packages/contract/src/${file}`))).toEqual([])
    expect(makesSchema.length).toBeGreaterThan(20)
  })
})
