import { gunzipSync, gzipSync } from 'node:zlib'
import { errorStatus } from '@helioport/contract'
import { type EndpointName, endpoints, type EndpointSpec } from '@helioport/contract/endpoints'
import { errorTexts } from '@helioport/contract/error-texts'
import { watchLoop } from '../testing/loop-watch.ts'
import { goodBodies, goodQueries, type NamedIds } from '../testing/own/good-requests.ts'
import { makeOwnThings } from '../testing/own/own-things.ts'
import { addTestPlant, frame, type Person, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { splitName } from '../http/register.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
watchLoop(() => portal)
let stranger: Person
let plant: TestPlant
let operator: Person
/** Things of the operator, one of each kind. */
let ids: NamedIds

beforeAll(async () => {
  stranger = await portal.signIn('stranger')
  operator = await portal.signIn('operator', 'operator')
  ids = await makeOwnThings(portal, operator)
  plant = await addTestPlant(portal, owner)
  // A proof, so that a refusal has another reason.
  await portal.db.kysely
    .updateTable('session')
    .set({ proved_at: new Date(portal.clock.now) })
    .execute()
  await plant.logger.send({
    devices: [frame(plant.devices[0]?.serial ?? '', '2026-06-10T09:55:00Z', { errorWord: 1 })],
  })
  await plant.logger.send({
    devices: [frame(plant.devices[0]?.serial ?? '', '2026-06-10T10:00:00Z', { errorWord: 1 })],
  })
})

const names = Object.keys(endpoints) as EndpointName[]
const spec = (name: EndpointName): EndpointSpec => endpoints[name]
const writes = names.filter((name) => !name.startsWith('GET '))
const guarded = names.filter((name) => spec(name).access !== 'anyone')
// The rights matrix covers pictures and operators' endpoints.
const withId = names.filter((name) => spec(name).params && spec(name).access !== 'operator' && !spec(name).upload)

/** A raw request, without the headers that the test portal's callers add. */
function send(name: EndpointName, headers: Record<string, string>, payload?: string, query = '') {
  const { method, path } = splitName(name)
  const url = path.replaceAll(/:(\w+)/g, (_, key: string) => ids[key as keyof NamedIds])
  return portal.app.inject({
    method: method as 'GET',
    url: `/api/web/v1${url}${query}`,
    headers,
    ...(payload !== undefined && { payload }),
  })
}

const manners = () => ({
  'x-requested-with': 'XMLHttpRequest',
  cookie: owner.cookie,
  'content-type': 'application/json',
})

test.each(guarded)('%s refuses a request without a valid session', async (name) => {
  for (const cookie of ['', 'helioport_session=', `helioport_session=${'A'.repeat(43)}`, 'token=1']) {
    const response = await send(name, { ...manners(), cookie }, name.startsWith('GET ') ? undefined : '{}')
    expect(response.json()).toMatchObject({ success: false, errorCode: 'session.required' })
    expect(response.statusCode).toBe(401)
  }
})

test.each(names.filter((name) => spec(name).access === 'operator'))(
  '%s refuses an account that is no operator',
  async (name) => {
    const response = await send(name, manners(), '{}')
    expect([response.statusCode, response.json<{ errorCode: string }>().errorCode]).toEqual([403, 'access.denied'])
  },
)

const goodRequest = (name: EndpointName) => ({
  body: (goodBodies(ids, 'stranger') as Partial<Record<EndpointName, object>>)[name],
  query: (goodQueries(ids) as Partial<Record<EndpointName, object>>)[name],
})

test.each(withId)('%s answers the same 404 for a foreign, an unknown and an impossible id', async (name) => {
  const bodies = await Promise.all(
    [
      plant.stationId,
      plant.devices[0]?.id ?? '',
      '00000000-0000-4000-8000-000000000000',
      'x',
      "1' or '1'='1",
      '..%2f',
    ].map(async (id) => {
      const params = Object.fromEntries([...name.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, id]))
      const { response } = await stranger.call(name, { params, ...goodRequest(name) } as object)
      const { traceId: _differs, ...body } = response.json<Record<string, unknown>>()
      return { status: response.statusCode, ...body }
    }),
  )
  for (const body of bodies) {
    expect(body).toEqual({ status: 404, success: false, errorCode: 'notFound', errorMessage: errorTexts.notFound })
  }
})

test("lists of a stranger are empty, also for the id of another account's station", async () => {
  const filters = [{}, { stationId: plant.stationId }]
  for (const name of ['GET /devices', 'GET /alarms', 'GET /remote-settings/devices'] as const) {
    expect((await owner.call(name)).total).toBe(1)
    for (const query of filters) {
      expect(await stranger.call(name, { query: query })).toMatchObject({
        data: [],
        total: 0,
      })
    }
  }
  expect(await stranger.call('GET /stations')).toMatchObject({ data: [], total: 0 })
  const logger = await stranger.call('POST /loggers', {
    body: { stationId: plant.stationId, serial: 'LOGGER-STRANGER' },
  })
  expect(logger).toMatchObject({ status: 404, errorCode: 'notFound' })
})

test.each(writes)('%s refuses requests of other sites', async (name) => {
  const { 'x-requested-with': _header, ...without } = manners()
  expect((await send(name, without, '{}')).json()).toMatchObject({ errorCode: 'request.headerMissing' })
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:80.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const headers of foreign) {
    const response = await send(name, { ...manners(), ...headers }, '{}')
    expect([response.statusCode, response.json<{ errorCode: string }>().errorCode]).toEqual([
      403,
      'request.foreignOrigin',
    ])
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  }
  const own = await send(name, { ...manners(), host: 'p.example', origin: 'http://p.example', cookie: '' }, '{}')
  expect(own.json<{ errorCode: string }>().errorCode).not.toMatch(/^request\.(foreign|header)/)
})

const bodied = names.filter((name) => spec(name).body)

test.each(bodied)('%s refuses ambiguous and malformed JSON', async (name) => {
  const headers = { ...manners(), cookie: operator.cookie }
  const cases: [string, string, Record<string, string>?][] = [
    ['{"a":1,"a":2}', 'request.duplicateKey'],
    ['{"a":{"b":1,"\\u0062":2}}', 'request.duplicateKey'],
    ['{', 'request.malformed'],
    ['\uFEFF{}', 'request.malformed'],
    ['{"a":"\\ud800"}', 'request.malformed'],
    ['{"a":"\\u0000"}', 'request.malformed'],
    [`${'['.repeat(40)}${']'.repeat(40)}`, 'request.malformed'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'request.malformed'],
    ['null', 'request.invalid'],
    ['[]', 'request.invalid'],
    ['{"__proto__":{"role":"operator"}}', 'request.invalid'],
    ['a=1', 'request.unsupportedType', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['{}', 'request.unsupportedType', { 'content-type': 'text/plain' }],
    ['{}', 'request.unsupportedType', { 'content-encoding': 'gzip' }],
    [`{"a":"${'x'.repeat(300_000)}"}`, 'request.tooLarge'],
  ]
  for (const [payload, errorCode, more] of cases) {
    const response = await send(name, { ...headers, ...more }, payload)
    expect([payload.slice(0, 40), response.json<{ errorCode: string }>().errorCode]).toEqual([
      payload.slice(0, 40),
      errorCode,
    ])
    expect(response.statusCode).toBe(errorStatus[errorCode as keyof typeof errorStatus])
  }
  expect(({} as Record<string, unknown>).role).toBeUndefined()
})

test('fields of the server and values of a wrong type are refused with their path', async () => {
  const { data: account } = await owner.call('GET /account')
  const { id: _id, userName: _name, email: _email, role: _role, ...settings } = account
  const attempts: [Record<string, unknown>, string][] = [
    [{ ...settings, role: 'operator' }, '/role'],
    [{ ...settings, id: account.id }, '/id'],
    [{ ...settings, timeZoneOffset: '480' }, '/timeZoneOffset'],
    [{ ...settings, videoUrl: 'javascript:alert(1)' }, '/videoUrl'],
    [{ ...settings, feedInTariff: true }, '/feedInTariff'],
  ]
  for (const [body, path] of attempts) {
    const response = await send('PUT /account', manners(), JSON.stringify(body))
    expect(response.json()).toMatchObject({ errorCode: 'request.invalid' })
    expect(response.json<{ issues: { path: string }[] }>().issues.map((issue) => issue.path)).toContain(path)
  }
  // The error of a value outside an enumeration lists the allowed values.
  const { response: other } = await owner.call('GET /stations', { query: { status: 'sleeping' } })
  expect(other.json()).toMatchObject({
    errorMessage: errorTexts['request.invalid'],
    issues: [{ path: '/status', message: expect.stringContaining('normal, abnormal, standby, offline') }],
  })
  const saved = await owner.call('PUT /account', { body: { ...settings, nickname: '阳光', feedInTariff: -0.05 } })
  expect(saved.data).toEqual({ ...account, nickname: '阳光', feedInTariff: -0.05 })
})

test.each(names.filter((name) => spec(name).query))('%s answers odd queries with 400, never 5xx', async (name) => {
  const odd = ['?page=0', '?page=x', '?page=1&page=2', '?pageSize=201', '?nobody=1', '?page=%00', '?date=2026-02-30']
  for (const query of [...odd, '?search=%00', '?stationId=x', '?status=x']) {
    const response = await send(name, { ...manners(), cookie: operator.cookie }, undefined, query)
    expect([query, response.statusCode]).toEqual([query, 400])
  }
  for (const query of ['?page=1e300', '?page=999999999']) {
    expect((await send(name, manners(), undefined, query)).statusCode).toBeLessThan(500)
  }
})

test('a search is text, not a pattern', async () => {
  for (const search of ['%', '_', '\\', "'"]) {
    expect((await owner.call('GET /stations', { query: { search } })).total).toBe(0)
  }
  expect((await owner.call('GET /stations', { query: { search: 'PLANT' } })).total).toBe(1)
})

test('the OpenAPI document matches the endpoint table', async () => {
  const response = await portal.app.inject('/api/web/v1/openapi.json')
  const document = response.json<{
    openapi: string
    webhooks: Record<string, { post: { parameters: { name: string }[] } }>
    paths: Record<string, Record<string, { 'x-access': string; security: unknown; parameters: { name: string }[] }>>
  }>()
  expect(document.openapi).toBe('3.1.0')
  // The ingest endpoint has another base path, and is not in the endpoint table.
  const { '/frames': frames, ...paths } = document.paths
  expect(frames).toMatchObject({
    servers: [{ url: '/api/ingest/v1' }],
    post: { security: [{ logger: [] }, { key: ['ingest'] }] },
    'x-mqtt': { publish: 'helioport/v1/loggers/{serial}/frames', subscribe: 'helioport/v1/loggers/{serial}/ack' },
  })
  expect(paths['/stations']?.['get']?.security).toEqual([{ session: [] }, { key: ['read'] }])
  expect(document.webhooks['event']?.post.parameters.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
  expect(paths['/api-keys']?.['post']?.security).toEqual([{ session: [] }])
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => [
      `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation['x-access'],
    ]),
  )
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(names.map((name) => [name, spec(name).access])))
})

test('replies over 1 KB are gzipped if accepted, small ones and XLSX files are not; a gzipped request is refused', async () => {
  const ask = (url: string, headers: Record<string, string> = {}) =>
    portal.app.inject({ url: `/api/web/v1${url}`, headers: { ...manners(), cookie: owner.cookie, ...headers } })
  for (const url of [
    '/openapi.json',
    '/stations',
    `/exports/station-day?stationId=${plant.stationId}&date=2026-06-10&format=csv&resolution=5m&locale=en-US`,
  ]) {
    const plain = await ask(url)
    expect([url, plain.statusCode, plain.headers['content-encoding']]).toEqual([url, 200, undefined])
    const packed = await ask(url, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 1.5)
  }
  for (const url of [
    '/account/profile',
    `/exports/station-day?stationId=${plant.stationId}&date=2026-06-10&format=xlsx&resolution=5m&locale=en-US`,
  ]) {
    const reply = await ask(url, { 'accept-encoding': 'gzip' })
    expect([url, reply.statusCode, reply.headers['content-encoding']]).toEqual([url, 200, undefined])
  }
  const body = await portal.app.inject({
    method: 'POST',
    url: '/api/web/v1/session',
    headers: { ...manners(), 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync('{}'),
  })
  expect(body.json()).toMatchObject({ errorCode: 'request.unsupportedType' })
})

test('security headers are on every reply, errors too', async () => {
  for (const url of [
    '/api/web/v1/stations',
    '/api/web/v1/openapi.json',
    '/nowhere',
    '/healthz',
    '/api/ingest/v1/frames',
    '/api/web/v1/docs',
  ]) {
    const { headers } = await portal.app.inject(url)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
  }
  expect((await portal.app.inject('/api/web/v1/nowhere')).json()).toMatchObject({
    success: false,
    errorCode: 'notFound',
  })
})
