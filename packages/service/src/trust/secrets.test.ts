import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../main/app.ts'
import { watchLoop } from '../testing/loop-watch.ts'
import {
  addTestPlant,
  frame,
  type Person,
  startTestPortal,
  type TestPlant,
  type TestPortal,
} from '../testing/test-portal.ts'

let portal: TestPortal
let app: FastifyInstance
let owner: Person
let plant: TestPlant
let log = ''

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = await portal.signIn('owner')
  plant = await addTestPlant(portal, owner)
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log += chunk.toString()
      done()
    },
  })
  app = await buildApp(portal.service, { log: stream })
})
afterAll(async () => {
  await app?.close()
  await portal?.stop()
})

watchLoop(() => ({ ...portal, app }))

const base = '/api/web/v1'
const manners = { 'x-requested-with': 'XMLHttpRequest' }
let planted = 0
const secret = () => {
  planted += 1
  return `planted${String(planted).padStart(2, '0')}f1c9ab27d`
}

/** Sends secrets in every place where a caller can put them; returns the replies. */
async function plantAll(): Promise<string[]> {
  const bodies: string[] = []
  const send = async (method: 'GET' | 'POST' | 'PUT', url: string, headers: object = {}, payload?: object | string) => {
    const { body } = await app.inject({
      method,
      url,
      headers: { ...manners, ...headers },
      ...(payload !== undefined && { payload }),
    })
    bodies.push(body)
  }
  const cookie = { cookie: owner.cookie }
  for (let nth = 0; nth < 4; nth += 1) {
    await send('POST', `${base}/session`, {}, { account: 'owner', password: secret() })
    await send('POST', `${base}/session`, {}, { account: secret(), password: secret() })
    await send('GET', `${base}/stations`, { cookie: `helioport_session=${secret()}` })
    await send('GET', `${base}/nowhere/${secret()}?token=${secret()}`)
    await send('POST', '/api/ingest/v1/frames', { authorization: `Logger ${secret()}` }, { logger: secret() })
    await send('GET', `${base}/session`, { authorization: `Bearer ${secret()}`, 'x-api-key': secret() })
  }
  await send('POST', `${base}/unsubscription`, {}, { token: secret() })
  await send('POST', `${base}/registration/activation`, {}, { token: secret() })
  await send('POST', `${base}/session/proof`, cookie, { password: secret() })
  await send('PUT', `${base}/account`, cookie, `{"password": "${secret()}"`)
  return bodies
}

test('of 40 planted secrets none is in the log, the metrics or the body of an error', async () => {
  const bodies = await plantAll()
  expect(planted).toBeGreaterThanOrEqual(40)
  const metrics = await app.inject({ url: '/metrics' })
  expect(metrics.statusCode).toBe(200)
  expect(log.length).toBeGreaterThan(1000)
  for (const text of [log, metrics.body, ...bodies]) expect(text).not.toMatch(/planted\d\d/)
  const { rows } = await portal.db.pool.query<{ text: string }>(
    'select operation::text as text from operation union all select sign_in::text from sign_in',
  )
  for (const { text } of rows) expect(text).not.toMatch(/planted\d\d/)
})

test('line ends and escape codes in any field leave one line of JSON per request', async () => {
  log = ''
  const evil = '\r\n{"level":60,"msg":"forged"}\u001b[31m\u2028'
  const ascii = 'x\r\n{"level":60}\u001b[31m'
  const requests = [
    { url: `${base}/stations?search=${encodeURIComponent(evil)}` },
    { url: `${base}/nowhere/${encodeURIComponent(evil)}` },
    { url: `${base}/session`, headers: { 'user-agent': ascii } },
    { method: 'POST' as const, url: `${base}/session`, payload: { account: evil, password: evil } },
    { method: 'PUT' as const, url: `${base}/account`, payload: { nickname: evil } },
  ]
  const traces: unknown[] = []
  for (const { headers, ...request } of requests) {
    const response = await app.inject({ ...request, headers: { ...manners, cookie: owner.cookie, ...headers } })
    if (response.statusCode >= 400) traces.push(response.json<{ traceId: string }>().traceId)
  }
  const lines = log.trimEnd().split('\n')
  expect(lines).toHaveLength(requests.length)
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const line of logged) {
    expect(line).toMatchObject({
      msg: 'request',
      traceId: expect.any(String),
      status: expect.any(Number),
      ms: expect.any(Number),
    })
  }
  expect(logged.map(({ traceId }) => traceId)).toEqual(expect.arrayContaining(traces))
  // oxlint-disable-next-line no-control-regex -- they are what must not be there
  expect(log).not.toMatch(/forged|[\u001b\r]/)
})

test('the metrics say how old the newest frames are', async () => {
  await plant.logger.send({ devices: [frame(plant.devices[0]?.serial ?? '', portal.clock.now - 90_000)] })
  const { body } = await app.inject({ url: '/metrics' })
  expect(body).toContain('helioport_ingest_lag_seconds{share="0.99"} 90')
  // Prometheus keeps these labels for summaries and histograms: `promtool check metrics` refuses them elsewhere.
  const typeOf = new Map([...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]))
  const labelled = [...body.matchAll(/^(\w+)\{.*\b(quantile|le)="/gm)].map(([, name = '', label]) => {
    return [name, label, typeOf.get(name.replace(/_bucket$/, ''))]
  })
  expect(labelled.filter(([, label, type]) => type !== (label === 'le' ? 'histogram' : 'summary'))).toEqual([])
})
