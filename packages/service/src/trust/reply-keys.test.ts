import { type EndpointName, endpoints, type EndpointSpec } from '@helioport/contract/endpoints'
import { shareRights } from '@helioport/contract'
import { splitName } from '../http/register.ts'
import { acceptedShare } from '../testing/own/accepted-share.ts'
import { goodQueries, type NamedIds } from '../testing/own/good-requests.ts'
import { makeOwnThings } from '../testing/own/own-things.ts'
import { type Person, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
let ids: NamedIds
const actors = new Map<string, Person>()

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  const owner = await portal.signIn('owner')
  ids = await makeOwnThings(portal, owner)
  actors.set('owner', owner)
  actors.set('operator', await portal.signIn('operator', 'operator'))
  for (const [name, rights] of [
    ['share of all rights', [...shareRights]],
    ['share to view', ['view' as const]],
  ] as const) {
    const userName = name.replaceAll(' ', '-')
    const person = await portal.signIn(userName)
    await acceptedShare(portal, ids.stationId, person, rights, { name: userName })
    actors.set(name, person)
  }
})
afterAll(() => portal?.stop())

const specOf = (name: EndpointName): EndpointSpec => endpoints[name]
const reads = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => name.startsWith('GET ') && !specOf(name).download,
)

/** Paths of all values in a reply. */
function keysOf(value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((one) => keysOf(one, `${path}[]`))
  if (typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([key, one]) => keysOf(one, path === '' ? key : `${path}.${key}`))
}

async function answerTo(person: Person, name: EndpointName): Promise<string[]> {
  const { method, path } = splitName(name)
  const query = (goodQueries(ids) as Partial<Record<EndpointName, object>>)[name] ?? {}
  // Optional parameters only narrow the reply.
  const required: readonly string[] = (specOf(name).query as { required?: string[] } | undefined)?.required ?? []
  const response = await portal.app.inject({
    method: method as 'GET',
    url: `/api/web/v1${path.replaceAll(/:(\w+)/g, (_, key: string) => ids[key as keyof NamedIds])}`,
    query: Object.fromEntries(
      Object.entries(query).flatMap(([key, value]) => (required.includes(key) ? [[key, String(value)]] : [])),
    ),
    headers: { cookie: person.cookie },
  })
  const { data, errorCode } = response.json<{ data?: unknown; errorCode?: string }>()
  return errorCode === undefined ? [...new Set(keysOf(data))].toSorted() : [errorCode]
}

/**
 * Snapshot of the reviewed keys of each role's replies: a new key fails the test until it is reviewed and recorded
 * (`-u`). For other roles only the differences from the owner's are recorded.
 */
test.each(reads)('%s tells each role what it told when it was reviewed', async (name) => {
  const told = new Map<string, string[]>()
  for (const [actor, person] of actors) told.set(actor, await answerTo(person, name))
  const whole = told.get('owner') ?? []
  const shown = [...told].map(([actor, keys]) => {
    if (actor === 'owner') return `owner: ${keys.join(' ')}`
    const less = whole.filter((key) => !keys.includes(key))
    const more = keys.filter((key) => !whole.includes(key))
    const isOther = less.length === whole.length
    return `${actor}: ${isOther ? keys.join(' ') : [...less.map((key) => `-${key}`), ...more.map((key) => `+${key}`)].join(' ') || 'the same'}`
  })
  expect(shown).toMatchSnapshot()
})
