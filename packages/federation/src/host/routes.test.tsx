import type { ReleaseIndexPayload } from '@helioport/contract/release'
import type { RemoteManifest } from '@helioport/contract/remote'
import { createTitles } from './routes.ts'

const named = (title: string) => ({ 'en-US': title, 'zh-CN': title, 'zh-TW': title })
const [devices, deviceList] = [named('Devices'), named('All devices')]

/** A manifest as in the index: without titles of routes. */
const manifest: RemoteManifest = {
  name: 'device',
  owner: 'device team',
  title: devices,
  hostApi: '^1.0.0',
  prefixes: ['/device'],
  routes: [
    { path: '/device', redirect: '/device/list', access: 'isLogin' },
    { path: '/device/list', page: 'list', access: 'isLogin' },
    { path: '/device/analysis', page: 'analysis', access: 'isLogin' },
  ],
  menu: [{ path: '/device', icon: 'device', order: 40, title: devices }],
}
const release = { name: 'device', release: '0.1.0-000000000001', record: 'sha256-', manifest }
const index = { remotes: { device: [release] } } as unknown as ReleaseIndexPayload

const titlesIn = ({ manifestsOf }: ReturnType<typeof createTitles>) =>
  Object.fromEntries(manifestsOf(index).flatMap(({ routes }) => routes.map(({ path, title }) => [path, title])))

test('a page has its title of the menu until its record is read; a page outside the menu has none', () => {
  const titles = createTitles()
  expect(titlesIn(titles)).toEqual({ '/device': undefined, '/device/list': devices, '/device/analysis': undefined })
  const routes = manifest.routes.map((route) =>
    route.path === '/device/list' ? { ...route, title: deviceList } : route,
  )
  titles.note({
    ...release,
    preload: { always: [], pages: {}, locales: {}, shares: {} },
    files: {},
    manifest: { ...manifest, routes },
  })
  expect(titlesIn(titles)['/device/list']).toEqual(deviceList)
})
