import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleasableName } from '@helioport/contract'
import { GateRefused, publish, type PublishOptions } from '../publish/publish.ts'
import type { Layout } from '../store/layout.ts'
import { readIndex } from '../store/release-index.ts'
import { createTestLayout } from '../testing/store.ts'
import { createTestWorkspace, type TestWorkspace } from '../testing/workspace.ts'
import type { ViolationCode } from './violation.ts'

let workspace: TestWorkspace
let layout: Layout
let options: PublishOptions
/** Content of files before a seed changed them. */
const before = new Map<string, string>()

const read = (file: string) => readFileSync(join(workspace.root, file), 'utf8')
function edit(file: string, change: (text: string) => string): void {
  const text = read(file)
  const changed = change(text)
  if (changed === text) throw new Error(`${file} is as it was`)
  if (!before.has(file)) before.set(file, text)
  workspace.write(file, changed)
}
const swap = (file: string, from: string, to: string) => edit(file, (text) => text.replaceAll(from, to))
function add(file: string, text: string): void {
  before.set(file, '')
  workspace.write(file, text)
}

interface Manifest {
  routes: { path: string }[]
  prefixes: string[]
}
const editManifest = (change: (manifest: Manifest) => object) =>
  edit('mfe-station/remote.json', (text) => JSON.stringify(change(JSON.parse(text) as Manifest)))

beforeAll(async () => {
  workspace = createTestWorkspace()
  layout = createTestLayout()
  options = { root: workspace.root, development: false, ifChanged: false, parallel: 2, say: () => {} }
  await publish(layout, ['shell', 'station', 'device'], options)
})
afterEach(() => {
  for (const [file, text] of before) {
    if (text === '') rmSync(join(workspace.root, file))
    else workspace.write(file, text)
  }
  before.clear()
})
afterAll(() => {
  workspace.remove()
  rmSync(layout.root, { recursive: true })
})

/** Incompressible text. */
function noise(length: number): string {
  let state = 1
  const letter = () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCodePoint(33 + (state % 90)).replaceAll(/['\\`]/g, '-')
  }
  return Array.from({ length }, letter).join('')
}

const configuredWith = (change: string) => `import { defineRemoteConfig } from '@helioport/federation/build'
const define = defineRemoteConfig(import.meta.url)
export default (env, argv) => { const config = define(env, argv); ${change}; return config }
`

const seeds: [string, ReleasableName, () => void, ViolationCode, string][] = [
  [
    'a range of React that the shell does not meet',
    'station',
    () => edit('mfe-station/package.json', (text) => text.replace('}', ',"dependencies":{"react":"^18.2.0"}}')),
    'share-range',
    'station takes react ^18.2.0, the shell has 19.3.1, and a page has one of it',
  ],
  [
    'another host API',
    'station',
    () => swap('mfe-station/remote.json', '^1.0.0', '^1.7.0'),
    'host-api',
    'station wants host API ^1.7.0',
  ],
  [
    'a shell without a component that remotes show',
    'shell',
    () => swap('packages/ui/src/index.tsx', 'Button', 'Knob'),
    'contract-export',
    'device imports Button of @helioport/ui',
  ],
  [
    'a remote with a component that the shell in use does not have yet',
    'station',
    () => {
      swap('packages/ui/src/index.tsx', 'Card', 'Panel')
      swap('mfe-station/src/detail.tsx', 'Button', 'Panel')
    },
    'contract-export',
    'station imports Panel of @helioport/ui',
  ],
  [
    'a remote that takes such a component through a file of its own, by a namespace and another name',
    'station',
    () => {
      swap('packages/ui/src/index.tsx', 'Card', 'Panel')
      add('mfe-station/src/parts.ts', "export * as parts from '@helioport/ui'\n")
      edit(
        'mfe-station/src/detail.tsx',
        (text) =>
        text.replace("import { Button } from '@helioport/ui'", "import { parts } from './parts.ts'\nconst { Panel: Button } = parts"), // prettier-ignore
      )
    },
    'contract-export',
    'station imports Panel of @helioport/ui',
  ],
  [
    'a shell without a text that remotes show',
    'shell',
    () => swap('packages/i18n/src/messages/en-US/base.ts', 'action.back', 'action.return'),
    'contract-message',
    'device shows action.back of the shared texts "common"',
  ],
  [
    'a remote without a page that another links to',
    'station',
    () =>
      editManifest((manifest) => ({
        ...manifest,
        routes: [{ path: '/station', page: 'list' }, ...manifest.routes.slice(2)],
      })),
    'contract-route',
    'device links to /station/list, a route that is gone',
  ],
  [
    'a shell without an access name that routes ask for',
    'shell',
    () => swap('packages/contract/src/remote.ts', "['isLogin', 'canSeeAdmin', ", "['isLogin', "),
    'contract-access',
    'open to canSeeAdmin',
  ],
  [
    'the chunk list of another build',
    'station',
    () => edit('mfe-station/rspack.config.ts', () => configuredWith("config.output.chunkLoadingGlobal = 'rspackChunkstation'")), // prettier-ignore
    'identity',
    'does not call itself station_0_1_0_',
  ],
  [
    'a style for all headings',
    'station',
    () => {
      add('mfe-station/src/global.css', 'h1, main a { color: red }\n')
      edit('mfe-station/src/list.tsx', (text) => `import './global.css'\n${text}`)
    },
    'global-css',
    'styles elements of others: h1, main a',
  ],
  [
    'a page too large',
    'station',
    () => edit('mfe-station/src/detail.tsx', (text) => `${text}\nglobalThis.name += '${noise(60_000)}'\n`),
    'size',
    'the page detail has',
  ],
  [
    'a page that asks for 60 KB as soon as it runs',
    'station',
    () => {
      add('mfe-station/src/large.ts', `export const name = '${noise(24_000)}'\n`)
      add('mfe-station/src/larger.ts', `export const name = '${noise(30_000).slice(2)}'\n`)
      edit(
        'mfe-station/src/detail.tsx',
        (text) => `${text}
const fetchAll = async () => { for (const one of [await import('./large.ts'), await import('./larger.ts')]) globalThis.name += one.name }
void fetchAll()
`,
      )
    },
    'size',
    'the page detail has',
  ],
  [
    '60 KB in one part, whenever it is asked for',
    'station',
    () => {
      add('mfe-station/src/large.ts', `export const name = '${noise(60_000)}'\n`)
      edit(
        'mfe-station/src/detail.tsx',
        (text) => `${text}\nglobalThis.addEventListener('resize', () => void import('./large.ts').then(({ name }) => { globalThis.name += name }))\n`, // prettier-ignore
      )
    },
    'size',
    'the part ',
  ],
  [
    'a second React, by a path that is not shared',
    'station',
    () => {
      edit('mfe-station/src/detail.tsx', (text) => `import { version } from '../node_modules/react/cjs/react.production.js'\n${text}\nglobalThis.name += version\n`) // prettier-ignore
    },
    'share-bundled',
    'a copy of its own of react,',
  ],
  [
    'a second React among its own files',
    'station',
    () => {
      add('mfe-station/src/react.js', 'export const one = {}\none.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = { H: globalThis.name }\n') // prettier-ignore
      edit('mfe-station/src/detail.tsx', (text) => `import { one } from './react.js'\n${text}\nglobalThis.one = one\n`)
    },
    'share-bundled',
    'a copy of its own of react,',
  ],
  [
    'more libraries of its own than a page can bear',
    'station',
    () => {
      add('mfe-station/node_modules/heavy/package.json', '{"name":"heavy","version":"1.0.0","type":"module","main":"own.js"}\n') // prettier-ignore
      add('mfe-station/node_modules/heavy/own.js', `export const text = '${noise(500_000)}'\n`)
      edit(
        'mfe-station/src/detail.tsx',
        (text) => `${text}\nglobalThis.addEventListener('resize', () => void import('heavy').then(({ text }) => { globalThis.name += text }))\n`, // prettier-ignore
      )
    },
    'size',
    'heavy, libraries of its own, has',
  ],
  [
    'no source maps',
    'station',
    () => edit('mfe-station/rspack.config.ts', () => configuredWith('config.devtool = false')),
    'source-map',
    'no source map of',
  ],
  [
    'the prefix of another remote',
    'station',
    () => editManifest((manifest) => ({ ...manifest, prefixes: [...manifest.prefixes, '/device/new'] })),
    'prefix-taken',
    'prefix /device/new meets /device of device',
  ],
]

test.each(seeds)('refuses a release with %s', async (_, part, seed, code, message) => {
  const index = await readIndex(layout)
  seed()
  const refused = await publish(layout, [part], options).catch((error: unknown) => error)
  if (!(refused instanceof GateRefused)) throw refused instanceof Error ? refused : new Error('it was published')
  expect([...new Set(refused.violations.map((violation) => violation.code))]).toEqual([code])
  expect(refused.message).toContain(message)
  expect(await readIndex(layout)).toEqual(index)
})

test('accepts a library in another version than the shell’s and reports its bytes', async () => {
  const said: string[] = []
  const library = 'mfe-station/node_modules/zustand'
  add(`${library}/package.json`, '{"name":"zustand","version":"4.5.7","type":"module","main":"own.js"}\n')
  add(`${library}/own.js`, `export const create = (make) => ({ state: make(), text: '${noise(40_000)}' })\n`)
  edit('mfe-station/package.json', (text) => text.replace('}', ',"dependencies":{"zustand":"^4.5.0"}}'))
  edit('mfe-station/src/detail.tsx', (text) => `import { create } from 'zustand'\n${text}\nglobalThis.name += create(() => 1).text\n`) // prettier-ignore
  await publish(layout, ['station'], { ...options, say: (line) => said.push(line) })
  expect(said).toContain('  station: zustand ^4.5.0 is its own: the shell has none')
  expect(said.join('\n')).toMatch(/station: libraries of its own: (\d{5}) bytes after brotli, in zustand \(\1\)/)
})
