import { runInNewContext } from 'node:vm'
import { pushWorkerPath } from '@helioport/contract'
import { createHash } from 'node:crypto'
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { SignedReleaseIndex } from '@helioport/contract/release'
import type { FastifyInstance } from 'fastify'
import { publishReleases, renewIndex } from '../store/change.ts'
import { openKeyRing } from '../store/keys.ts'
import type { Layout } from '../store/layout.ts'
import { createTestLayout, goBack, layRelease } from '../testing/store.ts'
import { createReleaseHost } from './app.ts'

const now = new Date('2026-11-21T12:00:00Z')
let layout: Layout
let app: FastifyInstance
let station: string

beforeEach(async () => {
  layout = createTestLayout()
  station = layRelease(layout, 'station', 1)
  await publishReleases(layout, [{ name: 'shell', release: layRelease(layout, 'shell', 1) }, { name: 'station', release: station }], now) // prettier-ignore
  // Nothing listens on port 9 of this machine.
  app = await createReleaseHost({ data: layout.root, api: 'http://127.0.0.1:9', logLevel: 'silent' })
})
afterEach(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

test('the page contains the signed index, the keys and the first files with their hashes', async () => {
  const reply = await get('/')
  expect(reply.statusCode).toBe(200)
  const inlined = (id: string): unknown =>
    JSON.parse(new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(reply.body)?.[1] ?? '')
  const signed = JSON.parse((await get('/releases/index.json')).body) as SignedReleaseIndex
  // Exactly as it was signed.
  expect(reply.body).toContain(
    `<script type="application/json" id="release-index" data-key="${signed.keyId}" data-signature="${signed.signature}">${signed.payload}</script>`,
  )
  const { current, next } = await openKeyRing(layout)
  expect(inlined('release-keys')).toEqual([current, next].map(({ keyId, publicKey }) => ({ keyId, publicKey })))
  const hash = createHash('sha256').update('/* 1 */').digest('base64')
  expect(reply.body).toContain(
    `<script defer src="/r/shell/0.1.0-111111111111/main.js" integrity="sha256-${hash}" crossorigin="anonymous"></script>`,
  )
  expect(reply.body).toMatch(
    /<link rel="stylesheet" href="\/r\/shell\/[^"]+" integrity="sha256-[^"]+" crossorigin="anonymous">/,
  )
  expect(reply.headers['cache-control']).toBe('no-cache')
})

test('data in the page cannot close its script element', async () => {
  const developmentRemotes = { station: 'http://127.0.0.1:1/</script><b>planted' }
  const developing = await createReleaseHost({
    data: layout.root,
    api: 'http://127.0.0.1:9',
    logLevel: 'silent',
    developmentRemotes,
  })
  const { body } = await developing.inject('/')
  expect(body).not.toContain('<b>planted')
  const text = /<script type="application\/json" id="development-remotes">(.*?)<\/script>/.exec(body)?.[1]
  expect(JSON.parse(text ?? '')).toEqual(developmentRemotes)
  await developing.close()
})

test('the policy allows the hash of the one inline script and no other', async () => {
  const reply = await get('/')
  const policy = String(reply.headers['content-security-policy'])
  const inline = [...reply.body.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '')
  expect(inline).toHaveLength(1)
  const hash = createHash('sha256')
    .update(inline[0] ?? '')
    .digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(rule)
})

test('each reply has a nonce for styles; the policy requires trusted types', async () => {
  const [one, other] = [await get('/', { 'accept-encoding': 'br' }), await get('/', { 'accept-encoding': 'gzip' })]
  const bodies = [brotliDecompressSync(one.rawPayload).toString(), gunzipSync(other.rawPayload).toString()]
  const nonces = [one, other].map(({ headers }, at) => {
    const policy = String(headers['content-security-policy'])
    const nonce = /style-src 'self' 'nonce-([\w-]{22})';/.exec(policy)?.[1] ?? ''
    expect(bodies[at]).toContain(`nonce="${nonce}"`)
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default")
    expect(headers['integrity-policy']).toBe('blocked-destinations=(script style)')
    expect(headers.etag).toContain(nonce)
    return nonce
  })
  expect(nonces[0]).not.toBe(nonces[1])
})

test('an unchanged page is 304 with the policy of its nonce, until the page changes', async () => {
  const first = await get('/')
  const kept = { 'if-none-match': String(first.headers.etag) }
  const again = await get('/', kept)
  expect([again.statusCode, again.payload]).toEqual([304, ''])
  expect(again.headers).toMatchObject({ etag: first.headers.etag, 'cache-control': 'no-cache' })
  expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
  expect((await get('/', { ...kept, 'accept-language': 'en' })).statusCode).toBe(200)
  await publishReleases(layout, [{ name: 'shell', release: layRelease(layout, 'shell', 3) }], now)
  const changed = await get('/', kept)
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).not.toBe(first.headers.etag)
})

test('a shell built without a place for a nonce is served with unsafe-inline styles', async () => {
  const old = layRelease(layout, 'shell', 2)
  writeFileSync(join(layout.release('shell', old), 'index.html'), '<html><head><!--head--></head><body></body></html>')
  await publishReleases(layout, [{ name: 'shell', release: old }], now)
  const policy = String((await get('/')).headers['content-security-policy'])
  expect(policy).toContain("style-src 'self' 'unsafe-inline';")
  expect(policy).not.toContain('trusted-types')
})

test.each(['/', '/releases/index.json', '/healthz', '/nowhere', '/r/station/nothing/x.js'])(
  '%s has the security headers',
  async (url) => {
    const { headers } = await get(url)
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['content-security-policy']).not.toContain('unsafe')
  },
)

test('an unchanged index is 304; a publish and a rollback are visible at once', async () => {
  const first = await get('/releases/index.json')
  const etag = String(first.headers.etag)
  expect((await get('/releases/index.json', { 'if-none-match': etag })).statusCode).toBe(304)
  await publishReleases(layout, [{ name: 'station', release: layRelease(layout, 'station', 2) }], now)
  const second = await get('/releases/index.json', { 'if-none-match': etag })
  const stationOf = (body: string) =>
    (JSON.parse((JSON.parse(body) as SignedReleaseIndex).payload) as { remotes: Record<string, { release: string }[]> })
      .remotes['station']?.[0]?.release
  expect([second.statusCode, stationOf(second.body)]).toEqual([200, '0.1.0-222222222222'])
  await goBack(layout, 'station', now)
  expect(stationOf((await get('/releases/index.json')).body)).toBe(station)
  expect((await get('/')).body).toContain('"serial":3')
})

test('files of a release are compressed as requested and immutable', async () => {
  const url = `/r/station/${station}/list.js`
  const plain = await get(url)
  expect([plain.statusCode, plain.body]).toEqual([200, '/* list 1 */'])
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.headers['content-type']).toMatch(/javascript/)
  const brotli = await get(url, { 'accept-encoding': 'gzip, br' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe('/* list 1 */')
  const gzip = await get(url, { 'accept-encoding': 'gzip' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe('/* list 1 */')
  expect((await get(`/r/station/${station}/release.json`)).json()).toMatchObject({ release: station })
})

test('a retry may use another URL of a file', async () => {
  expect((await get(`/r/station/${station}/~3/list.js`)).body).toBe('/* list 1 */')
  expect((await get(`/r/station/${station}/~3/~4/list.js`)).statusCode).toBe(404)
})

const key = 'keys/index-ed25519.pem'
const outside = [
  ...['..', '%2e%2e', '%2e.', '..%2f..', '%252e%252e', '..%5c..', '..%255c..', '....//', '.%00.', '~1/..'].flatMap(
    (up) => [`/r/station/RELEASE/${up}/${up}/${up}/${key}`, `/r/${up}/${up}/${key}`, `/r/station/${up}/${key}`],
  ),
  '/r/station/RELEASE/%2fetc%2fpasswd',
  '/r/station/RELEASE//etc/passwd',
  '/r/station/RELEASE/list.js%00.html',
  '/r/station/RELEASE/list.js/',
  '/r/station/RELEASE/LIST.JS',
  '/r/station/RELEASE/list.js.br',
  '/r/station/RELEASE/list.js.map',
  '/r/station/RELEASE/',
  '/r/station/RELEASE',
  '/r/station/',
  '/r/',
  '/r/station/0.1.0-999999999999/list.js',
  '/r/constructor/RELEASE/list.js',
  '/r/station/RELEASE/__proto__',
  '/r/station/RELEASE/constructor',
  `/${key}`,
  '/audit.jsonl',
  '/pointers/station.json',
]

test.each(outside)('%s is 404 or 400', async (path) => {
  const reply = await get(path.replace('RELEASE', station))
  expect([400, 404]).toContain(reply.statusCode)
  expect(reply.body).not.toMatch(/PRIVATE KEY|root:|list 1/)
})

test('serves neither a file added to a release nor a symbolic link in place of one', async () => {
  const folder = layout.release('station', station)
  writeFileSync(join(folder, 'planted.js'), 'evil()')
  expect((await get(`/r/station/${station}/planted.js`)).statusCode).toBe(404)
  rmSync(join(folder, 'list.js'))
  expect((await get(`/r/station/${station}/list.js`)).statusCode).toBe(404)
  symlinkSync('/etc/passwd', join(folder, 'list.js'))
  expect((await get(`/r/station/${station}/list.js`)).statusCode).toBe(404)
  rmSync(join(folder, 'remoteEntry.js.br'))
  symlinkSync('/etc/passwd', join(folder, 'remoteEntry.js.br'))
  const entry = `/r/station/${station}/remoteEntry.js`
  expect((await get(entry, { 'accept-encoding': 'br' })).statusCode).toBe(404)
  renameSync(folder, `${folder}-moved`)
  symlinkSync(`${folder}-moved`, folder)
  expect((await get(`/r/station/${station}/other.js`)).statusCode).toBe(404)
})

test('without the files of the shell the page is 503, but the index is still served', async () => {
  const folder = layout.release('shell', '0.1.0-111111111111')
  renameSync(folder, `${folder}-away`)
  expect((await get('/')).statusCode).toBe(503)
  expect((await get('/releases/index.json')).statusCode).toBe(200)
  expect((await get('/releases/operator')).statusCode).toBe(200)
  renameSync(`${folder}-away`, folder)
  expect((await get('/')).statusCode).toBe(200)
})

test.each(['', '{', '{"payload":"{}"}'])(
  'a damaged index (%j) is rewritten; until then the last good one is served',
  async (damaged) => {
    const serialOf = async () =>
      (JSON.parse((JSON.parse((await get('/releases/index.json')).body) as SignedReleaseIndex).payload) as { serial: number }).serial // prettier-ignore
    const [page, serial] = [(await get('/')).body.length, await serialOf()]
    writeFileSync(layout.index, damaged)
    const meanwhile = await get('/')
    expect([meanwhile.statusCode, meanwhile.body.length, await serialOf()]).toEqual([200, page, serial])
    expect(await renewIndex(layout, now)).toBe(true)
    expect((await get('/')).statusCode).toBe(200)
    expect(await serialOf()).toBeGreaterThan(serial)
    // Changes of the store still work with a damaged index.
    writeFileSync(layout.index, damaged)
    await publishReleases(layout, [{ name: 'station', release: layRelease(layout, 'station', 2) }], now)
    expect(await serialOf()).toBeGreaterThan(serial + 1)
  },
)

test('before the first release the page is 503 and the host is healthy', async () => {
  const empty = await createReleaseHost({
    data: createTestLayout().root,
    api: 'http://127.0.0.1:9',
    logLevel: 'silent',
  })
  expect((await empty.inject('/')).statusCode).toBe(503)
  expect((await empty.inject('/healthz')).json()).toEqual({ status: 'ok' })
  await empty.close()
})

test('a service that is down is 503 service.unavailable in the usual envelope', async () => {
  const reply = await get('/api/web/v1/stations')
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toEqual({
    success: false,
    errorCode: 'service.unavailable',
    errorMessage: expect.any(String),
    traceId: expect.any(String),
  })
})

describe('with a service', () => {
  let service: Server
  let withService: FastifyInstance
  const seen: { method: string | undefined; url: string | undefined; body: string; host: string | undefined }[] = []
  let finish: () => void = () => {}
  let gone: Promise<unknown> = Promise.resolve()

  beforeAll(async () => {
    service = createServer((request, reply) => {
      if (request.url === '/api/web/v1/events') {
        reply.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n')
        finish = () => reply.end('data: last\n\n')
        gone = new Promise((resolve) => reply.on('close', resolve))
        return
      }
      let body = ''
      request.setEncoding('utf8').on('data', (part: string) => (body += part))
      request.on('end', () => {
        seen.push({ method: request.method, url: request.url, body, host: String(request.headers['x-forwarded-host']) })
        reply
          .writeHead(418, { 'set-cookie': 'session=1; HttpOnly', 'content-type': 'application/json' })
          .end('{"success":false}')
      })
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const api = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    withService = await createReleaseHost({
      data: createTestLayout().root,
      api,
      allowedHosts: ['portal.test'],
      logLevel: 'silent',
    })
    await withService.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await withService.close()
    service.closeAllConnections()
    service.close()
  })

  test('forwards method, path, query and body, and returns status and cookies', async () => {
    const payload = JSON.stringify({ rows: 'x'.repeat(3_000_000) })
    const reply = await withService.inject({
      method: 'POST',
      url: '/api/ingest/v1/samples?a=1',
      headers: { 'content-type': 'application/json', host: 'portal.test' },
      payload,
    })
    expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([418, 'session=1; HttpOnly'])
    expect(seen.at(-1)).toEqual({
      method: 'POST',
      url: '/api/ingest/v1/samples?a=1',
      body: payload,
      host: 'portal.test',
    })
  })

  test('forwards events while the request is open', async () => {
    const { port } = withService.server.address() as AddressInfo
    const reply = await fetch(`http://127.0.0.1:${port}/api/web/v1/events`)
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('data: first\n\n')
    finish()
    expect((await reader?.read())?.value).toBe('data: last\n\n')
  })

  test('a client that closes its event stream is disconnected from the service', async () => {
    const { port } = withService.server.address() as AddressInfo
    const going = new AbortController()
    const reply = await fetch(`http://127.0.0.1:${port}/api/web/v1/events`, { signal: going.signal })
    await reply.body?.getReader().read()
    going.abort()
    await gone
  })
})

test('the push worker shows notifications and opens links of the portal only', async () => {
  const { body, headers } = await get(pushWorkerPath)
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(headers['service-worker-allowed']).toBeUndefined()
  expect(headers['content-security-policy']).toContain("trusted-types 'none'")
  // A worker without a fetch handler changes no request.
  expect(body).not.toContain('fetch')
  const heard = new Map<string, (event: object) => void>()
  const shown: unknown[] = []
  const opened: string[] = []
  const worker = {
    location: { origin: 'https://portal.example' },
    addEventListener: (type: string, hear: (event: object) => void) => heard.set(type, hear),
    registration: { showNotification: (...args: unknown[]) => void shown.push(args) },
    clients: { openWindow: (url: string) => void opened.push(url) },
  }
  runInNewContext(body, { ...worker, URL })
  const note = { title: 'P: F1', body: 'since', url: '/#/record?alarm=1', tag: 't', lang: 'en-US', dir: 'ltr' }
  heard.get('push')?.({ data: { json: () => note }, waitUntil: () => undefined })
  expect(shown).toMatchObject([['P: F1', { body: 'since', tag: 't', data: '/#/record?alarm=1' }]])
  for (const data of [note.url, 'https://evil.example/x', '//evil.example'])
    heard.get('notificationclick')?.({ notification: { data, close: () => undefined }, waitUntil: () => undefined })
  expect(opened).toEqual([
    'https://portal.example/#/record?alarm=1',
    'https://portal.example',
    'https://portal.example',
  ])
})
