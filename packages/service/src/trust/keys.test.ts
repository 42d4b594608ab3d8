import { apiKeyScopes } from '@helioport/contract'
import {
  type EndpointName,
  endpoints,
  type EndpointSpec,
  keepsToStations,
  keyScopeOf,
} from '@helioport/contract/endpoints'
import { splitName } from '../http/register.ts'
import { checksumOf } from '../testing/checksum.ts'
import { goodBodies, goodQueries, type NamedIds } from '../testing/own/good-requests.ts'
import { testPicture } from '../testing/own/own-sharing.ts'
import { makeOwnThings } from '../testing/own/own-things.ts'
import { makeTestKey, type TestKey } from '../testing/test-key.ts'
import { addTestPlant, type Person, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
let owner: Person
let ids: NamedIds
let initial: string
/** Keys of the owner: one that reads, a proved one with all scopes, and one limited to another station. */
let reader: TestKey
let master: TestKey
let limited: TestKey

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = await portal.signIn('owner', 'operator')
  ids = await makeOwnThings(portal, owner)
  const elsewhere = await addTestPlant(portal, owner)
  reader = await makeTestKey(portal, owner)
  master = await makeTestKey(portal, owner, { scopes: [...apiKeyScopes] })
  limited = await makeTestKey(portal, owner, { scopes: [...apiKeyScopes], stationIds: [elsewhere.stationId] })
  const now = new Date(portal.clock.now)
  await portal.db.kysely.updateTable('api_key').set({ proved_at: now }).where('id', '<>', reader.id).execute()
  await portal.db.kysely.updateTable('session').set({ proved_at: now }).execute()
  initial = await checksumOf(portal)
})
afterAll(() => portal?.stop())
// The tests send more than a minute's quota.
beforeEach(() => portal.db.kysely.deleteFrom('api_key_use').execute())

const names = Object.keys(endpoints) as EndpointName[]
const specOf = (name: EndpointName): EndpointSpec => endpoints[name]
const scopeOf = (name: EndpointName) => keyScopeOf(name, specOf(name))

/** The valid request of an endpoint with a key; `cookie`: adds a person's session. */
async function send(name: EndpointName, { key }: TestKey, cookie?: string) {
  const { method, path } = splitName(name)
  const { upload } = specOf(name)
  const body = (goodBodies(ids, 'owner') as Partial<Record<EndpointName, object>>)[name]
  const query = (goodQueries(ids) as Partial<Record<EndpointName, object>>)[name]
  const response = await portal.app.inject({
    method: method as 'GET',
    url: `/api/web/v1${path.replaceAll(/:(\w+)/g, (_, kind: string) => String(ids[kind as keyof NamedIds]))}`,
    query: Object.fromEntries(
      Object.entries(query ?? {}).flatMap(([of, value]) => (/search|status/.test(of) ? [] : [[of, String(value)]])),
    ),
    headers: {
      authorization: `Bearer ${key}`,
      ...(cookie && { cookie, 'x-requested-with': 'XMLHttpRequest' }),
      ...(upload && { 'content-type': upload === 'file' ? 'application/octet-stream' : 'image/png' }),
    },
    ...(body && { payload: body }),
    ...(upload && { payload: upload === 'file' ? Buffer.from('a manual') : await testPicture() }),
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const { errorCode } = isJson ? response.json<{ errorCode?: string }>() : {}
  return { status: response.statusCode, errorCode, response }
}

test('what opens to which key, as it was looked at', () => {
  const open = names.map((name) => {
    const scope = scopeOf(name)
    return `${name}: ${scope ?? 'no key'}${scope !== null && keepsToStations(name, specOf(name)) ? ', of stations' : ''}`
  })
  expect(open).toMatchSnapshot()
})

test('no key opens what asks for a proof, commands aside, nor sessions, passwords, second factors, keys', () => {
  const closed = names.filter((name) => scopeOf(name) === null)
  expect(closed).toEqual(
    expect.arrayContaining(
      names.filter((name) => {
        const { access, proof, right } = specOf(name)
        const isOfPerson =
          /session|password|registration|totp|passkey|openid|recovery|emails|phone|api-keys|sign-ins|\/keys/.test(name)
        return access === 'operator' || isOfPerson || (proof && right !== 'control' && right !== 'iv')
      }),
    ),
  )
})

test.each(names)('%s by a key that reads: changes nothing', async (name) => {
  const { status, errorCode } = await send(name, reader)
  const scope = scopeOf(name)
  if (scope === 'read') expect([status, errorCode]).toEqual([200, undefined])
  else expect([status, errorCode]).toEqual([403, scope === null ? 'key.closed' : 'key.scope'])
  expect(await checksumOf(portal)).toBe(initial)
})

test.each(names.filter((name) => scopeOf(name) === null))(
  '%s by a key that may everything, beside the cookie of a person who proved it: refused',
  async (name) => {
    const { status, errorCode, response } = await send(name, master, owner.cookie)
    expect([status, errorCode]).toEqual([403, 'key.closed'])
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(await checksumOf(portal)).toBe(initial)
  },
)

test.each(names.filter((name) => scopeOf(name) !== null))(
  '%s by a key of another station: nothing of this one is told or changed',
  async (name) => {
    const { status, errorCode, response } = await send(name, limited)
    const { stationId, deviceId, loggerId, stationName, alarmId, commandId } = ids
    for (const secret of [stationId, deviceId, loggerId, stationName, alarmId, commandId])
      expect(response.body).not.toContain(secret)
    if (!keepsToStations(name, specOf(name))) expect([status, errorCode]).toEqual([403, 'key.limited'])
    else if (status !== 200) expect([status, errorCode]).toEqual([404, 'notFound'])
    expect(await checksumOf(portal)).toBe(initial)
  },
)
