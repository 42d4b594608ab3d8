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

/** Paths of everything that has a value in a reply. */
function keysOf(value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((one) => keysOf(one, `${path}[]`))
  if (typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([key, one]) => keysOf(one, path === '' ? key : `${path}.${key}`))
}

async function answerTo(person: Person, name: EndpointName): Promise<string[]> {
  const { method, path } = splitName(name)
  const query = (goodQueries(ids) as Partial<Record<EndpointName, object>>)[name] ?? {}
  // Whatever may be left out only narrows what is told.
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
 * What each role is told, as it was looked at: a key that is new, to anybody, fails until somebody has looked at it
 * and writes it down (`-u`). Of the other roles only what differs from the owner's is written.
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
