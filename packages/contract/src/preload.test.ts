import { pageOfPath, preloadFilesOf, type ReleaseHints } from './preload.ts'

const title = { 'en-US': 'Stations', 'zh-CN': '电站', 'zh-TW': '電站' }
const id = '1.0.0-000000000000'

function hints(name: string, files: string[], rest: Pick<ReleaseHints, 'preload' | 'shares'>): ReleaseHints {
  return { name, release: id, files: Object.fromEntries(files.map((file) => [file, { integrity: `sha256-${file}` }])), ...rest } // prettier-ignore
}

const shell = hints('shell', ['zh.js', 'en.js', 'table.js', 'table.css', 'chart.js'], {
  preload: { always: ['main.js'], pages: {}, locales: { 'zh-CN': ['zh.js'], 'en-US': ['en.js'] }, shares: {} },
  shares: { react: [], '@helioport/ui/table': ['table.js', 'table.css'], '@helioport/ui/chart': ['chart.js'] },
})
const station = hints('station', ['entry.js', 'expose.js', 'list.js', 'detail.js', 'texts-zh.js', 'texts-en.js'], {
  preload: {
    always: ['entry.js', 'expose.js'],
    pages: { list: ['list.js'], detail: ['detail.js', 'not-hashed.js'] },
    locales: { 'zh-CN': ['texts-zh.js'], 'en-US': ['texts-en.js'] },
    shares: { list: ['react', '@helioport/ui/table'], detail: ['react'] },
  },
})

const releases = [
  {
    name: 'station',
    manifest: {
      name: 'station',
      owner: 'station team',
      title,
      hostApi: '^1.0.0',
      prefixes: ['/station'],
      routes: [
        { path: '/station', redirect: '/station/list', access: 'isLogin' as const },
        {
          path: '/station/list',
          page: 'list',
          access: 'isLogin' as const,
          reads: ['/stations?page=1&pageSize=:rows'],
        },
        {
          path: '/station/detail/:tabKey/:memberId/:stationId',
          page: 'detail',
          access: 'isLogin' as const,
          reads: ['/stations/:stationId', '/stations/:stationId/series?of=:tabKey', '/stations/:unknown'],
        },
        { path: '/station/round', redirect: '/station/about' },
        { path: '/station/about', redirect: '/station/round' },
      ],
      menu: [],
    },
  },
]

const pageOf = (path: string, signedIn = true) => pageOfPath(releases, path, signedIn)?.page
const filesOf = (page?: string, locale = 'zh-CN') =>
  preloadFilesOf(shell, locale, page === undefined ? undefined : station, page).map(({ href }) =>
    href.replace(`${id}/`, ''),
  )

test.each(['/', '', '/station', '/station/', '/station/list', '/station/list?status=offline'])(
  '%s leads to the page "list"',
  (path) => {
    const reads = path.includes('?') ? [] : ['/stations?page=1&pageSize=:rows']
    expect(pageOfPath(releases, path, true)).toEqual({ release: releases[0], page: 'list', reads })
  },
)

test.each([
  ['/station/detail/charts/member/7', ['/stations/7', '/stations/7/series?of=charts']],
  ['/station/detail/charts/member/7?date=2026-11-21', []],
  ['/station/detail/charts/member/7%2F8', []],
  ['/station/detail/a b/member/7', ['/stations/7']],
  ['/station/detail/charts/member/..', []],
])('the first reads of %s are %j', (path, reads) => {
  expect(pageOfPath(releases, path, true)?.reads).toEqual(reads)
})

test('a route parameter matches any segment but an empty one', () => {
  expect(pageOf('/station/detail/charts/member/7')).toBe('detail')
  expect(pageOf('/station/detail/charts//7')).toBeUndefined()
})

test.each([
  ['without a sign-in', '/station/list', false],
  ['on a path of the shell', '/login/index', true],
  ['on a path of nobody', '/nowhere', true],
  ['on a path whose redirects go round', '/station/round', true],
])('preloads no page of a remote %s', (_, path, signedIn) => {
  expect(pageOf(path, signedIn)).toBeUndefined()
  expect(filesOf()).toEqual(['/r/shell/zh.js'])
})

test("preloads the remote's entry, the page, its texts and the shared modules that it uses, and no others", () => {
  expect(filesOf('list')).toEqual([
    '/r/shell/zh.js',
    '/r/station/entry.js',
    '/r/station/expose.js',
    '/r/station/list.js',
    '/r/station/texts-zh.js',
    '/r/shell/table.js',
    '/r/shell/table.css',
  ])
  expect(filesOf('detail')).toEqual([
    '/r/shell/zh.js',
    '/r/station/entry.js',
    '/r/station/expose.js',
    '/r/station/detail.js',
    '/r/station/texts-zh.js',
  ])
})

test('a locale without texts falls back to English', () => {
  expect(filesOf('list', 'he')).toContain('/r/station/texts-en.js')
  expect(filesOf('list', 'he')).toContain('/r/shell/en.js')
})

test('each preloaded file has its hash; a file without one is left out', () => {
  const files = preloadFilesOf(shell, 'zh-CN', station, 'detail')
  expect(files.find(({ href }) => href.endsWith('detail.js'))?.integrity).toBe('sha256-detail.js')
  expect(files.some(({ href }) => href.endsWith('not-hashed.js'))).toBe(false)
})
