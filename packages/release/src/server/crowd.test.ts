import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createTestLayout } from '../testing/store.ts'
import { createReleaseHost } from './app.ts'

/** Holds `/api/web/v1/events` and `slow` requests open; answers all others. */
class Upstream {
  open: ServerResponse[] = []
  server: Server = createServer((incoming, reply) => {
    incoming.resume()
    if (incoming.url === '/api/web/v1/events' || incoming.url?.includes('slow') === true) {
      if (incoming.url.endsWith('events')) reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(': alive\n\n') // prettier-ignore
      this.open.push(reply)
      return
    }
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
}

let upstream: Upstream
let host: FastifyInstance
let base: string
/** Opens a connection for each request, as many browsers would. */
const agent = new Agent({ keepAlive: false, maxSockets: Infinity })

beforeEach(async () => {
  upstream = new Upstream()
  upstream.server.listen(0, '127.0.0.1')
  await once(upstream.server, 'listening')
  const api = `http://127.0.0.1:${(upstream.server.address() as AddressInfo).port}`
  host = await createReleaseHost({ data: createTestLayout().root, api, logLevel: 'silent' })
  await host.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(host.server.address() as AddressInfo).port}`
})
afterEach(async () => {
  await host.close()
  upstream.server.close()
  upstream.server.closeAllConnections()
})

let addresses = 0
function nextAddress(): string {
  addresses += 1
  return `10.0.${addresses >> 8}.${addresses & 255}`
}

/** Resolves with the reply when the stream's first bytes have arrived. */
const stream = (path: string) =>
  new Promise<IncomingMessage>((heard, fail) => {
    get(`${base}${path}`, { agent }, (reply) => reply.once('data', () => heard(reply)).on('error', () => undefined)).once('error', fail) // prettier-ignore
  })

/** Each request has an address of its own, if none is given. */
const statusOf = (method: 'GET' | 'POST', path: string, address = nextAddress()) =>
  new Promise<number | undefined>((answered, fail) => {
    request(`${base}${path}`, { agent, method, headers: { 'x-forwarded-for': address } }, (reply) => {
      reply.resume()
      answered(reply.statusCode)
    })
      .once('error', fail)
      .end()
  })

test('with 600 event streams open, the host answers every page and every logger', async () => {
  const streams = await Promise.all(Array.from({ length: 600 }, () => stream('/api/web/v1/events')))
  expect(streams.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(upstream.open).toHaveLength(600)
  const asked = Array.from({ length: 200 }, (_, nth) =>
    nth % 4 === 0 ? statusOf('POST', '/api/ingest/v1/samples') : statusOf('GET', `/api/web/v1/stations?${nth}`),
  )
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]))
})

test('slow requests of pages block neither loggers nor streams, and slow ones of loggers block no page', async () => {
  const slow = Array.from({ length: 1_100 }, (_, nth) => statusOf('GET', `/api/web/v1/slow?${nth}`).catch(() => 0))
  while (upstream.open.length < 1_024) await new Promise((resolve) => setImmediate(resolve))
  expect(await statusOf('POST', '/api/ingest/v1/samples')).toBe(200)
  expect((await stream('/api/web/v1/events')).statusCode).toBe(200)
  for (const reply of upstream.open) reply.end()
  // Waiting requests get their turn.
  while (upstream.open.length < 1_101) await new Promise((resolve) => setImmediate(resolve))
  for (const reply of upstream.open) reply.end()
  await Promise.all(slow)

  upstream.open = []
  const loggers = Array.from({ length: 600 }, () => statusOf('POST', '/api/ingest/v1/slow').catch(() => 0))
  while (upstream.open.length < 512) await new Promise((resolve) => setImmediate(resolve))
  expect(await statusOf('GET', '/api/web/v1/stations')).toBe(200)
  for (const reply of upstream.open) reply.end()
  while (upstream.open.length < 600) await new Promise((resolve) => setImmediate(resolve))
  for (const reply of upstream.open) reply.end()
  await Promise.all(loggers)
})

test('an address that uses up its connections does not block others', async () => {
  const seen = { received: 0, isOver: false }
  host.server.on('request', () => (seen.received += 1))
  const kept = Array.from({ length: 1_100 }, () => statusOf('GET', '/api/web/v1/slow', '192.0.2.1').catch(() => 0))
  const end = Promise.all(kept).finally(() => (seen.isOver = true))
  while (seen.received < 1_100 || upstream.open.length < 900) await new Promise((resolve) => setImmediate(resolve))
  const others = Array.from({ length: 50 }, () => statusOf('GET', '/api/web/v1/stations'))
  expect(new Set(await Promise.all(others))).toEqual(new Set([200]))
  // Waiting requests get their turn.
  while (!seen.isOver) {
    for (const reply of upstream.open.splice(0)) reply.end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  // A busy machine may time some requests out.
  expect((await end).filter((status) => status === 200).length).toBeGreaterThan(900)
})
