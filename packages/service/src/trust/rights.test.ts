import { type ErrorCode, type ShareRight, shareRights, type StationRight, stationRights } from '@helioport/contract'
import { type EndpointName, endpoints, type EndpointSpec } from '@helioport/contract/endpoints'
import { errorTexts } from '@helioport/contract/error-texts'
import { acceptedShare } from '../testing/own/accepted-share.ts'
import { checksumOf, keepRows } from '../testing/checksum.ts'
import { goodBodies, goodQueries, type NamedIds, operatorKinds, ownKinds } from '../testing/own/good-requests.ts'
import { testPicture } from '../testing/own/own-sharing.ts'
import { makeOwnThings } from '../testing/own/own-things.ts'
import { addTestPlant, type Person, startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { compileTest } from '../http/validate.ts'
import { splitName } from '../http/register.ts'

/** `sub` is a sub-account of the owner that reaches only another station. For `sharers` see shareRights. */
const sharers = shareRights.map((right) => `share-${right}` as const)
const actors = ['nobody', 'other', 'owner', 'operator', 'sub', 'expired', ...sharers] as const
type Actor = (typeof actors)[number]
type Verdict = 'allowed' | 'session.proofRequired' | 'session.required' | 'access.denied' | 'notFound' | 'empty'

let portal: TestPortal
let owner: Person
let ownIds: NamedIds
let putBack: () => Promise<void>
let initial: string
const cookies = new Map<Actor, string>([['nobody', '']])

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  for (const actor of actors) await signIn(actor)
  owner = await portal.signIn('owner')
  const elsewhere = await addTestPlant(portal, owner)
  ownIds = await makeOwnThings(portal, owner)
  await grantRights(elsewhere.stationId)
  // The many sign-ins above must not count against later limits.
  await portal.db.kysely.deleteFrom('attempt').execute()
  putBack = await keepRows(portal)
  initial = await checksumOf(portal)
})
afterAll(() => portal?.stop())

/** Writes rights as rows, so that each actor has exactly one right besides `view`. */
async function grantRights(station_id: string): Promise<void> {
  const { kysely } = portal.db
  const idOf = (actor: Actor) => kysely.selectFrom('account').select('id').where('user_name', '=', actor)
  await kysely
    .updateTable('account')
    .set({ main_account_id: owner.accountId, all_stations: false, may_control: true })
    .where('user_name', '=', 'sub')
    .execute()
  const { id: account_id } = await idOf('sub').executeTakeFirstOrThrow()
  await kysely.insertInto('sub_account_station').values({ account_id, station_id }).execute()
  const now = new Date(portal.clock.now)
  for (const actor of ['expired', ...sharers] as const) {
    const { id } = await idOf(actor).executeTakeFirstOrThrow()
    const own = actor === 'expired' ? [...shareRights] : [actor.slice('share-'.length) as ShareRight]
    const rights = [...new Set<ShareRight>(['view', ...own])]
    await acceptedShare(portal, ownIds.stationId, { accountId: id }, rights, {
      name: actor,
      endsAt: actor === 'expired' ? now : null,
    })
  }
}

async function signIn(actor: Actor): Promise<void> {
  if (actor === 'nobody') return
  cookies.set(actor, (await portal.signIn(actor, actor === 'operator' ? 'operator' : 'owner')).cookie)
}

const unknown = '00000000-0000-4000-8000-000000000000'
/** Ids of things that do not exist. */
const withoutThings = (ids: NamedIds) =>
  Object.fromEntries(
    Object.entries(ids).map(([key, id]) => [key, key.endsWith('Id') ? unknown : id]),
  ) as unknown as NamedIds
const names = Object.keys(endpoints) as EndpointName[]
const specOf = (name: EndpointName): EndpointSpec => endpoints[name]

interface Field {
  format?: string
  items?: { format?: string }
}

/** Kinds of the ids in a part of a request; a list `deviceIds` holds ids of the kind `deviceId`. */
function idsIn(schema: object | undefined): string[] {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, Field> }
  return Object.entries(properties).flatMap(([key, { format, items }]) =>
    format === 'uuid' ? [key] : items?.format === 'uuid' ? [key.slice(0, -1)] : [],
  )
}

/** The verdict that the endpoint table declares for a caller who names the owner's things. */
function declared(spec: EndpointSpec, actor: Actor): Verdict {
  if (spec.access === 'anyone') return 'allowed'
  if (actor === 'nobody') return 'session.required'
  if (spec.access === 'operator' && actor !== 'operator') return 'access.denied'
  if (spec.access === 'main' && actor === 'sub') return 'access.denied'
  // A share gives no loggers: they are listed for their owner alone.
  if (spec === endpoints['GET /loggers'] && actor !== 'owner') return 'empty'
  // Only the main account may open a view of its sub-account.
  if (spec === endpoints['POST /session/view']) return actor === 'owner' ? 'allowed' : 'notFound'
  // The devices of a new station are at no station yet, so shares do not reach them.
  const rights = spec === endpoints['POST /stations/form'] && actor !== 'owner' ? [] : rightsOf(actor)
  const right = spec.right ?? 'view'
  // A list can be empty where rights are missing; a file is refused.
  const kinds = [spec.params, spec.body, spec.download && spec.query].flatMap((schema) => idsIn(schema || undefined))
  const isOwn = kinds.some((kind) => ownKinds.includes(kind))
  if (kinds.some((kind) => ![...ownKinds, ...operatorKinds].includes(kind))) {
    if (!rights.includes('view')) return 'notFound'
    if (!rights.includes(right)) return 'access.denied'
  } else if (!isOwn && idsIn(spec.query).length > 0 && !rights.includes(right)) return 'empty'
  // The owner's station is shared: devices added to it become visible to others.
  if (spec.proof || spec === endpoints['POST /stations/:stationId/devices']) return 'session.proofRequired'
  return isOwn && actor !== 'owner' ? 'notFound' : 'allowed'
}

/** Rights of an actor on the owner's station. */
function rightsOf(actor: Actor): StationRight[] {
  if (actor === 'owner') return [...stationRights]
  return actor.startsWith('share-') ? ['view', actor.slice('share-'.length) as StationRight] : []
}

async function send(name: EndpointName, actor: Actor, ids: NamedIds) {
  const { method, path } = splitName(name)
  const { upload } = specOf(name)
  const caller = actor === 'nobody' ? 'owner' : actor
  const body = (goodBodies(ids, caller) as Partial<Record<EndpointName, object>>)[name]
  const query = { ...(goodQueries(ids) as Partial<Record<EndpointName, { code?: string }>>)[name] }
  // Successful operations have no error code.
  if (name === 'GET /operations' || name === 'GET /commands') delete query.code
  const response = await portal.app.inject({
    method: method as 'GET',
    url: `/api/web/v1${path.replaceAll(/:(\w+)/g, (_, key: string) => ids[key as keyof NamedIds])}`,
    // A filter by status or search would hide rows that the caller may see; page and ids stay.
    query: Object.fromEntries(
      Object.entries(query ?? {}).flatMap(([key, value]) => (/search|status/.test(key) ? [] : [[key, String(value)]])),
    ),
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      cookie: cookies.get(actor) ?? '',
      ...(upload && { 'content-type': upload === 'file' ? 'application/octet-stream' : 'image/png' }),
    },
    ...(body && { payload: body }),
    ...(upload && { payload: upload === 'file' ? Buffer.from('a manual') : await testPicture() }),
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const { traceId, ...reply }: Record<string, unknown> = isJson ? response.json() : { file: response.body.length }
  const { date: _date, 'content-length': _length, ...headers } = response.headers
  return { status: response.statusCode, traceId, reply, headers }
}

test("the test data have an owner's id of every kind that an endpoint takes", () => {
  const taken = names.flatMap((name) => {
    const { params, query, body } = specOf(name)
    return [params, query, body].flatMap(idsIn)
  })
  expect([...new Set(taken)].toSorted()).toEqual(
    Object.keys(ownIds)
      .filter((key) => key.endsWith('Id'))
      .toSorted(),
  )
})

/** The newest row of the operation log; with the trace id if the write was refused. */
async function lastOperation() {
  const { rows } = await portal.db.pool.query<{ errorCode: string | null; traceId?: string }>(
    `select action, user_name as "userName", error_code as "errorCode", trace_id as "traceId"
     from operation order by day desc, no desc limit 1`,
  )
  const [row] = rows
  if (row?.errorCode === null) delete row.traceId
  return row
}

/** For endpoints without a thing of a station all shares are equal: one of them represents all. */
function actorsFor(spec: EndpointSpec): readonly Actor[] {
  const kinds = [spec.params, spec.query, spec.body].flatMap(idsIn)
  const isOfStation = spec.right !== undefined || kinds.some((kind) => ![...ownKinds, ...operatorKinds].includes(kind))
  return isOfStation ? actors : actors.filter((actor) => actor === 'share-view' || !actor.startsWith('share-'))
}

const matrix = names.flatMap((name) =>
  actorsFor(specOf(name)).map((actor) => [name, actor, declared(specOf(name), actor)] as const),
)

/** Error codes for allowed requests that have nothing to do here: for example, the commands have ended. */
const nothingToDo: Partial<Record<EndpointName, ErrorCode>> = {
  // No fleet runs here.
  'POST /virtual-plants': 'notFound',
  'DELETE /virtual-plants': 'notFound',
  'POST /commands/:commandId/cancellation': 'command.nothingWaits',
  'POST /commands/:commandId/rejection': 'command.nothingWaits',
  'POST /commands/:commandId/scan-cancellation': 'command.nothingWaits',
  'PUT /iv-scans/:ivScanId/review': 'scan.noVerdict',
  // No session here is a view.
  'DELETE /session/view': 'conflict',
  // No challenge was signed, and no company sign-in returned.
  'POST /passkeys': 'passkey.refused',
  'POST /session/passkey': 'passkey.refused',
  'POST /session/proof/passkey': 'passkey.refused',
  'GET /session/openid': 'openid.ended',
  'POST /session/openid': 'openid.ended',
}

test.each(matrix)('%s by %s: %s', async (name, actor, verdict) => {
  const isRead = name.startsWith('GET ')
  expect(await checksumOf(portal)).toBe(initial)
  const { status, traceId, reply, headers } = await send(name, actor, ownIds)
  if (isRead || verdict !== 'allowed') expect(await checksumOf(portal)).toBe(initial)
  const isUnlogged = verdict === 'allowed' && specOf(name).unlogged === true
  if (!isRead && !isUnlogged && actor !== 'nobody' && specOf(name).access !== 'anyone') {
    const errorCode = verdict === 'allowed' ? (nothingToDo[name] ?? null) : verdict
    expect(await lastOperation()).toEqual({ action: name, userName: actor, errorCode, ...(errorCode && { traceId }) })
  }

  if (verdict === 'allowed' && nothingToDo[name]) {
    expect(reply.errorCode).toBe(nothingToDo[name])
    return putBack()
  }
  if (verdict === 'allowed') {
    expect([status, reply.success ?? 'file']).toEqual([200, specOf(name).download ? 'file' : true])
    if (!specOf(name).download) expect(compileTest(specOf(name).reply)(reply.data)).toBe(true)
    if (!rightsOf(actor).includes('view')) {
      // The holder of an activation link, and operators, may see the user name.
      const told = [...operatorKinds, 'forgetful', ...(specOf(name).access === 'operator' ? ['subAccountId'] : [])]
      const secret = Object.entries(ownIds).filter(([kind]) => !told.includes(kind))
      for (const [, id] of secret) expect(JSON.stringify(reply)).not.toContain(id)
    } else if (specOf(name).paged && idsIn(specOf(name).query).length > 0) expect(reply.total).toBeGreaterThan(0)
    if (!isRead) {
      // A deletion of nothing, and a check, leave no change to see.
      const takesAway = name.startsWith('DELETE ') && idsIn(specOf(name).params).length === 0
      if (!takesAway && !name.endsWith('/check')) expect(await checksumOf(portal)).not.toBe(initial)
      await putBack()
      expect(await checksumOf(portal)).toBe(initial)
    }
    return
  }
  const ofUnknown = await send(name, actor, withoutThings(ownIds))
  // Only an actor with `view` may learn that the thing exists.
  if (!rightsOf(actor).includes('view')) {
    const { status: unknownStatus, reply: unknownReply, headers: unknownHeaders } = ofUnknown
    expect({ status, reply, headers }).toEqual({ status: unknownStatus, reply: unknownReply, headers: unknownHeaders })
  }
  if (verdict === 'empty') return expect(reply).toEqual({ success: true, data: [], total: 0 })
  expect(traceId).not.toBe(ofUnknown.traceId)
  const codes = { 'session.required': 401, 'session.proofRequired': 403, 'access.denied': 403, notFound: 404 }
  // For several alarms the issues list the refused ones: foreign and unknown alarms look the same.
  const { issues: _which, ...said } = reply as typeof reply & { issues?: unknown }
  expect([status, name === 'POST /alarm-care' ? said : reply]).toEqual([
    codes[verdict],
    { success: false, errorCode: verdict, errorMessage: errorTexts[verdict satisfies ErrorCode] },
  ])
})
