import type { Release } from '@helioport/contract/release'
import { createTestLayout, layRelease } from '../testing/store.ts'
import { readRelease } from '../store/release-index.ts'
import { recordViolations } from './gate.ts'
import type { Live } from './live.ts'
import { sizeViolations } from './size.ts'
import { globalRules } from './styles.ts'

let station: Release
let device: Release
let shell: Release
let live: Live

beforeAll(async () => {
  const layout = createTestLayout()
  const lay = (name: string) => readRelease(layout, name, layRelease(layout, name, 1))
  station = await lay('station')
  device = await lay('device')
  shell = await lay('shell')
  live = {
    shell,
    remotes: new Map([
      ['station', [station]],
      ['device', [device]],
    ]),
  }
})

type Manifest = NonNullable<Release['manifest']>

function withManifest(change: (manifest: Manifest) => Partial<Manifest>): Release {
  const { manifest } = station
  if (manifest === undefined) throw new Error('the fixture has no manifest')
  return { ...station, manifest: { ...manifest, ...change(manifest) } }
}

const violations = (release: Release) => [...recordViolations(release, undefined, live), ...sizeViolations(release)]

test('accepts valid releases', () => {
  for (const release of [station, device, shell]) expect(violations(release)).toEqual([])
})

test.each<[string, () => Release, string, string]>([
  [
    'a prefix of another remote',
    () => withManifest(() => ({ prefixes: ['/station', '/device/extra'] })),
    'prefix-taken',
    'meets /device',
  ],
  [
    'a prefix of another remote in other letters',
    () => withManifest(() => ({ prefixes: ['/station', '/Device'] })),
    'prefix-taken',
    'meets /device',
  ],
  [
    'the pages that lead to a sign-in',
    () => withManifest(() => ({ prefixes: ['/station', '/Login/help'] })),
    'prefix-taken',
    'meets /login of shell',
  ],
  ...['/', '//device', '/:part', '/station/', '/station//x'].map((prefix): [string, () => Release, string, string] => [
    `the prefix ${prefix}, which stands for more than itself`,
    () => withManifest(({ prefixes }) => ({ prefixes: [...prefixes, prefix] })),
    'manifest',
    'is not made of names',
  ]),
  [
    'a route with an empty segment',
    () => withManifest(({ routes }) => ({ routes: [...routes, { path: '/station//x', page: 'list' }] })),
    'route',
    'an empty segment',
  ],
  [
    'data that every page would carry, of 20 KB',
    () => withManifest(({ title }) => ({ title: { ...title, fr: 'x'.repeat(20_000) } })),
    'manifest',
    '16384 are allowed',
  ],
  [
    'a title that turns what is read after it',
    () => withManifest(({ title }) => ({ title: { ...title, 'en-US': 'Sign in\u202e' } })),
    'manifest',
    'that nobody sees',
  ],
  [
    'a route outside its prefixes',
    () => withManifest(() => ({ routes: [{ path: '/stations', page: 'list' }] })),
    'route',
    'outside',
  ],
  ['a route that does nothing', () => withManifest(() => ({ routes: [{ path: '/station' }] })), 'route', 'exactly one'],
  [
    'a redirect to nowhere',
    () => withManifest(() => ({ routes: [{ path: '/station', redirect: '/station/x' }] })),
    'route',
    '/station/x',
  ],
  [
    'a menu entry without a route',
    () => withManifest(({ title }) => ({ menu: [{ path: '/station/x', icon: 'x', order: 1, title }] })),
    'route',
    'menu entry /station/x',
  ],
  ['another host API', () => withManifest(() => ({ hostApi: '^2.0.0' })), 'host-api', 'host API'],
  ['a newer host API', () => withManifest(() => ({ hostApi: '^1.1.0' })), 'host-api', 'host API'],
  ['the data of another remote', () => withManifest(() => ({ name: 'device' })), 'manifest', 'is of device'],
  [
    'a shared module that the shell lacks',
    () => ({ ...station, preload: { ...station.preload, shares: { list: ['@helioport/ui/map'] } } }),
    'share-missing',
    'takes @helioport/ui/map',
  ],
  [
    'no texts in Traditional Chinese',
    () => ({ ...station, preload: { ...station.preload, locales: { 'en-US': [], 'zh-CN': [] } } }),
    'messages-missing',
    'zh-TW',
  ],
  [
    'a fat entry',
    () => ({
      ...station,
      files: { ...station.files, 'remoteEntry.js': { integrity: '', bytes: 99_999, brotliBytes: 20_000 } },
    }),
    'size',
    '20000 bytes',
  ],
])('%s is refused', (_, release, code, reason) => {
  expect(violations(release())).toEqual([{ code, message: expect.stringContaining(reason) }])
})

test('accepts a redirect to a route with parameters', () => {
  const routes = [
    { path: '/station', redirect: '/station/basic' },
    { path: '/station/:tabKey', page: 'list' },
  ]
  expect(violations(withManifest(() => ({ routes })))).toEqual([])
})

test.each<[string, string[]]>([
  ['.a-x{color:red}.a-x h1,[dir=rtl] .a-x:hover{margin:0}', []],
  ['@media (width>1px){@supports (a:b){.a-x{color:red}}}@keyframes a-turn{from{top:0}to{top:1px}}', []],
  [':is(.a-x,.a-y) p{margin:0}.a-x{& p{margin:0}h2{margin:0}}', []],
  ['@font-face{font-family:x;src:url(x)}', []],
  ['h1,.a-x{margin:0}', ['h1']],
  [':root{--a:1}*{margin:0}', [':root', '*']],
  ['.b-x{margin:0}', ['.b-x']],
  ['@layer base{body{margin:0}}', ['body']],
  ['p:not(.a-x){margin:0}', ['p:not(.a-x)']],
  ['body:has(.a-x){margin:0}', ['body:has(.a-x)']],
  [':is(.a-x,main){margin:0}', [':is(.a-x,main)']],
  ['@keyframes turn{to{top:1px}}', ['@keyframes turn']],
  ['@property --x{syntax:"*";inherits:true}', ['@property']],
])('global rules of %s: %j', (text, rules) => {
  expect(globalRules(text, 'a')).toEqual(rules)
})
