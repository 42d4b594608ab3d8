import { type EndpointName, endpoints, type EndpointSpec } from '@helioport/contract/endpoints'
import fc from 'fast-check'
import { splitName } from '../http/register.ts'
import { keepRows } from '../testing/checksum.ts'
import { goodBodies, goodQueries, type NamedIds } from '../testing/own/good-requests.ts'
import { makeOwnThings } from '../testing/own/own-things.ts'
import { type Person, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

/** The password that the thief sets wherever possible, and that of the thief's own account. */
const known = 'password of thief'

let portal: TestPortal
let ids: NamedIds
let initial: string[]
let putBack: () => Promise<void>
let thief: Person
let stolen: { cookie: string; accountId: string }

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  const victim = await portal.signIn('victim', 'operator')
  thief = await portal.signIn('thief')
  ids = await makeOwnThings(portal, victim)
  // A bound phone: it could be replaced unnoticed.
  await portal.db.pool.query(
    `update account set phone = '+49 30 000', phone_bound_at = now() where user_name = 'victim'`,
  )
  // Approving a held order is one more way to a command.
  await portal.db.pool.query(
    `update command set hold = 'secondPerson', waits = true, hold_until = $2, expires_at = $2 where id = $1`,
    [ids.commandId, new Date(portal.clock.now + 24 * 3_600_000)],
  )
  stolen = { cookie: victim.cookie, accountId: victim.accountId }
  initial = await grants()
  putBack = await keepRows(portal)
})
afterAll(() => portal?.stop())

/** All rows that give access or rights to the victim's account and things, with holder and secret. */
async function grants(): Promise<string[]> {
  const { rows } = await portal.db.pool.query<{ row: string }>(
    `select row_to_json(granted)::text as row from (
       select 'account' as kind, id::text, concat_ws(' ', encode(sha256(password_hash::bytea), 'hex'), email, main_account_id,
         may_control, all_stations, disabled_at, role) as terms
       from account where $1 in (id, main_account_id) or id = $2
       union all
       select 'phone', id::text, phone from account where id = $1 and phone_bound_at is not null
       union all
       select 'share', share.id::text, concat_ws(' ', share.account_id, share.name, rights, ends_at)
       from station_share share join station on station.id = station_id where station.account_id = $1
       union all
       select 'station', sub.account_id::text, sub.station_id::text from sub_account_station sub
       union all
       select 'logger', logger.id::text, concat_ws(' ', encode(key_hash, 'hex'), ends_at)
       from logger_key join logger on logger.id = logger_id where account_id = $1
       union all
       select 'email', id::text, email from email where account_id = $1
       union all
       select 'authenticator', account_id::text, encode(secret, 'hex') from totp where account_id = $1
       union all
       select 'identity', id::text, subject from openid_identity where account_id = $1
       union all
       select 'passkey', id::text, encode(credential_id, 'hex') from passkey where account_id = $1
       union all
       select 'key', id::text, concat_ws(' ', encode(key_hash, 'hex'), scopes, all_stations, expires_at, proved_at)
       from api_key where account_id = $1
       union all
       select 'push', id::text, encode(endpoint_hash, 'hex') from push_device where account_id = $1
       union all
       select 'webhook', id::text, concat_ws(' ', url, events) from webhook where account_id = $1
       union all
       select 'code', account_id::text, encode(code_hash, 'hex') from recovery_code where account_id = $1
       union all
       select 'bulletin', id::text, concat_ws(' ', title, body, url) from bulletin
       union all
       select 'proof', id::text, proved_at::text from session where account_id = $1 and proved_at is not null
       union all
       select 'command', id::text, concat_ws(' ', waits, approved_at) from command
     ) granted`,
    [stolen.accountId, ids.accountId],
  )
  return rows.map(({ row }) => row)
}

/** Grants that did not exist before the theft, and the row of the phone if it was lost. */
async function gained(): Promise<string[]> {
  const now = await grants()
  const lost = initial.filter((row) => row.includes('"kind":"phone"') && !now.includes(row))
  return [...now.filter((row) => !initial.includes(row)), ...lost]
}

const names = Object.keys(endpoints) as EndpointName[]
const writes = names.filter((name) => {
  const spec: EndpointSpec = endpoints[name]
  // Pictures grant nothing, and ending the stolen session would end the search.
  return !name.startsWith('GET ') && !spec.upload && name !== 'DELETE /session'
})

/** Replaces passwords and codes that the thief cannot know by guesses. */
function guessed(value: unknown, key = ''): unknown {
  if (/password/i.test(key)) return known
  if (key === 'code') return '000000'
  if (Array.isArray(value)) return value.map((each) => guessed(each))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, guessed(each, name)]))
}

interface Thief {
  /** Sessions of the thief: the stolen one first, then their own. */
  cookies: string[]
  /** Names of accounts whose password the thief knows. */
  userNames: string[]
  /** Ids from replies, by their kind. */
  found: Partial<NamedIds>
}

const cookieOf = (header: unknown) => /helioport_session=[^;]*/.exec(String(header))?.[0]

async function act(state: Thief, name: EndpointName, who: number, pick: number): Promise<void> {
  const { method, path } = splitName(name)
  const own = { ...ids, ...state.found }
  const userName = state.userNames[pick % state.userNames.length] ?? 'thief'
  const body = guessed((goodBodies(own, userName) as Partial<Record<EndpointName, object>>)[name]) as
    | Record<string, unknown>
    | undefined
  if (body && name === 'POST /stations/:stationId/shares')
    Object.assign(body, { userName: 'thief', rights: ['view', 'control', 'iv'] })
  if (body && name === 'PUT /sub-accounts/:subAccountId') Object.assign(body, { disabled: false })
  const index = who % state.cookies.length
  const response = await portal.app.inject({
    method: method as 'POST',
    url: `/api/web/v1${path.replaceAll(/:(\w+)/g, (_, key: string) => own[key as keyof NamedIds])}`,
    query: Object.fromEntries(
      Object.entries((goodQueries(own) as Partial<Record<EndpointName, object>>)[name] ?? {}).map(([key, value]) => [
        key,
        String(value),
      ]),
    ),
    headers: { 'x-requested-with': 'XMLHttpRequest', cookie: state.cookies[index] ?? '' },
    remoteAddress: `10.2.${pick & 255}.${who & 255}`,
    ...(body && { payload: body }),
  })
  const given = cookieOf(response.headers['set-cookie'])
  if (response.statusCode !== 200) return
  // A sign-in opens another session; a proof replaces the token of the same session.
  if (given !== undefined && name === 'POST /session') state.cookies.push(given)
  else if (given !== undefined && !given.endsWith('=')) state.cookies[index] = given
  const data = response.json<{ data?: { id?: string; userName?: string } | null }>().data
  if (name === 'POST /sub-accounts' && data?.userName !== undefined) {
    state.userNames.push(data.userName)
    state.found.subAccountId = data.id ?? ''
  }
  if (name === 'POST /stations/:stationId/shares') state.found.incomingShareId = data?.id ?? ''
}

/** Sequences that gave rights away in the past; tried besides random ones. */
const formerWays: EndpointName[][] = [
  ['POST /sub-accounts', 'POST /session', 'POST /session/proof', 'POST /commands/reactive-power'],
  [
    'POST /stations/:stationId/shares',
    'POST /incoming-shares/:incomingShareId/acceptance',
    'POST /session/proof',
    'POST /commands/iv-scan',
  ],
  ['POST /commands/:commandId/approval'],
  [
    'PUT /sub-accounts/:subAccountId/password',
    'PUT /sub-accounts/:subAccountId',
    'POST /session',
    'POST /session/proof',
  ],
]

const step = fc.tuple(fc.constantFrom(...writes), fc.nat(50), fc.nat(50))
const calls = fc.oneof(
  fc.array(step, { minLength: 4, maxLength: 24 }),
  fc
    .constantFrom(...formerWays)
    .map((way) => way.map((name, nth) => [name, nth, nth] as [EndpointName, number, number])),
)

test('no sequence of calls without a proof reaches a command or gains lasting rights', async () => {
  await fc.assert(
    fc.asyncProperty(calls, async (sequence) => {
      await putBack()
      const state: Thief = { cookies: [stolen.cookie, thief.cookie], userNames: ['thief'], found: {} }
      for (const [name, who, pick] of sequence) await act(state, name, who, pick)
      expect(await gained()).toEqual([])
    }),
    { numRuns: 60, seed: 20261122 },
  )
})

test('each former way to gain rights without a proof is closed for every session', async () => {
  for (const way of formerWays) {
    await putBack()
    const state: Thief = { cookies: [stolen.cookie, thief.cookie], userNames: ['thief'], found: {} }
    for (const name of way) for (const who of [0, 1, 2]) await act(state, name, who, state.userNames.length - 1)
    expect(await gained()).toEqual([])
  }
})
