import { preloadFilesOf } from './preload.ts'
import type { IndexedRelease, ReleaseIndexPayload } from './release.ts'

const title = { 'en-US': 'Stations', 'zh-CN': '电站', 'zh-TW': '電站' }

function release(name: string, files: string[], rest: Partial<IndexedRelease>): IndexedRelease {
  return {
    schema: 1,
    name,
    version: '1.0.0',
    release: '1.0.0-000000000000',
    scope: `${name}_1`,
    createdAt: '2026-11-21T00:00:00Z',
    gitSha: null,
    entry: 'entry.js',
    files: Object.fromEntries(files.map((file) => [file, { integrity: `sha256-${file}`, bytes: 1, brotliBytes: 1 }])),
    preload: { always: [], pages: {}, locales: {}, shares: {} },
    ...rest,
  }
}

const index: ReleaseIndexPayload = {
  schema: 1,
  serial: 1,
  createdAt: '2026-11-21T00:00:00Z',
  notAfter: '2026-12-21T00:00:00Z',
  shell: release('shell', ['zh.js', 'en.js', 'table.js', 'table.css', 'chart.js'], {
    preload: { always: ['main.js'], pages: {}, locales: { 'zh-CN': ['zh.js'], 'en-US': ['en.js'] }, shares: {} },
    shares: { react: [], '@helioport/ui/table': ['table.js', 'table.css'], '@helioport/ui/chart': ['chart.js'] },
  }),
  remotes: {
    station: [
      release('station', ['entry.js', 'expose.js', 'list.js', 'detail.js', 'texts-zh.js', 'texts-en.js'], {
        preload: {
          always: ['entry.js', 'expose.js'],
          pages: { list: ['list.js'], detail: ['detail.js', 'not-hashed.js'] },
          locales: { 'zh-CN': ['texts-zh.js'], 'en-US': ['texts-en.js'] },
          shares: { list: ['react', '@helioport/ui/table'], detail: ['react'] },
        },
        manifest: {
          name: 'station',
          owner: 'station team',
          title,
          hostApi: '^1.0.0',
          prefixes: ['/station'],
          routes: [
            { path: '/station', redirect: '/station/list', access: 'isLogin' },
            { path: '/station/list', page: 'list', access: 'isLogin' },
            { path: '/station/detail/:tabKey/:memberId/:stationId', page: 'detail', access: 'isLogin' },
          ],
          menu: [],
        },
      }),
    ],
  },
}

const filesOf = (path: string, locale = 'zh-CN', signedIn = true) =>
  preloadFilesOf(index, path, locale, signedIn).map(({ href }) => href.replace('1.0.0-000000000000/', ''))

const list = [
  '/r/shell/zh.js',
  '/r/station/entry.js',
  '/r/station/expose.js',
  '/r/station/list.js',
  '/r/station/texts-zh.js',
  '/r/shell/table.js',
  '/r/shell/table.css',
]

test('a page needs its remote, its texts and the shared pieces that it consumes', () => {
  expect(filesOf('/station/list')).toEqual(list)
})

test.each(['/', '', '/station', '/station/', '/station/list?status=offline'])('%s leads to the list', (path) => {
  expect(filesOf(path)).toEqual(list)
})

test('parameters of a route match, pieces that the page does not consume stay away', () => {
  expect(filesOf('/station/detail/charts/member/7')).toEqual([
    '/r/shell/zh.js',
    '/r/station/entry.js',
    '/r/station/expose.js',
    '/r/station/detail.js',
    '/r/station/texts-zh.js',
  ])
})

test('a locale without texts reads English', () => {
  expect(filesOf('/station/list', 'he')).toContain('/r/station/texts-en.js')
  expect(filesOf('/station/list', 'he')).toContain('/r/shell/en.js')
})

test.each([
  ['without a sign-in', '/station/list', false],
  ['on a path of the shell', '/login/index', true],
  ['on a path of nobody', '/nowhere', true],
])('no remote is fetched %s', (_, path, signedIn) => {
  expect(filesOf(path, 'zh-CN', signedIn)).toEqual(['/r/shell/zh.js'])
})

test('each file comes with its hash, a file without one is left out', () => {
  const files = preloadFilesOf(index, '/station/detail/charts/member/7', 'zh-CN', true)
  expect(files.find(({ href }) => href.endsWith('detail.js'))?.integrity).toBe('sha256-detail.js')
  expect(files.some(({ href }) => href.endsWith('not-hashed.js'))).toBe(false)
})
