import { type EndpointName, endpoints, type EndpointSpec } from '@helioport/contract/endpoints'
import { checksumOf } from '../testing/checksum.ts'
import { goodBodies, goodQueries, type NamedIds } from '../testing/good-requests.ts'
import { addTestPlant, frame, startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { compileTest } from './validate.ts'
import { splitName } from './register.ts'

const actors = ['nobody', 'other', 'owner', 'operator'] as const
type Actor = (typeof actors)[number]
type Verdict = 'allowed' | 'session.required' | 'access.denied' | 'notFound' | 'empty'

let portal: TestPortal
let ownIds: NamedIds
const cookies = new Map<Actor, string>([['nobody', '']])

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  for (const actor of actors) await signIn(actor)
  const owner = await portal.signIn('owner')
  const plant = await addTestPlant(portal, owner)
  const [device] = plant.devices
  for (const at of ['2026-06-10T09:55:00Z', '2026-06-10T10:00:00Z']) {
    await plant.logger.send({ devices: [frame(device?.serial ?? '', at, { errorWord: 1, powerW: 5000 })] })
  }
  ownIds = { stationId: plant.stationId, deviceId: device?.id ?? '', loggerId: plant.logger.id }
}, 60_000)
afterAll(() => portal?.stop())

async function signIn(actor: Actor): Promise<void> {
  if (actor === 'nobody') return
  cookies.set(actor, (await portal.signIn(actor, actor === 'operator' ? 'operator' : 'owner')).cookie)
}

const unknown = '00000000-0000-4000-8000-000000000000'
const unknownIds: NamedIds = { stationId: unknown, deviceId: unknown, loggerId: unknown }
const names = Object.keys(endpoints) as EndpointName[]
const specOf = (name: EndpointName): EndpointSpec => endpoints[name]

/** Names of the ids in a part of a request. */
function idsIn(schema: object | undefined): string[] {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { format?: string }> }
  return Object.keys(properties).filter((key) => properties[key]?.format === 'uuid')
}

/** What the table declares for a caller who names the owner's things. */
function declared(spec: EndpointSpec, actor: Actor): Verdict {
  if (spec.access === 'anyone') return 'allowed'
  if (actor === 'nobody') return 'session.required'
  if (spec.access === 'operator' && actor !== 'operator') return 'access.denied'
  if (actor === 'owner') return 'allowed'
  if (idsIn(spec.params).length + idsIn(spec.body).length > 0) return 'notFound'
  return idsIn(spec.query).length > 0 ? 'empty' : 'allowed'
}

async function send(name: EndpointName, actor: Actor, ids: NamedIds) {
  const { method, path } = splitName(name)
  const caller = actor === 'nobody' ? 'owner' : actor
  const body = (goodBodies(ids, caller) as Partial<Record<EndpointName, object>>)[name]
  const query = (goodQueries(ids) as Partial<Record<EndpointName, object>>)[name]
  const response = await portal.app.inject({
    method: method as 'GET',
    url: `/api/web/v1${path.replaceAll(/:(\w+)/g, (_, key: string) => ids[key as keyof NamedIds])}`,
    // A status or a search would hide what the caller may see; the page and the ids stay.
    query: Object.fromEntries(
      Object.entries(query ?? {}).flatMap(([key, value]) => (/search|status/.test(key) ? [] : [[key, String(value)]])),
    ),
    headers: { 'x-requested-with': 'XMLHttpRequest', cookie: cookies.get(actor) ?? '' },
    ...(body && { payload: body }),
  })
  const { traceId, ...reply } = response.json<Record<string, unknown> & { data?: unknown }>()
  const { date: _date, 'content-length': _length, ...headers } = response.headers
  return { status: response.statusCode, traceId, reply, headers }
}

test('every id that an endpoint takes is one of the owner here', () => {
  const taken = names.flatMap((name) => {
    const { params, query, body } = specOf(name)
    return [params, query, body].flatMap(idsIn)
  })
  expect([...new Set(taken)].toSorted()).toEqual(Object.keys(ownIds).toSorted())
})

const matrix = names.flatMap((name) => actors.map((actor) => [name, actor, declared(specOf(name), actor)] as const))

test.each(matrix)('%s by %s: %s', async (name, actor, verdict) => {
  const before = await checksumOf(portal.db)
  const { status, traceId, reply, headers } = await send(name, actor, ownIds)
  if (name.startsWith('GET ') || verdict !== 'allowed') expect(await checksumOf(portal.db)).toBe(before)

  if (verdict === 'allowed') {
    expect([status, reply.success]).toEqual([200, true])
    expect(compileTest(specOf(name).reply)(reply.data)).toBe(true)
    if (actor === 'owner' && idsIn(specOf(name).query).length > 0) expect(reply.total).toBeGreaterThan(0)
    if (actor !== 'owner') for (const id of Object.values(ownIds)) expect(JSON.stringify(reply)).not.toContain(id)
    if (!name.startsWith('GET ')) {
      expect(await checksumOf(portal.db)).not.toBe(before)
      await signIn(actor)
    }
    return
  }
  const ofUnknown = await send(name, actor, unknownIds)
  expect({ status, reply, headers }).toEqual({
    status: ofUnknown.status,
    reply: ofUnknown.reply,
    headers: ofUnknown.headers,
  })
  if (verdict === 'empty') return expect(reply).toEqual({ success: true, data: [], total: 0 })
  expect(traceId).not.toBe(ofUnknown.traceId)
  const expected = { 'session.required': 401, 'access.denied': 403, notFound: 404 }[verdict]
  expect([status, reply]).toEqual([expected, { success: false, errorCode: verdict, errorMessage: verdict }])
})
