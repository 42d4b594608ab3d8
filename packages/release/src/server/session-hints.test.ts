import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { publishReleases } from '../store/change.ts'
import { type EventReader, readEvents } from '../testing/event-stream.ts'
import { startTestHost, type TestHost } from '../testing/host.ts'
import { layRelease } from '../testing/store.ts'

interface Listening {
  request: IncomingMessage
  reply: ServerResponse
}

/** Behaves like the service: any other cookie than `sessionCookie` is signed out. */
class TestService {
  sessionCookie = 'helioport_session=a'
  #server: Server = createServer((request, reply) => {
    this.asked.push(request)
    if (request.headers.cookie !== this.sessionCookie) {
      reply.writeHead(401).end('{"errorCode":"session.required"}')
      return
    }
    reply.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 2000\n\n: alive\n\n')
    const listening = { request, reply }
    reply.on('close', () => this.listening.splice(this.listening.indexOf(listening), 1))
    this.listening.push(listening)
  })
  asked: IncomingMessage[] = []
  listening: Listening[] = []
  port = 0

  get url() {
    return `http://127.0.0.1:${this.port}`
  }
  async start() {
    this.#server.listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as AddressInfo).port
  }
  async stop() {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }
  say(text: string) {
    for (const { reply } of this.listening) reply.write(text)
  }
}

const now = new Date('2026-11-21T12:00:00Z')
let digit: number
let service: TestService
let host: TestHost
let readers: EventReader[]

beforeEach(async () => {
  readers = []
  digit = 2
  service = new TestService()
  await service.start()
  host = await startTestHost(now, { api: service.url })
})
afterEach(async () => {
  for (const reader of readers) reader.close()
  await host.close()
  await service.stop().catch(() => {})
})

async function open(path: string, cookie?: string): Promise<EventReader> {
  const reader = await readEvents(`${host.url}${path}`, cookie === undefined ? {} : { cookie })
  readers.push(reader)
  return reader
}
const isHint = (event: string) => event.startsWith('event: hint')
/** Publishes a release, and expects the readers to be notified. */
async function expectReleaseHeard(...heard: EventReader[]): Promise<void> {
  const release = layRelease(host.layout, 'station', (digit += 1))
  const index = await publishReleases(host.layout, [{ name: 'station', release }], now)
  const isOfIt = (event: string) => event.includes(`{"serial":${index.serial}}`)
  for (const reader of heard) expect(await reader.next(isOfIt)).toContain('event: index')
}
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

test('a signed-in browser gets the session’s hints and the serials in one stream', async () => {
  const reader = await open('/releases/events?hints', service.sessionCookie)
  expect(await reader.next()).toContain('event: index')
  // Earlier hints may have been missed.
  expect(await reader.next(isHint)).toBe('event: hint\ndata: {"type":"resync"}')
  // An event may arrive in several chunks.
  service.say('data: {"type":"station",')
  service.say('"stationId":"a"}\n\ndata: {"type":"export"}\n\n: alive\n\n')
  expect(await reader.next(isHint)).toBe('event: hint\ndata: {"type":"station","stationId":"a"}')
  expect(await reader.next(isHint)).toBe('event: hint\ndata: {"type":"export"}')
  await expectReleaseHeard(reader)
  expect(service.asked.map(({ url, headers }) => [url, headers['x-forwarded-host']])).toEqual([
    ['/api/web/v1/events', new URL(host.url).host],
  ])
})

test('does not ask the service without a cookie or a wish for hints; such streams still get releases', async () => {
  const others = [
    await open('/releases/events', service.sessionCookie),
    await open('/releases/events?hints'),
    await open('/releases/events?hints', 'helioport_session=of-yesterday'),
  ]
  await expectReleaseHeard(...others)
  expect(service.asked.map(({ headers }) => headers.cookie)).toEqual(['helioport_session=of-yesterday'])
})

test('a stream without a valid session gets the hint "access" at once', async () => {
  const reader = await open('/releases/events?hints', 'helioport_session=of-yesterday')
  expect(await reader.next(isHint)).toBe('event: hint\ndata: {"type":"access"}')
  const cleared = await open('/releases/events?hints')
  expect(await cleared.next(isHint)).toBe('event: hint\ndata: {"type":"access"}')
})

test('closing the browser’s stream closes the one to the service', async () => {
  const reader = await open('/releases/events?hints', service.sessionCookie)
  await reader.next(isHint)
  expect(service.listening).toHaveLength(1)
  reader.close()
  await until(() => service.listening.length === 0)
})

test('a failing service does not end the stream; after its return the stream gets "resync"', async () => {
  const reader = await open('/releases/events?hints', service.sessionCookie)
  await reader.next(isHint)
  await service.stop()
  await expectReleaseHeard(reader)
  await service.start()
  expect(await reader.next(isHint)).toBe('event: hint\ndata: {"type":"resync"}')
  service.say('data: {"type":"export"}\n\n')
  expect(await reader.next(isHint)).toContain('"export"')
})

test('the stream ends with its session, and a reconnect without one gets releases only', async () => {
  const cookie = service.sessionCookie
  const reader = await open('/releases/events?hints', cookie)
  await reader.next(isHint)
  service.sessionCookie = 'helioport_session=b'
  for (const { reply } of service.listening) reply.end()
  expect(await reader.next(() => false)).toBeUndefined()
  // With the old session it gets releases only.
  const again = await open('/releases/events?hints', cookie)
  await expectReleaseHeard(again)
})

test('closing the host closes its streams to the service', async () => {
  const reader = await open('/releases/events?hints', service.sessionCookie)
  await reader.next(isHint)
  await host.close()
  await until(() => service.listening.length === 0)
})
