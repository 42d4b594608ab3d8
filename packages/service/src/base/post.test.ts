import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { publicOutside } from './outside.ts'
import { ownCertificate } from '../testing/server/own-certificate.ts'
import { type Receiver, startReceiver, testOutside } from '../testing/server/receiver.ts'
import { isSendable, post } from './post.ts'

let receiver: Receiver
beforeAll(async () => void (receiver = await startReceiver()))
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = (_request, response) => void response.writeHead(204).end()
})
afterAll(() => receiver.close())

const outside = testOutside()
const send = (url: string, by = outside) => post(by, url, { 'content-type': 'application/json' }, '{"a":1}')

test('a message arrives whole, with its host name in the Host header', async () => {
  expect(await send(receiver.url('/hook?x=1'))).toEqual({ status: 204, failure: null })
  expect(receiver.received).toMatchObject([{ path: '/hook?x=1', body: '{"a":1}' }])
  expect(receiver.received[0]?.headers.host).toMatch(/^receiver\.test:\d+$/)
})

test('sends over https only to a host that a trusted certificate names', async () => {
  const certificate = ownCertificate(['receiver.test'], Date.now())
  const server = createServer(certificate, (_request, response) => void response.writeHead(204).end())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const usual = getCACertificates('default')
  try {
    expect(await send(`https://receiver.test:${port}/`)).toEqual({ status: null, failure: 'certificate' })
    setDefaultCACertificates([...usual, certificate.cert])
    expect(await send(`https://receiver.test:${port}/`)).toEqual({ status: 204, failure: null })
    expect(await send(`https://another.test:${port}/`)).toEqual({ status: null, failure: 'certificate' })
  } finally {
    setDefaultCACertificates(usual)
    server.close()
  }
})

/** Every notation of an inner address; the receiver listens on the first, so that a request would be noticed. */
const inner = [
  ['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f.1', '0x7f000001', '0x7f.0x0.0x0.0x1', '017700000001'],
  [
    '0177.0.0.01',
    '１２７.0.0.1',
    '127。0。0。1',
    '0',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ],
  ['[0:0:0:0:0:ffff:7f00:0001]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '169.254.169.254'],
  ['[::ffff:169.254.169.254]', '[fd00:ec2::254]', '[fe80::1]', '100.64.0.1', '10.0.0.1', '192.168.0.1', '172.16.0.1'],
].flat()

test.each(inner)('http(s)://%s is refused before anything is sent', async (host) => {
  const port = new URL(receiver.url()).port
  const wide = { ...publicOutside, protocols: ['http:', 'https:'] }
  for (const scheme of ['http', 'https']) {
    const url = `${scheme}://${host}:${port}/`
    expect(isSendable(wide, url)).toBe(false)
    expect(await send(url, wide)).toEqual({ status: null, failure: 'address' })
  }
  expect(receiver.received).toEqual([])
})

test.each(inner.filter((host) => /^[\d.]+$|^\[/.test(host)))(
  'a host name that resolves to %s is refused',
  async (host) => {
    const bare = new URL(`http://${host}/`).hostname.replace(/^\[(.*)\]$/, '$1')
    const family = bare.includes(':') ? 6 : 4
    const addresses = [
      { address: '93.184.216.34', family: 4 },
      { address: bare, family },
    ]
    for (const found of [addresses, addresses.slice(1)]) {
      const by = { ...publicOutside, protocols: ['http:'], resolve: async () => found }
      expect(await send(receiver.url('/', 'inner.example'), by)).toEqual({ status: null, failure: 'address' })
    }
    expect(receiver.received).toEqual([])
  },
)

test.each([
  'http://public.example/',
  'ftp://public.example/',
  'gopher://public.example/',
  'file:///etc/passwd',
  'https://user:word@public.example/',
  'https://user@public.example/',
  'https://localhost/',
  'https://LocalHost.:8443/',
  'https://a.localhost/',
  'https://printer/',
  'https://nas.local/',
  'https://metadata.google.internal/',
  'https://router.home.arpa/',
  'nothing',
  '',
])('%j is refused without a DNS query', async (url) => {
  expect(isSendable(publicOutside, url)).toBe(false)
  const resolve = () => Promise.reject(new Error('looked at'))
  expect((await send(url, { ...publicOutside, resolve })).failure).not.toBe('unresolved')
})

test('the name is resolved once per message, so that DNS rebinding has no effect', async () => {
  const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '169.254.169.254', family: 4 }]]
  let asked = 0
  const by = { ...outside, resolve: async () => answers[asked++] ?? [] }
  expect(await send(receiver.url('/', 'rebinding.test'), by)).toEqual({ status: 204, failure: null })
  expect(asked).toBe(1)
  expect(await send(receiver.url('/', 'rebinding.test'), by)).toEqual({ status: null, failure: 'address' })
})

test.each([301, 302, 303, 307, 308])('a redirect (%d) is not followed, wherever it leads', async (status) => {
  for (const location of ['http://169.254.169.254/latest/meta-data/', receiver.url('/second')]) {
    receiver.received.length = 0
    receiver.answer = (_request, response) => void response.writeHead(status, { location }).end()
    expect(await send(receiver.url('/first'))).toEqual({ status, failure: 'redirect' })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/first'])
  }
})

test('limits the size of a reply and the time to wait for it', async () => {
  receiver.answer = (_request, response) => {
    response.writeHead(200)
    const more = () => response.write('x'.repeat(4096), () => void (response.destroyed || setImmediate(more)))
    more()
  }
  expect(await send(receiver.url())).toEqual({ status: 200, failure: null })
  receiver.answer = () => {}
  expect(await send(receiver.url(), testOutside(100))).toEqual({ status: null, failure: 'timeout' })
  const resolve = () => new Promise<never>(() => {})
  expect(await send(receiver.url(), { ...testOutside(100), resolve })).toEqual({ status: null, failure: 'timeout' })
  receiver.answer = (_request, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(12_000) }).end()
  expect(await send(receiver.url())).toEqual({ status: null, failure: 'connection' })
})

test('distinguishes failures: status, unresolved, connection', async () => {
  receiver.answer = (_request, response) => void response.writeHead(500).end('no')
  expect(await send(receiver.url())).toEqual({ status: 500, failure: 'status' })
  expect(await send(receiver.url('/', 'nowhere.example'))).toEqual({ status: null, failure: 'unresolved' })
  expect(await send(receiver.url().replace('http:', 'https:'))).toMatchObject({ status: null })
  receiver.answer = (_request, response) => void response.destroy()
  expect(await send(receiver.url())).toEqual({ status: null, failure: 'connection' })
})
