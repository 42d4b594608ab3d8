import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestHost, type TestHost } from '../testing/host.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
let now = start
let host: TestHost

beforeEach(async () => {
  now = start
  host = await startTestHost(new Date(start), { now: () => now, allowOverrides: true })
})
afterEach(() => host.close())

const origin = 'http://127.0.0.1:3101'
const ask = (at: TestHost, body: object = { part: 'station', origin }, authorization = at.authorization) =>
  fetch(`${at.url}/releases/door/override`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  })
const linkOf = async () => ((await (await ask(host)).json()) as { path: string }).path
const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(host.url + path, { redirect: 'manual', headers })
const cookieOf = (reply: Response) => (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
async function page(cookie: string, path = '/') {
  const reply = await open(path, { cookie, 'accept-language': 'en-US' })
  const text = await reply.text()
  return { text, headers: reply.headers, isOverridden: text.includes('id="remote-overrides"') }
}

test('opening the link gives that browser alone the remote from the local machine, with a banner', async () => {
  const reply = await open(await linkOf())
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/'])
  expect(reply.headers.get('set-cookie')).toMatch(/Max-Age=43200; HttpOnly; SameSite=Strict$/)
  const own = await page(cookieOf(reply))
  expect(own.text).toContain(`id="remote-overrides">{"station":"${origin}"}</script>`)
  expect(own.text).toContain('station comes from http://127.0.0.1:3101 in this browser alone')
  const policy = own.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self' '[^']+' .*http:\/\/127\.0\.0\.1:3101/)
  expect(own.headers.get('cache-control')).toBe('no-store')
  const other = await page('')
  expect(other.isOverridden).toBe(false)
  expect(other.headers.get('content-security-policy')).not.toContain('3101')
  expect(other.headers.get('vary')).toContain('cookie')
})

test('an override ends by safe mode, a changed cookie, after twelve hours, and with another operator key', async () => {
  const cookie = cookieOf(await open(await linkOf()))
  expect((await page(cookie)).isOverridden).toBe(true)
  expect((await page(cookie, '/?safe=1')).isOverridden).toBe(false)
  expect((await page(`${cookie.slice(0, -2)}AA`)).isOverridden).toBe(false)
  const cleared = await fetch(`${host.url}/releases/override/clear`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', origin: host.url },
    body: '',
  })
  expect([cleared.status, cleared.headers.get('set-cookie')?.includes('Max-Age=0')]).toEqual([303, true])
  now = start + 12 * 3_600_000
  expect((await page(cookie)).isOverridden).toBe(false)
  now = start
  expect((await page(cookie)).isOverridden).toBe(true)
  writeFileSync(join(host.layout.keys, 'operator-key'), 'another\n')
  expect((await page(cookie)).isOverridden).toBe(false)
})

test('a link works once, for five minutes, and not from another site', async () => {
  const first = await linkOf()
  expect((await open(first)).status).toBe(303)
  expect((await open(first)).status).toBe(403)
  expect((await open(await linkOf(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const late = await linkOf()
  now += 5 * 60_000
  expect((await open(late)).status).toBe(403)
})

test.each([
  ['without the key', { part: 'station', origin }, 'Bearer guess', 401],
  ['of another machine', { part: 'station', origin: 'http://10.0.0.7:3101' }, undefined, 422],
  ['of a name like the own machine', { part: 'station', origin: 'http://127.0.0.1.example:3101' }, undefined, 422],
  ['of the shell', { part: 'shell', origin }, undefined, 422],
])('refuses a link %s', async (_, body, authorization, status) => {
  expect((await ask(host, body, authorization)).status).toBe(status)
})

test('a portal that forbids overrides makes no link and ignores existing cookies', async () => {
  const cookie = cookieOf(await open(await linkOf()))
  const strict = await startTestHost(new Date(start), { now: () => now }, host.layout)
  try {
    const refused = await ask(strict)
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('forbids overrides')])
    expect(await (await fetch(strict.url, { headers: { cookie } })).text()).not.toContain('remote-overrides')
  } finally {
    await strict.close()
  }
})
