import { askedReturnPath, safeReturnPath, signInPathFrom } from './return-path.ts'

const followed = [
  '/station/list',
  '/station/detail/charts/7f9c/0b1e',
  '/station/list?search=roof%20east&status=abnormal',
  '/record?from=2026-11-01',
  '/device/detail/charts/a%2Fb/c',
]

const refused = [
  null,
  '',
  'station/list',
  'https://evil.example/',
  'HTTPS:evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%2Fevil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  '/..//evil.example',
  '/%2e%2e//evil.example',
  '/./%2e//evil.example',
  ' /station',
  'javascript:alert(1)',
  'data:text/html,<script>1</script>',
  '/station%',
  '/login',
  '/login/index?from=/login/index',
  '/LOGIN/index',
  '/x/../login/index',
  `/${'a'.repeat(3000)}`,
]

describe('safeReturnPath', () => {
  it.each(followed)('follows %j', (asked) => {
    expect(safeReturnPath(asked, '/')).toBe(asked)
  })

  it.each(refused)('refuses %j', (asked) => {
    expect(safeReturnPath(asked, '/fallback')).toBe('/fallback')
  })
})

describe('signInPathFrom', () => {
  it('carries the requested page in the URL', () => {
    const address = signInPathFrom('/login/index', '/station/list?search=a b&c', ['/'])
    expect(askedReturnPath(address.slice(address.indexOf('?')))).toBe('/station/list?search=a%20b&c')
  })

  it('carries nothing when the home page was requested', () => {
    expect(signInPathFrom('/login/index', '/', ['/', '/station'])).toBe('/login/index')
    expect(signInPathFrom('/login/index', '/station', ['/', '/station'])).toBe('/login/index')
  })
})
