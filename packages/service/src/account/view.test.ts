import {
  addTestPlant,
  type Person,
  proved,
  startTestPortal,
  type TestPlant,
  type TestPortal,
} from '../testing/test-portal.ts'

let portal: TestPortal
let owner: Person
let partner: Person
let plant: TestPlant
let subAccountId: string

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = proved(portal, await portal.signIn('ada'))
  partner = await portal.signIn('bert')
  plant = await addTestPlant(portal, owner)
  await addTestPlant(portal, owner)
  await addTestPlant(portal, partner)
  const { data: sub } = await owner.call('POST /sub-accounts', {
    body: {
      userName: 'ada-helper',
      nickname: 'Helper',
      email: null,
      password: 'password of helper',
      mayControl: false,
      allStations: false,
      stationIds: [plant.stationId],
    },
  })
  subAccountId = sub.id
  const { data: share } = await owner.call('POST /stations/:stationId/shares', {
    params: { stationId: plant.stationId },
    body: { userName: 'bert', rights: ['view'], endsOn: null },
  })
  await partner.call('POST /incoming-shares/:incomingShareId/acceptance', { params: { incomingShareId: share.id } })
})
afterAll(() => portal?.stop())

/** Opens a view and returns headers with its cookie, as a browser would go on. */
async function lookAs(accountId: string) {
  const { response, ...reply } = await owner.call('POST /session/view', { body: { accountId } })
  const cookie = cookieOf(response)
  return { ...reply, cookie, headers: { cookie } }
}

const cookieOf = (response: { headers: Record<string, unknown> }) =>
  String(response.headers['set-cookie']).split(';')[0] ?? ''

test("a view as a sub-account shows the sub-account's stations alone", async () => {
  const { data, headers } = await lookAs(subAccountId)
  expect(data).toMatchObject({ userName: 'ada-helper', view: { as: 'subAccount', viewerUserName: 'ada' } })
  const { data: stations } = await portal.anyone('GET /stations', { headers })
  expect(stations.map(({ id }) => id)).toEqual([plant.stationId])
  expect(stations[0]?.rights).not.toContain('manage')
})

test("a view as a share partner shows the owner's shared stations alone, with the rights of the share", async () => {
  const { data, headers } = await lookAs(partner.accountId)
  expect(data.view).toEqual({ as: 'share', viewerUserName: 'ada' })
  const { data: stations } = await portal.anyone('GET /stations', { headers })
  expect(stations.map(({ id, rights }) => [id, rights])).toEqual([[plant.stationId, ['view']]])
})

test('in a view, writes and private data of the person are refused with session.viewOnly', async () => {
  const { headers } = await lookAs(partner.accountId)
  const params = { stationId: plant.stationId }
  const tries = [
    portal.anyone('POST /session/view', { headers, body: { accountId: subAccountId } }),
    portal.anyone('POST /session/proof', { headers, body: { password: 'password of bert' } }),
    portal.anyone('DELETE /sessions', { headers }),
    portal.anyone('POST /stations/:stationId/deletion', { headers, params }),
    portal.anyone('GET /account', { headers }),
    portal.anyone('GET /account/security', { headers }),
    portal.anyone('GET /sessions', { headers }),
    portal.anyone('GET /sign-ins', { headers }),
    portal.anyone('GET /api-keys', { headers }),
    portal.anyone('GET /incoming-shares', { headers }),
  ]
  for (const reply of await Promise.all(tries))
    expect([reply.status, reply.errorCode]).toEqual([403, 'session.viewOnly'])
  // The operation log names the owner, not the partner.
  const { rows } = await portal.db.pool.query<{ user_name: string }>(
    "select distinct user_name from operation where error_code = 'session.viewOnly'",
  )
  expect(rows.map(({ user_name }) => user_name)).toEqual(['ada'])
})

test('a view as an unrelated account, or by a share partner as the owner, is refused with notFound', async () => {
  const stranger = await portal.signIn('cleo')
  const refused = { status: 404, errorCode: 'notFound' }
  expect(await stranger.call('POST /session/view', { body: { accountId: subAccountId } })).toMatchObject(refused)
  expect(await owner.call('POST /session/view', { body: { accountId: stranger.accountId } })).toMatchObject(refused)
  expect(await partner.call('POST /session/view', { body: { accountId: owner.accountId } })).toMatchObject(refused)
})

test("leaving a view restores the owner's session; the viewed person sees no session; sign-out ends both", async () => {
  const { headers } = await lookAs(partner.accountId)
  expect((await partner.call('GET /sessions')).data).toHaveLength(1)
  const back = await portal.anyone('DELETE /session/view', { headers })
  expect(back.data).toMatchObject({ userName: 'ada', view: null })
  expect((await portal.anyone('GET /session', { headers })).status).toBe(401)
  const own = { cookie: cookieOf(back.response) }
  expect((await portal.anyone('DELETE /session/view', { headers: own })).errorCode).toBe('conflict')

  const again = await portal.anyone('POST /session/view', { headers: own, body: { accountId: subAccountId } })
  const view = { cookie: cookieOf(again.response) }
  expect((await portal.anyone('GET /stations', { headers: view })).status).toBe(200)
  // Signing out of a view ends the viewer's session, too.
  expect((await portal.anyone('DELETE /session', { headers: view })).status).toBe(200)
  const { rows } = await portal.db.pool.query(
    'select from session where account_id = $1 or viewer_session_id is not null',
    [owner.accountId],
  )
  expect(rows).toHaveLength(0)
})
