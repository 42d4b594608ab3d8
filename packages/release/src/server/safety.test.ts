import { once } from 'node:events'
import { connect } from 'node:net'
import { startTestHost, type TestHost } from '../testing/host.ts'

let host: TestHost

beforeAll(async () => {
  host = await startTestHost(new Date('2026-11-21T12:00:00Z'), { allowedHosts: ['portal'] })
})
afterAll(() => host.close())

/** Sends raw bytes, which no client library would send; returns the reply's head. */
function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(host.url)
  return new Promise((resolve, reject) => {
    let reply = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.setEncoding('latin1').on('data', (part: string) => {
      reply += part
      if (reply.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('close', () => resolve(reply.split('\r\n\r\n')[0] ?? ''))
    socket.on('error', reject)
  })
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: portal\r\n${headers}\r\n`

test.each<[string, string]>([
  ['the page', get('/')],
  ['the index', get('/releases/index.json')],
  ['its events', get('/releases/events')],
  ['a file', get('/r/station/0.1.0-222222222222/list.js')],
  ['a missing file', get('/r/station/0.1.0-222222222222/nothing.js')],
  ["the operator's page", get('/releases/operator')],
  ['its script', get('/releases/operator/main.js')],
  ['the door without a key', get('/releases/door/status')],
  [
    'beacons of a wrong type',
    'POST /releases/beacons HTTP/1.1\r\nHost: portal\r\nContent-Length: 2\r\nContent-Type: text/plain\r\n\r\n[]',
  ],
  [
    'beacons that do not fit',
    'POST /releases/beacons HTTP/1.1\r\nHost: portal\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n[]',
  ],
  [
    'broken JSON',
    'POST /releases/beacons HTTP/1.1\r\nHost: portal\r\nContent-Length: 1\r\nContent-Type: application/json\r\n\r\n[',
  ],
  ['nowhere', get('/nowhere')],
  ['another method', 'DELETE / HTTP/1.1\r\nHost: portal\r\n\r\n'],
  ['TRACE', 'TRACE / HTTP/1.1\r\nHost: portal\r\n\r\n'],
  ['an address that is none', get('/%zz')],
  ['an address that is none, of the service', get('/api/%zz')],
  ['a dead service', get('/api/web/v1/stations')],
  ['no HTTP', 'HELLO\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: portal\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['a length and chunks', 'POST / HTTP/1.1\r\nHost: portal\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ['a bare line feed', 'GET / HTTP/1.1\nHost: portal\nX: a\n b\r\n\r\n'],
  ['a head of 40 KB', get('/', `X: ${'x'.repeat(40_000)}\r\n`)],
  ['an expectation', get('/', 'Expect: miracles\r\n')],
  ['HTTP 1.0 without a host', 'GET / HTTP/1.0\r\n\r\n'],
  ['an upgrade', get('/', 'Connection: Upgrade\r\nUpgrade: websocket\r\n')],
])('the reply to %s has the security headers', async (_, request) => {
  const head = (await sendRaw(request)).toLowerCase()
  expect(head).toMatch(/^http\/1\.1 \d{3}/)
  for (const header of [
    'strict-transport-security: max-age=',
    'x-content-type-options: nosniff',
    'referrer-policy: strict-origin-when-cross-origin',
    'cross-origin-opener-policy: same-origin',
    'cross-origin-resource-policy: same-origin',
    'permissions-policy: ',
    'cache-control: ',
  ]) {
    expect(head).toContain(header)
  }
  expect(head).toMatch(/content-security-policy: [^\r]*default-src [^\r]*frame-ancestors 'none'/)
})

test.each([
  ['the page', '/'],
  ['the index', '/releases/index.json'],
  ["the operator's page", '/releases/operator'],
  ['the service', '/api/web/v1/session'],
  ['a file', '/r/station/0.1.0-222222222222/list.js'],
])('%s is 421 under a host name that is not allowed', async (_, path) => {
  const statusOf = async (headers: string) => (await sendRaw(`GET ${path} HTTP/1.1\r\n${headers}\r\n`)).split(' ')[1]
  expect(await statusOf('Host: evil.example\r\n')).toBe('421')
  expect(await statusOf('Host: evil.example\r\nX-Forwarded-Host: portal\r\n')).toBe('421')
  expect(await statusOf('Host: portal\r\nX-Forwarded-Host: evil.example\r\n')).toBe('421')
  for (const own of ['portal', 'portal:8080', 'localhost:8080', '127.0.0.1']) expect(await statusOf(`Host: ${own}\r\n`)).not.toBe('421') // prettier-ignore
})

test('error replies contain no paths or internals', async () => {
  for (const path of ['/%zz', '/nowhere', '/r/station/0.1.0-222222222222/..%2f..%2fkeys']) {
    const reply = await fetch(host.url + path)
    expect(await reply.text()).not.toMatch(/\/|FST_|Error/)
  }
})

// Sooner than the time limit of a request.
test('a client that keeps sending after the reply is disconnected', async () => {
  const { hostname, port } = new URL(host.url)
  const socket = connect(Number(port), hostname)
  socket.write('PATCH /releases/uploads/1 HTTP/1.1\r\nHost: portal\r\nTransfer-Encoding: chunked\r\n\r\n')
  const sending = setInterval(() => socket.writable && socket.write('1\r\nx\r\n'), 100)
  socket.on('error', () => {})
  const [reply] = (await once(socket, 'data')) as [Buffer]
  expect(reply.toString()).toMatch(/^HTTP\/1\.1 4\d\d/)
  await once(socket, 'close')
  clearInterval(sending)
}, 30_000)
