import { type EndpointName, endpoints, type EndpointSpec } from '@helioport/contract/endpoints'
import { splitName } from '../http/register.ts'
import { watchLoop } from '../testing/loop-watch.ts'
import { checksumOf } from '../testing/checksum.ts'
import { goodBodies, type NamedIds } from '../testing/own/good-requests.ts'
import { makeOwnThings } from '../testing/own/own-things.ts'
import { type Person, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
let operator: Person
let ids: NamedIds

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  operator = await portal.signIn('operator', 'operator')
  ids = await makeOwnThings(portal, operator)
})
afterAll(() => portal?.stop())
watchLoop(() => portal)

const names = Object.keys(endpoints) as EndpointName[]
const specOf = (name: EndpointName): EndpointSpec => endpoints[name]

/** Fields of accounts, stations, devices, loggers, shares and rates that only the service may set. */
const serverKeys = [
  'id',
  'role',
  'accountId',
  'account_id',
  'memberId',
  'ownerAccountId',
  'mainAccountId',
  'main_account_id',
  'isAdmin',
  'canSeeAdmin',
  'stateName',
  'passwordHash',
  'password_hash',
  'activatedAt',
  'activated_at',
  'createdAt',
  'created_at',
  'acceptedAt',
  'accepted_at',
  'removedAt',
  'removed_at',
  'provedAt',
  'expiresAt',
  'keyHash',
  'lastSeq',
  'no',
  'state',
  'status',
  'manage',
  'energyTotalKwh',
] as const

const writes = names.filter((name) => specOf(name).body && !name.startsWith('GET '))

test.each(writes)('%s refuses fields that only the service may set', async (name) => {
  const good = (goodBodies(ids, 'operator') as Partial<Record<EndpointName, object>>)[name] ?? {}
  const { method, path } = splitName(name)
  const { properties = {} } = (specOf(name).body ?? {}) as { properties?: object }
  const surplus = serverKeys.filter((key) => !(key in properties))
  expect(surplus.length).toBeGreaterThan(serverKeys.length - 4)
  const before = await checksumOf(portal)
  for (const key of surplus) {
    const response = await portal.app.inject({
      method: method as 'POST',
      url: `/api/web/v1${path.replaceAll(/:(\w+)/g, (_, kind: string) => String(ids[kind as keyof NamedIds]))}`,
      headers: { 'x-requested-with': 'XMLHttpRequest', cookie: operator.cookie },
      payload: { ...good, [key]: 'operator' },
    })
    const { errorCode, issues } = response.json<{ errorCode: string; issues?: { path: string }[] }>()
    expect([key, response.statusCode, errorCode]).toEqual([key, 400, 'request.invalid'])
    expect(issues?.map((issue) => issue.path)).toContain(`/${key}`)
  }
  expect(await checksumOf(portal)).toBe(before)
})

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: unknown
}

/** Paths of all keys below a schema, as `devices[].name`. */
function keysOf({ properties = {}, items, anyOf = [] }: Schema, path = ''): string[] {
  return [
    ...Object.entries(properties).flatMap(([key, schema]) => [`${path}${key}`, ...keysOf(schema, `${path}${key}.`)]),
    ...(items ? keysOf(items, `${path}[].`) : []),
    ...anyOf.flatMap((schema) => keysOf(schema, path)),
  ]
}

const replyKeys = Object.fromEntries(
  names.map((name) => [name, [...new Set(keysOf(specOf(name).reply as Schema))].toSorted()]),
)

/** Routes whose reply has the key; a further route must be reviewed and added here. */
test.each([
  ['password', []],
  ['passwordHash', []],
  ['keyHash', []],
  ['tokenHash', []],
  ['key', ['POST /api-keys', 'POST /loggers', 'POST /loggers/:loggerId/keys']],
  ['token', ['POST /stations/:stationId/deletion']],
])('the key %s is in the replies of exactly %j', (key, routes) => {
  const told = names.filter((name) => replyKeys[name]?.some((path) => path.split('.').at(-1) === key))
  expect(told).toEqual(routes)
})

test('only replies about the own account, about sub-accounts or for operators have emails and phones', () => {
  const told = names.filter((name) => replyKeys[name]?.some((path) => /(^|\.)(email|phone)$/.test(path)))
  const own = /^\w+ \/(account|sub-accounts|operator)(\/|$)/
  expect(told.filter((name) => !own.test(name))).toEqual([])
  for (const name of told) expect(specOf(name).access).not.toBe('anyone')
})

test("every reply's schema is closed: it allows no additional properties", () => {
  const open = (schema: Schema): boolean =>
    (schema.properties !== undefined && schema.additionalProperties !== false) ||
    [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])].some(
      open,
    )
  expect(names.filter((name) => open(specOf(name).reply as Schema))).toEqual([])
})
