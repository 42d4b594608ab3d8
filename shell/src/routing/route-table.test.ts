import { office, plants, text } from './manifest.fixture.ts'
import { ownRoutes } from './own-routes.ts'
import { buildRouteTable, isPathPrefix } from './route-table.ts'

describe('isPathPrefix', () => {
  it.each([
    ['/station', '/station/list', true],
    ['/station', '/stations', false],
    ['/station', '/station', false],
    ['/', '/station', true],
    ['/', '/', false],
  ])('%s is a prefix of %s: %s', (prefix, path, expected) => {
    expect(isPathPrefix(prefix, path)).toBe(expected)
  })
})

describe('buildRouteTable', () => {
  const table = buildRouteTable(ownRoutes, [plants, office])

  it('has the shell’s own redirects of the specification', () => {
    const redirects = Object.fromEntries(table.routes.flatMap((r) => (r.redirect ? [[r.path, r.redirect]] : [])))
    expect(redirects).toMatchObject({ '/': '/station', '/login': '/login/index', '/station': '/station/list' })
  })

  it('sorts the menu by order over all remotes; a route without an entry is hidden', () => {
    expect(table.menu.map((entry) => entry.path)).toEqual(['/office', '/station', '/notes'])
  })

  it('gives /screen and every page below /login neither header nor menu', () => {
    const bare = table.routes.filter((route) => route.layout === 'bare').map((route) => route.path)
    expect(bare).toEqual([
      '/login',
      '/login/index',
      '/login/register',
      '/login/first-run',
      '/login/company',
      '/login/activate/:token',
      '/login/forget',
      '/login/unsubscribe/:token',
      '/screen',
    ])
  })

  it('leaves out routes and menu entries outside the remote’s own prefixes', () => {
    const greedy = {
      ...office,
      name: 'greedy',
      prefixes: ['/greedy'],
      routes: [
        { path: '/greedy', page: 'own' },
        { path: '/login/index', page: 'stolen' },
        { path: '/station/list', page: 'stolen' },
      ],
      menu: [
        { path: '/station', icon: 'station', order: 1, title: text('Stolen') },
        { path: '/greedy', icon: 'station', order: 99, title: text('Greedy') },
      ],
    }
    const both = buildRouteTable(ownRoutes, [plants, greedy])
    expect(both.routes.filter((route) => route.page === 'stolen')).toEqual([])
    expect(both.menu.map((entry) => entry.path)).toEqual(['/station', '/greedy'])
  })

  it('keeps the first of two remotes that claim one path', () => {
    const twin = { ...plants, name: 'twin' }
    const both = buildRouteTable(ownRoutes, [plants, twin])
    expect(both.routes.find((route) => route.path === '/station/list')?.remote).toBe('plants')
    expect(both.menu.filter((entry) => entry.path === '/station')).toHaveLength(1)
  })
})
