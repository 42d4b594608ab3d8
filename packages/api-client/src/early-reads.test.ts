import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EarlyReply } from '@helioport/contract'
import { call, onSignedOut } from './call.ts'
import { sendEarlyRead } from './early-reads.ts'
import { forgetReads } from './forget-reads.ts'
import { http, sayLocale } from './http.ts'

let server: Server
let asked: string[] = []

const listed = (data: string[]): EarlyReply => ({ status: 200, retryAfter: null, body: { success: true, data } })
const url = '/stations?page=2&search=a+b'
const read = () => call('GET /stations', { query: { page: 2, search: 'a b' } })

function lay(reply: Promise<EarlyReply | undefined>, { locale = 'pt-BR', age = 0 } = {}): void {
  globalThis.helioportEarlyReads = { [`/api/web/v1${url}`]: { at: performance.now() - age, locale, reply } }
}

beforeAll(async () => {
  server = createServer(({ url: path = '' }, response) => {
    asked.push(path)
    response.end(JSON.stringify({ success: true, data: ['asked'] }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  http.defaults.baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/web/v1`
  sayLocale('pt-BR')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
})

test('a read that is on its way is taken over once, and asked after that', async () => {
  lay(Promise.resolve(listed(['early'])))
  expect((await read()).data).toEqual(['early'])
  expect(asked).toEqual([])
  expect((await read()).data).toEqual(['asked'])
  expect(asked).toEqual([`/api/web/v1${url}`])
})

test.each([
  ['was sent in another language', { locale: 'en-US' }],
  ['is older than ten seconds', { age: 11_000 }],
])('a read that %s is asked again', async (_, about) => {
  lay(Promise.resolve(listed(['early'])), about)
  expect((await read()).data).toEqual(['asked'])
})

test('a read that was sent before a write is asked again', async () => {
  lay(Promise.resolve(listed(['early'])))
  await call('POST /station-tags', { body: { kind: 'tag', name: 'roof' } })
  expect((await read()).data).toEqual(['asked'])
})

test('a read that failed is asked again', async () => {
  lay(Promise.resolve(undefined))
  expect((await read()).data).toEqual(['asked'])
})

test('a read for code that is still loading is sent once and taken over once', async () => {
  sendEarlyRead('/stations?page=2&search=a+b')
  sendEarlyRead('/stations?page=2&search=a+b')
  expect((await read()).data).toEqual(['asked'])
  expect(asked).toEqual([`/api/web/v1${url}`])
  await read()
  expect(asked).toHaveLength(2)
})

test('a read of another account is not taken over', async () => {
  lay(Promise.resolve(listed(['early'])))
  forgetReads()
  expect((await read()).data).toEqual(['asked'])
})

test('a read that says that nobody is signed in is reported like any other', async () => {
  const body = { success: false, errorCode: 'session.required' }
  lay(Promise.resolve({ status: 401, retryAfter: null, body }))
  const told = jest.fn()
  const end = onSignedOut(told)
  await expect(read()).rejects.toMatchObject({ code: 'session.required', status: 401 })
  end()
  expect(told).toHaveBeenCalledTimes(1)
  expect(asked).toEqual([])
})

test('an aborted read rejects with the reason, even if it was sent early', async () => {
  lay(Promise.resolve(listed(['early'])))
  const { callWith } = await import('./call.ts')
  const reason = new Error('left')
  const args = { query: { page: 2, search: 'a b' } }
  await expect(callWith('GET /stations', args, AbortSignal.abort(reason))).rejects.toBe(reason)
})
