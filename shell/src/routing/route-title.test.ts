import { office, plants } from './manifest.fixture.ts'
import { ownRoutes } from './own-routes.ts'
import { buildRouteTable } from './route-table.ts'
import { routeTitle } from './route-title.ts'

const table = buildRouteTable(ownRoutes, [plants, office])
const titleOf = (path: string, locale: string) => {
  const route = table.routes.find((candidate) => candidate.path === path)
  if (!route) throw new Error(`no route ${path}`)
  return routeTitle(route, table, locale)
}

describe('routeTitle', () => {
  it('is the route’s own title in the locale', () => {
    expect(titleOf('/station/list', 'zh-TW')).toBe('Plant list 繁')
  })

  it('falls back to the English title', () => {
    expect(titleOf('/station/list', 'he')).toBe('Plant list')
  })

  it('falls back to the area’s title', () => {
    expect(titleOf('/office/bills', 'zh-CN')).toBe('Office 简')
  })

  it('is undefined for the shell’s own routes, whose titles are its messages', () => {
    expect(titleOf('/login/index', 'en-US')).toBeUndefined()
  })
})
