import { gzipSync } from 'node:zlib'
import { errorStatus, ingestBasePath } from '@helioport/contract'
import { type EndpointName, endpoints, type EndpointSpec } from '@helioport/contract/endpoints'
import { DeviceFrame, IngestBatch } from '@helioport/contract/ingest'
import type { LightMyRequestResponse } from 'fastify'
import { badObjects, badTexts, badValues, hostileTexts, seeded } from '../testing/bad-values.ts'
import { checksumOf } from '../testing/checksum.ts'
import { goodBodies, goodQueries, type NamedIds } from '../testing/own/good-requests.ts'
import { makeOwnThings } from '../testing/own/own-things.ts'
import { watchLoop } from '../testing/loop-watch.ts'
import { addTestPlant, frame, startTestPortal, type TestPlant, type TestPortal } from '../testing/test-portal.ts'
import { splitName } from '../http/register.ts'

const seed = 20_261_121
const casesPerEndpoint = 200
const portion = 8

let portal: TestPortal
let plant: TestPlant
let ids: NamedIds
let cookie: string

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  const operator = await portal.signIn('operator', 'operator')
  cookie = operator.cookie
  plant = await addTestPlant(portal, operator)
  ids = await makeOwnThings(portal, operator)
  await plant.logger.send({ devices: [frame(plant.devices[0]?.serial ?? '', portal.clock.now, { powerW: 1 })] })
  // A proof, so that a refusal has another reason.
  await portal.db.kysely
    .updateTable('session')
    .set({ proved_at: new Date(portal.clock.now) })
    .execute()
})
afterAll(() => portal?.stop())
watchLoop(() => portal)

const specOf = (name: EndpointName): EndpointSpec => endpoints[name]
const names = Object.keys(endpoints) as EndpointName[]
const bodied = names.filter((name) => specOf(name).body)
const queried = names.filter((name) => specOf(name).query)
const goodBody = (name: EndpointName) =>
  ({ ...(goodBodies(ids, 'operator') as Partial<Record<EndpointName, object>>)[name] }) as Record<string, unknown>
const goodQuery = (name: EndpointName) =>
  ({ ...(goodQueries(ids) as Partial<Record<EndpointName, object>>)[name] }) as Record<string, unknown>

/**
 * Sends as the portal's page does, and continues with the session of a reply. Each call has its own address, so that no
 * rate limit refuses it.
 */
let callers = 0
function send(name: EndpointName, search: string, payload?: string | Buffer, headers: Record<string, string> = {}) {
  const { method, path } = splitName(name)
  callers += 1
  const sent = portal.app.inject({
    method: method as 'GET',
    url: `/api/web/v1${path.replaceAll(/:(\w+)/g, (_, key: string) => ids[key as keyof NamedIds])}${search}`,
    remoteAddress: `10.0.${callers >> 8}.${callers & 255}`,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      cookie,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
  return sent.then((response) => {
    const given = response.cookies.find(({ name: cookieName }) => cookieName === 'helioport_session')
    if (given && name !== 'POST /session') cookie = `${given.name}=${given.value}`
    return response
  })
}

/** Expects a 4xx in the envelope of the contract; `sent` names the case in a failure. */
function expectRefused(sent: unknown, response: LightMyRequestResponse) {
  const reply = response.statusCode < 500 ? response.json<Record<string, unknown>>() : {}
  const code = reply.errorCode as keyof typeof errorStatus
  if (response.statusCode >= 400 && response.statusCode < 500 && errorStatus[code] === response.statusCode) return
  throw new Error(`${response.statusCode} ${response.body.slice(0, 300)} for ${String(sent).slice(0, 300)}`)
}

/** Runs several cases at a time: each waits for the database, and none changes data of the others. */
async function inPortions<T>(cases: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < cases.length; at += portion) await Promise.all(cases.slice(at, at + portion).map(work))
}

/** Malformed bodies, made from a valid one. */
function brokenTexts(good: Record<string, unknown>): [string | Buffer, Record<string, string>?][] {
  const text = JSON.stringify(good)
  const gzip = gzipSync(text)
  const withoutEnd = text.replaceAll(/:(?!\/\/)("[^"]*"|[\d.-]+|true|false|null)/g, ':1e999')
  // A body of lists alone has no value to replace.
  const hasValues = withoutEnd !== text
  const [key = 'a', value] = Object.entries(good)[0] ?? []
  const typed = [
    'text/plain',
    'text/html',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ]
  return [
    ...[1, 2, 5].map((cut): [string] => [text.slice(0, -cut)]),
    [`${text}${text}`],
    [`${text},`],
    ['undefined'],
    ['NaN'],
    ['"text"'],
    ['1'],
    ['[]'],
    [`[${text}]`],
    ['null'],
    [''],
    [text.replace('{', `{${JSON.stringify(key)}:${JSON.stringify(value)},`)],
    [text.replace('{', '{"__proto__":{"role":"operator"},')],
    [text.replace('{', '{"__proto__":null,')],
    [text.replace('{', `{"x":${'['.repeat(5000)}${']'.repeat(5000)},`)],
    [text.replace('{', `{"x":${'{"x":'.repeat(40)}1${'}'.repeat(40)},`)],
    [text.replace('{', `{"x":"${'x'.repeat(300_000)}",`)],
    ...(hasValues ? [[withoutEnd] as [string]] : []),
    [text.replaceAll('"', "'")],
    [Buffer.from(text, 'utf16le')],
    [Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0xfe, 0x22, 0x7d])])],
    [gzip],
    [gzip.subarray(0, gzip.length >> 1), { 'content-encoding': 'gzip' }],
    [text, { 'content-encoding': 'br' }],
    ...typed.map((type): [string, Record<string, string>] => [text, { 'content-type': type }]),
  ]
}

test.each(bodied)('%s refuses bad bodies and changes nothing', async (name) => {
  const good = goodBody(name)
  const schema = specOf(name).body ?? {}
  const before = await checksumOf(portal)
  const bad = badObjects(schema, good, casesPerEndpoint, seeded(seed), badValues)
  expect(bad.length).toBeGreaterThanOrEqual(casesPerEndpoint)
  await inPortions(bad, async (body) => {
    const text = JSON.stringify(body)
    expectRefused(text, await send(name, '', text))
  })
  await inPortions(brokenTexts(good), async ([payload, headers]) => {
    expectRefused(payload, await send(name, '', payload, headers))
  })
  expect(await checksumOf(portal)).toBe(before)
  expect(({} as Record<string, unknown>).role).toBeUndefined()
})

interface Field {
  type?: string
  pattern?: string
  format?: string
  enum?: unknown[]
}
interface Fields {
  properties?: Record<string, Field>
}

/** Endpoints whose data do not exist here; their own tests cover what they store. */
const keepsNothing: readonly EndpointName[] = ['PUT /iv-scans/:ivScanId/review', 'POST /passkeys']

/** Names of groups and tags are unique per account: the renaming runs before the endpoints that add new ones. */
const renamed = 'PUT /station-tags/:stationTagId'
const writes = [renamed, ...bodied.filter((name) => name !== 'POST /session' && name !== renamed)] as const

test.each(writes)('%s stores a hostile text unchanged or refuses it', async (name) => {
  const { properties = {} } = (specOf(name).body ?? {}) as Fields
  const { properties: replied = {} } = specOf(name).reply as Fields
  const isFree = ({ type, pattern, format, enum: choice }: Field) => type === 'string' && !(pattern ?? format ?? choice)
  const echoed = Object.keys(properties).some((key) => key in replied && isFree(properties[key] ?? {}))
  let kept = 0
  for (const key of Object.keys(properties).filter((field) => properties[field]?.type === 'string')) {
    for (const text of hostileTexts) {
      const response = await send(name, '', JSON.stringify({ ...goodBody(name), [key]: text }))
      if (response.statusCode !== 200) expectRefused(text, response)
      else {
        const { data } = response.json<{ data: Record<string, unknown> | null }>()
        if (data === null || !(key in data)) continue
        kept += 1
        expect(data[key]).toBe(text)
      }
    }
  }
  expect(kept > 0).toBe(echoed && !keepsNothing.includes(name))
})

test.each(queried)('%s refuses bad queries and changes nothing', async (name) => {
  const good = goodQuery(name)
  const schema = specOf(name).query ?? {}
  const before = await checksumOf(portal)
  const search = (query: Record<string, unknown>) =>
    `?${Object.entries(query)
      .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
      .join('&')}`
  // Only reads: a write would be executed.
  if (name.startsWith('GET ')) expect((await send(name, search(good))).statusCode).toBe(200)
  // Texts too long for a URL are left out.
  const bad = badObjects(schema, good, casesPerEndpoint, seeded(seed), (field) =>
    badTexts(field).filter((text) => text.length < 10_000),
  )
  await inPortions(bad, async (query) => expectRefused(search(query), await send(name, search(query))))
  for (const [key, value] of Object.entries(good)) {
    const [name_, text] = [encodeURIComponent(key), encodeURIComponent(String(value))]
    const others = Object.fromEntries(Object.entries(good).filter(([other]) => other !== key))
    for (const odd of [
      `${name_}=${text}&${name_}=${text}`,
      `${name_}[]=${text}`,
      `${name_}[a]=${text}`,
      `__proto__=1`,
    ]) {
      const sent = `${search(others)}&${odd}`
      expectRefused(sent, await send(name, sent))
    }
  }
  expect(await checksumOf(portal)).toBe(before)
})

test.each(queried)('%s accepts any search text and any existing date', async (name) => {
  const { required = [] } = (specOf(name).query ?? {}) as { required?: string[] }
  const good = goodQuery(name)
  const { search, date } = good
  const needed = Object.fromEntries(required.map((key) => [key, good[key]]))
  const texts = [...(search === undefined ? [] : hostileTexts), '%', '_', '\\']
  const days = date === undefined ? [] : ['1900-01-01', '1970-01-01', '2000-02-29', '2199-12-31']
  const queries = [
    ...(search === undefined ? [] : texts.map((text) => ({ search: text }))),
    ...days.map((day) => ({ date: day })),
  ]
  for (const query of queries) {
    const response = await send(
      name,
      `?${new URLSearchParams({ ...needed, ...query } as Record<string, string>).toString()}`,
    )
    expect([query, response.statusCode]).toEqual([query, 200])
  }
})

describe('the ingest endpoint', () => {
  let posts = 0
  const post = async (payload: string | Buffer, headers: Record<string, string> = {}) => {
    posts += 1
    // A new minute, so that the limit of bad requests does not skip any text.
    if (posts % 20 === 0) portal.clock.now += 60_000
    const { response } = await plant.logger.send({}, { payload, headers })
    expect(response.statusCode).not.toBe(429)
    return response
  }
  const row = (): DeviceFrame => frame(plant.devices[0]?.serial ?? '', portal.clock.now + 1, { powerW: 1 })
  const envelope = () => ({
    logger: plant.logger.serial,
    seq: 1,
    loggerTime: portal.clock.now,
    uptimeS: 1,
    devices: [row()],
  })

  test('refuses bad envelopes and malformed bodies, and changes nothing', async () => {
    expect(`${ingestBasePath}/frames`).toBe('/api/ingest/v1/frames')
    const before = await checksumOf(portal)
    // Rows are judged one by one: here only the fields around them are bad.
    const { devices, sensors, ...around } = IngestBatch.properties
    expect([devices.type, sensors.type]).toEqual(['array', 'array'])
    const required = IngestBatch.required.filter((name) => name in around)
    const schema = { properties: around, required }
    await inPortions(badObjects(schema, envelope(), casesPerEndpoint, seeded(seed), badValues), async (body) => {
      const text = JSON.stringify(body)
      expectRefused(text, await post(text))
    })
    await inPortions(brokenTexts(envelope()), async ([payload, headers]) => {
      expectRefused(payload, await post(payload, headers))
    })
    const gzip = gzipSync(JSON.stringify(envelope()))
    for (let cut = 0; cut < gzip.length; cut += 7) {
      expectRefused(`gzip cut at ${cut}`, await post(gzip.subarray(0, cut), { 'content-encoding': 'gzip' }))
    }
    expect(await checksumOf(portal)).toBe(before)
  })

  test('names every bad row of a batch and stores none of them', async () => {
    const rows = badObjects(DeviceFrame as object, { ...row() }, 2 * casesPerEndpoint, seeded(seed), badValues)
    const count = async () => (await portal.db.pool.query('select * from device_sample')).rowCount
    const before = await count()
    const response = await post(JSON.stringify({ ...envelope(), devices: rows }))
    expect(response.statusCode).toBe(200)
    const { data } = response.json<{ data: { accepted: number; rejected: { index: number; code: string }[] } }>()
    expect(data.accepted).toBe(0)
    expect(data.rejected.map(({ index }) => index)).toEqual(rows.map((_, index) => index))
    expect(await count()).toBe(before)
  })
})
