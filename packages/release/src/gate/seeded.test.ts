import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleasableName } from '@helioport/contract'
import { GateRefused, publish, type PublishOptions } from '../publish/publish.ts'
import type { Layout } from '../store/layout.ts'
import { readIndex } from '../store/release-index.ts'
import { createTestLayout } from '../testing/store.ts'
import { createTestWorkspace, type TestWorkspace } from '../testing/workspace.ts'
import type { ViolationCode } from './violation.ts'

jest.setTimeout(180_000)

let workspace: TestWorkspace
let layout: Layout
let options: PublishOptions
/** Files as they were before a seed. */
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

/** Bytes that do not compress. */
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
    'station takes react ^18.2.0, the shell has 19.',
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
    'imports Button of @helioport/ui',
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
    'a shell without a text that remotes show',
    'shell',
    () => swap('packages/i18n/src/messages/en-US/base.ts', 'action.back', 'action.return'),
    'contract-message',
    'action.back of the shared texts "common"',
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
    () => swap('packages/contract/src/remote.ts', "['isLogin', 'canSeeAdmin']", "['isLogin']"),
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

test.each(seeds)('caught: %s', async (_, part, seed, code, message) => {
  const index = await readIndex(layout)
  seed()
  const refused = await publish(layout, [part], options).catch((error: unknown) => error)
  if (!(refused instanceof GateRefused)) throw refused instanceof Error ? refused : new Error('it was published')
  expect([...new Set(refused.violations.map((violation) => violation.code))]).toEqual([code])
  expect(refused.message).toContain(message)
  expect(await readIndex(layout)).toEqual(index)
})

/** Changes of every day, one publish each; the three of the start make it twenty, and every start of the portal is six. */
const changes: [string, ReleasableName, () => void][] = [
  ['a text', 'station', () => swap('mfe-station/src/messages/en-US.ts', 'station en-US', 'stations')],
  ['a style', 'station', () => swap('mfe-station/src/list.module.css', 'red', 'blue')],
  ['styles within a page', 'device', () => edit('mfe-device/src/list.module.css', (css) => `${css}.list h2:not(:first-child), [dir='rtl'] .list { margin: 0 }\n@media (width > 600px) { .list { animation: turn 1s } }\n@keyframes turn { to { top: 0 } }\n`)], // prettier-ignore
  ['a wider range', 'station', () => edit('mfe-station/package.json', (text) => text.replace('}', ',"dependencies":{"react":">=18"}}'))], // prettier-ignore
  ['a further route', 'station', () => editManifest((manifest) => ({ ...manifest, routes: [...manifest.routes, { path: '/station/new', page: 'detail' }] }))], // prettier-ignore
  ['one route less that nobody links to', 'device', () => edit('mfe-device/remote.json', (text) => text.replace('{"path":"/device/list","page":"list"},', '').replace('"redirect":"/device/list"', '"page":"list"'))], // prettier-ignore
  ['a further component in the shell', 'shell', () => edit('packages/ui/src/index.tsx', (text) => `${text}export const Row = 'div'\n`)], // prettier-ignore
  ['one component less that nobody shows', 'shell', () => swap('packages/ui/src/index.tsx', 'Card', 'Tile')],
  ['one text less that nobody shows', 'shell', () => swap('packages/i18n/src/messages/en-US/base.ts', 'action.on', 'action.off')], // prettier-ignore
  ['a component that the shell has', 'station', () => swap('mfe-station/src/detail.tsx', 'Button', 'Tile')],
  ['a text that the shell has', 'device', () => edit('mfe-device/src/detail.tsx', (text) => text.replace("'action.back'", "'action.off'"))], // prettier-ignore
  ['a route open to who is signed in', 'device', () => edit('mfe-device/remote.json', (text) => text.replace('canSeeAdmin', 'isLogin'))], // prettier-ignore
  ['a hundred texts', 'station', () => edit('mfe-station/src/messages/zh-CN.ts', () => `export default { ${Array.from({ length: 100 }, (_, i) => `k${i}: '文字 ${i}'`).join(', ')} }\n`)], // prettier-ignore
  ['a page that is its own prefix', 'station', () => editManifest((manifest) => ({ ...manifest, prefixes: [...manifest.prefixes, '/stations'] }))], // prettier-ignore
  ['a link to a page of another', 'station', () => edit('mfe-station/src/list.tsx', (text) => `import { paths } from '@helioport/contract'\nvoid paths.deviceList()\n${text}`)], // prettier-ignore
  ['a picture', 'device', () => {
    add('mfe-device/src/mark.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>\n')
    edit('mfe-device/src/list.tsx', (text) => `import mark from './mark.svg'\nvoid mark\n${text}`)
  }], // prettier-ignore
  ['a new version of the same sources', 'device', () => edit('mfe-device/package.json', (text) => text.replace('0.1.0', '0.2.0'))], // prettier-ignore
]

test('no false alarm over seventeen changes of every day', async () => {
  const times: number[] = []
  for (const [, part, change] of changes) {
    change()
    const since = performance.now()
    await publish(layout, [part], options)
    times.push(performance.now() - since)
  }
  expect(Math.max(...times)).toBeLessThan(60_000)
}, 600_000)
