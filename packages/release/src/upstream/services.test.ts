import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestHost, type TestHost } from '../testing/host.ts'
import { createServices } from './services.ts'

interface Fake {
  name: string
  origin: string
  /** Received requests, with their bodies. */
  seen: string[]
  ready: boolean
  /** Accepts requests and never answers, like a frozen process. */
  frozen: boolean
  /** Reply to requests other than checks. */
  answer: (reply: ServerResponse, body: string) => void
  stop: () => Promise<void>
  start: () => Promise<void>
}

const at = new Date('2026-11-23T08:00:00Z')
const fakes: Fake[] = []
const hosts: TestHost[] = []
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close()
  for (const fake of fakes.splice(0)) await fake.stop()
})

async function startFake(name: string): Promise<Fake> {
  let server: Server | undefined
  let port = 0
  const fake: Fake = {
    name,
    origin: '',
    seen: [],
    ready: true,
    frozen: false,
    answer: (reply) => void reply.end(JSON.stringify({ by: name })),
    stop: async () => {
      server?.closeAllConnections()
      await new Promise((done) => (server === undefined ? done(undefined) : server.close(done)))
      server = undefined
    },
    start: async () => {
      server = createServer((request, reply) => {
        if (fake.frozen) return
        if (request.url === '/readyz') return void reply.writeHead(fake.ready ? 200 : 503).end()
        let body = ''
        request.on('data', (part: Buffer) => (body += part.toString()))
        request.on('end', () => {
          fake.seen.push(`${request.method} ${request.headers.host === new URL(fake.origin).host ? 'own' : 'other'} ${body}`) // prettier-ignore
          fake.answer(reply, body)
        })
      })
      await new Promise<void>((done) => server?.listen(port, '127.0.0.1', done))
      port = (server.address() as AddressInfo).port
      fake.origin = `http://127.0.0.1:${port}`
    },
  }
  await fake.start()
  fakes.push(fake)
  return fake
}

async function startHost(services: readonly Fake[], checkServicesMs = 20): Promise<TestHost> {
  const host = await startTestHost(at, { api: services.map(({ origin }) => origin), checkServicesMs })
  hosts.push(host)
  return host
}

const path = '/api/web/v1/stations'
const byOf = async (host: TestHost, init?: RequestInit) =>
  ((await (await fetch(`${host.url}${path}`, init)).json()) as { by: string }).by
const askOften = async (host: TestHost, times = 6) => {
  const by = new Set<string>()
  for (let i = 0; i < times; i++) by.add(await byOf(host))
  return [...by].toSorted()
}
const connectionsOf = ({ app }: TestHost) =>
  new Promise<number>((done, fail) => app.server.getConnections((error, count) => (error ? fail(error) : done(count))))
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((done) => setTimeout(done, 10))
}

test('services take turns; one that is not ready is left out until it is', async () => {
  const [one, two] = [await startFake('one'), await startFake('two')]
  const host = await startHost([one, two])
  expect(await askOften(host)).toEqual(['one', 'two'])
  one.ready = false
  await until(async () => (await askOften(host)).join() === 'two')
  one.ready = true
  await until(async () => (await askOften(host)).join() === 'one,two')
})

test('a dead service fails no request, and is used again after its return', async () => {
  const [one, two] = [await startFake('one'), await startFake('two')]
  // No check runs in between: the requests themselves find it dead.
  const host = await startHost([one, two], 1_000_000)
  await one.stop()
  const post = { method: 'POST', body: '{"name":"Roof"}', headers: { 'content-type': 'application/json' } }
  for (let i = 0; i < 4; i++) expect(await byOf(host, post)).toBe('two')
  expect(await askOften(host)).toEqual(['two'])
  expect(two.seen.filter((line) => line.startsWith('POST'))).toEqual(Array(4).fill('POST own {"name":"Roof"}'))

  const watched = await startHost([one, two])
  await one.start()
  await until(async () => (await askOften(watched)).join() === 'one,two')
})

test('repeats a read on another service after a broken connection, but no write', async () => {
  const [one, two] = [await startFake('one'), await startFake('two')]
  const host = await startHost([one, two], 1_000_000)
  for (const fake of [one, two]) fake.answer = (reply) => void reply.socket?.destroy()
  const late: Fake = await startFake('three')
  const reading = await startHost([one, late], 1_000_000)
  for (let i = 0; i < 4; i++) expect(await byOf(reading)).toBe('three')
  // A write that was accepted may have had its effect: it is not repeated.
  const replies = []
  for (let i = 0; i < 2; i++) replies.push((await fetch(`${host.url}${path}`, { method: 'POST', body: 'x' })).status)
  expect(replies).toEqual([503, 503])
  expect([...one.seen, ...two.seen].filter((line) => line.startsWith('POST'))).toHaveLength(2)
})

test('a read sent to a frozen service is answered by another one', async () => {
  const [one, two] = [await startFake('one'), await startFake('two')]
  const host = await startHost([one, two])
  expect(await askOften(host)).toEqual(['one', 'two'])
  one.frozen = true
  const answers = await Promise.all(Array.from({ length: 6 }, () => byOf(host)))
  expect(answers).toEqual(Array(6).fill('two'))
  one.frozen = false
  await until(async () => (await askOften(host)).join() === 'one,two')
})

test('a late reply to a client that is gone causes no error', async () => {
  const slow = await startFake('slow')
  const host = await startHost([slow])
  const errors: unknown[] = []
  const note = (error: unknown) => errors.push(error)
  process.on('uncaughtException', note)
  let reply: ServerResponse | undefined
  slow.answer = (waiting) => void (reply = waiting)
  const gone = new AbortController()
  const asked = fetch(`${host.url}${path}`, { signal: gone.signal }).catch(() => 'gone')
  await until(async () => reply !== undefined)
  gone.abort()
  expect(await asked).toBe('gone')
  // The host must notice that the caller has disconnected.
  await until(async () => (await connectionsOf(host)) === 0)
  reply?.end(JSON.stringify({ by: 'slow' }))
  slow.answer = (waiting) => void waiting.end(JSON.stringify({ by: 'slow' }))
  // The second request runs after the late reply has arrived.
  expect([await byOf(host), await byOf(host)]).toEqual(['slow', 'slow'])
  process.off('uncaughtException', note)
  expect(errors).toEqual([])
})

test('with all services dead the reply is 503 service.unavailable, until one returns', async () => {
  const [one, two] = [await startFake('one'), await startFake('two')]
  const host = await startHost([one, two])
  await Promise.all([one.stop(), two.stop()])
  const reply = await fetch(`${host.url}${path}`)
  expect(reply.status).toBe(503)
  expect(await reply.json()).toMatchObject({ errorCode: 'service.unavailable' })
  await two.start()
  await until(async () => (await fetch(`${host.url}${path}`)).status === 200)
})

test('refuses an invalid address of a service by name', () => {
  expect(() => createServices([])).toThrow('needs the address of a service')
  expect(() => createServices(['localhost:4600'])).toThrow('"localhost:4600" is no address of a service')
  expect(() => createServices(['http://127.0.0.1:1/path'])).toThrow('no address of a service')
})

/** Forwarded headers that the service gets for a request through `trustedProxies`. */
async function toldBy(trustedProxies: string[] | undefined, headers: Record<string, string>) {
  const seen: Record<string, unknown>[] = []
  const server = createServer((request, reply) => {
    seen.push(request.headers)
    reply.end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const options = { api: `http://127.0.0.1:${port}`, allowedHosts: ['portal.example'] }
  const host = await startTestHost(at, trustedProxies === undefined ? options : { ...options, trustedProxies })
  await fetch(`${host.url}${path}`, { headers })
  await host.close()
  await new Promise((done) => server.close(done))
  const told = seen[0] ?? {}
  return [told['x-forwarded-for'], told['x-forwarded-proto'], String(told['x-forwarded-host']).replace(/:\d+$/, '')]
}

test('accepts forwarded headers from trusted proxies only', async () => {
  const headers = {
    'x-forwarded-for': '198.51.100.7, 203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'portal.example',
  }
  expect(await toldBy(undefined, headers)).toEqual(['203.0.113.9', 'https', 'portal.example'])
  expect(await toldBy([], headers)).toEqual(['127.0.0.1', 'http', '127.0.0.1'])
  expect(await toldBy(['192.0.2.0/24'], headers)).toEqual(['127.0.0.1', 'http', '127.0.0.1'])
  // Two proxies in a row: the first address that belongs to neither counts.
  expect(await toldBy(['127.0.0.0/8', '203.0.113.0/24'], headers)).toEqual(['198.51.100.7', 'https', 'portal.example'])
})
