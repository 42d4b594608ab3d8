import { accessNameOf, inaccessiblePaths, parentOf } from './access.ts'
import { office, plants } from './manifest.fixture.ts'
import { ownRoutes } from './own-routes.ts'
import { buildRouteTable } from './route-table.ts'

const { routes } = buildRouteTable(ownRoutes, [plants, office])
const closedFor = (isLogin: boolean, canSeeAdmin: boolean) => [
  ...inaccessiblePaths(routes, { isLogin, canSeeAdmin, isMainAccount: true }),
]

describe('parentOf', () => {
  it('is the longest route path that is a prefix', () => {
    expect(parentOf('/station/detail/charts', routes)?.path).toBe('/station/detail')
    expect(parentOf('/station/detail', routes)?.path).toBe('/station')
    expect(parentOf('/station', routes)?.path).toBe('/')
    expect(parentOf('/', routes)).toBeUndefined()
  })
})

describe('accessNameOf', () => {
  it('is inherited where a route names none', () => {
    const list = routes.find((route) => route.path === '/station/list')
    expect(list && accessNameOf(list, routes)).toBe('isLogin')
  })
})

describe('inaccessiblePaths', () => {
  it('closes routes whose access flag is not granted, and routes that inherit it', () => {
    expect(closedFor(false, false).sort()).toEqual(
      [
        '/office',
        '/office/bills',
        '/office/people',
        '/screen',
        '/station',
        '/station/detail',
        '/station/detail/:tabKey/:memberId/:stationId',
        '/station/detail/charts',
        '/station/list',
      ].sort(),
    )
  })

  it('leaves routes without an access name and the sign-in pages open', () => {
    const closed = new Set(closedFor(false, false))
    expect(['/', '/notes', '/login', '/login/index', '/login/register'].filter((path) => closed.has(path))).toEqual([])
  })

  it('closes a parent whose own flag is granted when all its children are closed', () => {
    expect(closedFor(true, false).sort()).toEqual(['/office', '/office/bills', '/office/people'])
  })

  it('keeps a parent open while one child is open', () => {
    const oneOpen = routes.map((r) => (r.path === '/office/bills' ? { ...r, access: 'isLogin' as const } : r))
    expect([...inaccessiblePaths(oneOpen, { isLogin: true, canSeeAdmin: false, isMainAccount: true })]).toEqual([
      '/office/people',
    ])
  })

  it('closes a redirect together with its target', () => {
    const shortcut = { path: '/pay', remote: 'office', redirect: '/office/bills', layout: 'frame' } as const
    expect(
      inaccessiblePaths([...routes, shortcut], { isLogin: true, canSeeAdmin: false, isMainAccount: true }).has('/pay'),
    ).toBe(true)
    expect(
      inaccessiblePaths([...routes, shortcut], { isLogin: true, canSeeAdmin: true, isMainAccount: true }).has('/pay'),
    ).toBe(false)
  })

  it('terminates on circular redirects', () => {
    const circle = [
      { path: '/a', remote: 'x', redirect: '/b', layout: 'frame' },
      { path: '/b', remote: 'x', redirect: '/a', layout: 'frame' },
    ] as const
    expect([...inaccessiblePaths(circle, { isLogin: false, canSeeAdmin: false, isMainAccount: true })]).toEqual([])
  })

  it('opens everything when every flag is granted', () => {
    expect(closedFor(true, true)).toEqual([])
  })
})
