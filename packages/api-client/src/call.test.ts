import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { traceHeader, traceIdOf } from '@helioport/contract'
import { ApiError } from './api-error.ts'
import { call, callWith, onSignedOut, pathOf } from './call.ts'
import { forgetReads } from './forget-reads.ts'
import { http } from './http.ts'

interface Seen {
  method: string | undefined
  url: string | undefined
  header: string | string[] | undefined
  type?: string | undefined
  body: string
}

let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void
let seen: Seen[] = []

const reply = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const { method, url, headers } = request
      const type = headers['content-type']
      seen.push({ method, url, header: headers['x-requested-with'], ...(type?.startsWith('image/') && { type }), body })
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  http.defaults.baseURL = `http://127.0.0.1:${port}/api/web/v1`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  seen = []
})

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('was accepted')
    },
    (error: unknown) => error,
  )

test('sends method, path, query and the header X-Requested-With', async () => {
  answer = reply(200, { success: true, data: [], total: 0 })
  const result = await call('GET /stations', { query: { page: 2, search: 'roof & barn' } })
  expect(result).toEqual({ data: [], total: 0 })
  expect(seen).toEqual([
    { method: 'GET', url: '/api/web/v1/stations?page=2&search=roof+%26+barn', header: 'XMLHttpRequest', body: '' },
  ])
})

test('encodes parameters into the path and sends the body as JSON', async () => {
  answer = reply(200, { success: true, data: null })
  await callWith('GET /stations/:stationId', { params: { stationId: 'a/b?c' } }, undefined)
  await call('POST /session', { body: { account: 'owner', password: 'secret' } })
  expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', '/api/web/v1/stations/a%2Fb%3Fc', ''],
    ['POST', '/api/web/v1/session', '{"account":"owner","password":"secret"}'],
  ])
  expect(pathOf('/stations/:stationId/day', { stationId: 7 })).toBe('/stations/7/day')
})

test('sends a picture as a binary body with its own content type', async () => {
  answer = reply(200, { success: true, data: { id: 'p', width: 1, height: 1 } })
  const body = new Blob(['not looked at here'], { type: 'image/png' })
  await call('PUT /stations/:stationId/picture', { params: { stationId: 's' }, body })
  expect(seen).toMatchObject([{ url: '/api/web/v1/stations/s/picture', body: 'not looked at here', type: 'image/png' }])
})

test('a failure with any HTTP status is read from its envelope', async () => {
  answer = reply(409, { success: false, errorCode: 'station.nameTaken', errorMessage: '', traceId: 'x' })
  expect(await failure(call('GET /account'))).toMatchObject({ code: 'station.nameTaken', status: 409, traceId: 'x' })
})

test('an HTML page instead of an envelope is client.badReply', async () => {
  answer = (_, response) => {
    response.writeHead(502, { 'content-type': 'text/html' })
    response.end('<h1>Bad gateway</h1>')
  }
  expect(await failure(call('GET /account'))).toMatchObject({ code: 'client.badReply', status: 502 })
})

test('no answer within 1000 ms is client.timeout with the trace id of the request', async () => {
  let trace: unknown
  answer = ({ headers }) => void (trace = traceIdOf(headers[traceHeader]))
  const started = Date.now()
  const error = await failure(call('GET /account'))
  expect(trace).toMatch(/^[0-9a-f]{32}$/)
  // The service's log has the same id.
  expect(error).toMatchObject({ code: 'client.timeout', status: 0, traceId: trace })
  const took = Date.now() - started
  expect(took).toBeGreaterThanOrEqual(950)
  expect(took).toBeLessThan(2500)
})

test('a broken connection is client.offline', async () => {
  answer = (request) => request.socket.destroy()
  expect(await failure(call('GET /account'))).toMatchObject({ code: 'client.offline', status: 0 })
})

test('an aborted call rejects with the reason, not with an API error', async () => {
  answer = () => undefined
  const abort = new AbortController()
  const pending = failure(callWith('GET /account', undefined, abort.signal))
  abort.abort(new Error('left the page'))
  const error = await pending
  expect(error).not.toBeInstanceOf(ApiError)
  expect((error as Error).message).toBe('left the page')
})

test('only "session.required" calls the listener of onSignedOut', async () => {
  let told = 0
  const stop = onSignedOut(() => (told += 1))
  answer = reply(401, { success: false, errorCode: 'session.wrongCredentials' })
  await failure(call('GET /session'))
  expect(told).toBe(0)
  answer = reply(401, { success: false, errorCode: 'session.required' })
  await failure(call('GET /session'))
  expect(told).toBe(1)
  stop()
  await failure(call('GET /session'))
  expect(told).toBe(1)
})

test('repeats a read refused during a change of token; the sign-out listener is not called', async () => {
  let told = 0
  const stop = onSignedOut(() => (told += 1))
  let isNew = false
  let read = () => {}
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  answer = (request, response) => {
    if (request.method === 'POST') {
      isNew = true
      // The read was sent with the old token and is refused before the write is answered.
      read()
      reply(200, { success: true, data: { provedUntil: '2026-11-21T10:00:00.000Z' } })(request, response)
    } else if (isNew) reply(200, { success: true, data: [], total: 0 })(request, response)
    else {
      read = () => reply(401, { success: false, errorCode: 'session.required' })(request, response)
      arrive()
    }
  }
  const pending = call('GET /stations')
  await arrived
  await call('POST /session/proof', { body: { password: 'secret' } })
  expect(await pending).toEqual({ data: [], total: 0 })
  expect(told).toBe(0)
  answer = reply(401, { success: false, errorCode: 'session.required' })
  await failure(call('GET /stations'))
  expect(told).toBe(1)
  stop()
})

test('a page of a long list is requested with the position of the nearest page already read', async () => {
  answer = (request, response) => {
    const page = new URL(request.url ?? '', 'http://host').searchParams.get('page')
    reply(200, { success: true, data: [], total: 900, position: `at-${page}` })(request, response)
  }
  const ask = async (page: number, sort: 'name' | 'status' = 'name') => {
    const result = await call('GET /stations', { query: { page, sort } })
    expect(result).toEqual({ data: [], total: 900 })
    return new URL(seen.at(-1)?.url ?? '', 'http://host').searchParams.get('near')
  }
  const nears = []
  for (const page of [1, 2, 3, 1, 40, 39, 2]) nears.push(await ask(page))
  expect(nears).toEqual([null, 'at-1', 'at-2', null, 'at-3', 'at-40', 'at-2'])
  expect(await ask(3, 'status')).toBeNull()
  forgetReads()
  expect(await ask(2)).toBeNull()
})

test('repeats a request without the position when the service refuses it, and sends none from then on', async () => {
  answer = reply(200, { success: true, data: [], total: 900, position: 'of the newer one' })
  await call('GET /devices', { query: { page: 1 } })
  answer = (request, response) => {
    const isKnown = !request.url?.includes('near')
    const refused = { success: false, errorCode: 'request.invalid' }
    reply(isKnown ? 200 : 400, isKnown ? { success: true, data: [], total: 900 } : refused)(request, response)
  }
  expect(await call('GET /devices', { query: { page: 2 } })).toEqual({ data: [], total: 900 })
  seen = []
  await call('GET /devices', { query: { page: 3 } })
  expect(seen).toHaveLength(1)
})
