import type { Release, ReleaseIndexPayload } from '@helioport/contract/release'
import { createTestLayout, layRelease } from '../testing/store.ts'
import { readRelease } from '../store/release-index.ts'
import { gateViolations } from './gates.ts'

let station: Release
let device: Release
let shell: Release
let index: ReleaseIndexPayload

beforeAll(async () => {
  const layout = createTestLayout()
  const lay = (name: string) => readRelease(layout, name, layRelease(layout, name, 1))
  station = await lay('station')
  device = await lay('device')
  shell = await lay('shell')
  index = {
    schema: 1,
    serial: 1,
    createdAt: '2026-11-21T00:00:00Z',
    notAfter: '2026-12-21T00:00:00Z',
    shell,
    remotes: { station: [station], device: [device] },
  }
})

type Manifest = NonNullable<Release['manifest']>

function withManifest(change: (manifest: Manifest) => Partial<Manifest>): Release {
  const { manifest } = station
  if (manifest === undefined) throw new Error('the fixture has no manifest')
  return { ...station, manifest: { ...manifest, ...change(manifest) } }
}

const violations = (release: Release, development = false) => gateViolations(release, index, shell, development)

test('sound releases pass', () => {
  for (const release of [station, device, shell]) expect(violations(release)).toEqual([])
})

test.each<[string, () => Release, string]>([
  [
    'a prefix of another remote',
    () => withManifest(() => ({ prefixes: ['/station', '/device/extra'] })),
    'meets /device',
  ],
  [
    'a route outside its prefixes',
    () => withManifest(() => ({ routes: [{ path: '/stations', page: 'list' }] })),
    'outside',
  ],
  ['a route that does nothing', () => withManifest(() => ({ routes: [{ path: '/station' }] })), 'exactly one'],
  [
    'a redirect to nowhere',
    () => withManifest(() => ({ routes: [{ path: '/station', redirect: '/station/x' }] })),
    '/station/x',
  ],
  [
    'a menu entry without a route',
    () => withManifest(({ title }) => ({ menu: [{ path: '/station/x', icon: 'x', order: 1, title }] })),
    'menu entry /station/x',
  ],
  ['another host API', () => withManifest(() => ({ hostApi: '^2.0.0' })), 'host API'],
  ['a newer host API', () => withManifest(() => ({ hostApi: '^1.1.0' })), 'host API'],
  ['the data of another remote', () => withManifest(() => ({ name: 'device' })), 'is of device'],
  [
    'a shared module that the shell lacks',
    () => ({ ...station, preload: { ...station.preload, shares: { list: ['@helioport/ui/map'] } } }),
    'no @helioport/ui/map',
  ],
  [
    'no texts in Traditional Chinese',
    () => ({ ...station, preload: { ...station.preload, locales: { 'en-US': [], 'zh-CN': [] } } }),
    'zh-TW',
  ],
  [
    'a fat entry',
    () => ({
      ...station,
      files: { ...station.files, 'remoteEntry.js': { integrity: '', bytes: 99_999, brotliBytes: 20_000 } },
    }),
    '20000 bytes',
  ],
])('%s is refused', (_, release, reason) => {
  expect(violations(release())).toEqual([expect.stringContaining(reason)])
})

test('a redirect to a route with parameters is sound', () => {
  const routes = [
    { path: '/station', redirect: '/station/basic' },
    { path: '/station/:tabKey', page: 'list' },
  ]
  expect(violations(withManifest(() => ({ routes })))).toEqual([])
})
