import type { BodyOf, Endpoints } from '@helioport/contract/endpoints'
import { watchLoop } from '../testing/loop-watch.ts'
import {
  addTestPlant,
  frame,
  type Person,
  startTestPortal,
  type TestPlant,
  type TestPortal,
  proved,
} from '../testing/test-portal.ts'
import { timeDifference } from '../testing/timing.ts'

let portal: TestPortal
let owner: Person
let guest: Person
let plant: TestPlant

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = proved(portal, await portal.signIn('owner'))
  guest = proved(portal, await portal.signIn('guest'))
  plant = await addTestPlant(portal, owner)
  await plant.logger.send({
    devices: [frame(plant.devices[0]?.serial ?? '', portal.clock.now, { powerW: 5000, energyTotalKwh: 10 })],
  })
})
afterAll(() => portal?.stop())
watchLoop(() => portal)
beforeEach(async () => {
  await portal.db.kysely.deleteFrom('station_share').execute()
})

type Invitation = BodyOf<Endpoints['POST /stations/:stationId/shares']>

const params = () => ({ stationId: plant.stationId })
const invite = (body: Partial<Invitation> = {}) =>
  owner.call('POST /stations/:stationId/shares', {
    params: params(),
    body: { userName: 'guest', rights: [], endsOn: null, ...body },
  })
const accept = (incomingShareId: string) =>
  guest.call('POST /incoming-shares/:incomingShareId/acceptance', { params: { incomingShareId } })
const seen = async () => (await guest.call('GET /stations/:stationId', { params: params() })).status

test('a share gives its current rights from its acceptance until it is deleted', async () => {
  const { data: share } = await invite({ rights: ['alarms'] })
  expect(share).toMatchObject({ state: 'pending', rights: ['view', 'alarms'], accountId: null, userName: 'guest' })
  expect(await seen()).toBe(404)
  const { data: incoming } = await guest.call('GET /incoming-shares')
  expect(incoming).toMatchObject([{ id: share.id, ownerUserName: 'owner', state: 'pending' }])
  expect((await accept(share.id)).data.state).toBe('accepted')

  const { data: station } = await guest.call('GET /stations/:stationId', { params: params() })
  expect(station).toMatchObject({ rights: ['view', 'alarms'], openAlarms: 0, price: null, incomeToday: null })
  const change = { params: { ...params(), shareId: share.id }, body: { rights: ['income' as const], endsOn: null } }
  expect((await owner.call('PUT /stations/:stationId/shares/:shareId', change)).data).toMatchObject({
    rights: ['view', 'income'],
    state: 'accepted',
    accountId: guest.accountId,
  })
  expect((await guest.call('GET /stations/:stationId', { params: params() })).data).toMatchObject({
    openAlarms: null,
    price: 0.1,
  })
  await owner.call('DELETE /stations/:stationId/shares/:shareId', { params: { ...params(), shareId: share.id } })
  expect(await seen()).toBe(404)
  expect((await guest.call('GET /incoming-shares')).total).toBe(0)
  expect((await accept(share.id)).status).toBe(404)
})

test("a share ends with its last day in the station's time zone", async () => {
  const { data: share } = await invite({ endsOn: '2026-06-10' })
  await accept(share.id)
  const start = portal.clock.now
  portal.clock.now = Date.parse('2026-06-10T21:59:59Z')
  expect(await seen()).toBe(200)
  for (const over of ['2026-06-10T22:00:00Z', '2026-06-10T22:00:01Z', '2026-06-12T12:00:00Z']) {
    portal.clock.now = Date.parse(over)
    expect([over, await seen()]).toEqual([over, 404])
  }
  const { data } = await owner.call('GET /stations/:stationId/shares', { params: params() })
  expect(data).toMatchObject([{ state: 'ended', endsOn: '2026-06-10' }])
  portal.clock.now = start
  expect(await invite({ userName: 'other', endsOn: '2026-06-09' })).toMatchObject({ errorCode: 'share.endsInPast' })
})

test('a declined or returned share is gone for the guest; the owner sees it until removed or offered again', async () => {
  for (const accepts of [false, true]) {
    const { data: share } = await invite()
    if (accepts) await accept(share.id)
    const drop = () => guest.call('DELETE /incoming-shares/:incomingShareId', { params: { incomingShareId: share.id } })
    expect((await drop()).status).toBe(200)
    expect(await seen()).toBe(404)
    expect((await guest.call('GET /incoming-shares')).total).toBe(0)
    expect((await guest.call('GET /stations')).data).toEqual([])
    const list = async () => (await owner.call('GET /stations/:stationId/shares', { params: params() })).data
    expect(await list()).toMatchObject([{ id: share.id, state: 'declined', userName: 'guest', accountId: null }])
    expect((await drop()).status).toBe(404)
    expect((await accept(share.id)).status).toBe(404)
    const named = { ...params(), shareId: share.id }
    const change = { rights: ['view' as const], endsOn: null }
    const changed = await owner.call('PUT /stations/:stationId/shares/:shareId', { params: named, body: change })
    expect(changed.errorCode).toBe('conflict')
    const again = await invite({ userName: 'GUEST' })
    expect(await list()).toMatchObject([{ id: again.data.id, state: 'pending' }])
    expect((await accept(share.id)).status).toBe(404)
    const incomingShareId = again.data.id
    const declined = guest.call('DELETE /incoming-shares/:incomingShareId', { params: { incomingShareId } })
    const [, { status }] = await Promise.all([accept(incomingShareId), declined])
    expect(status).toBe(200)
    expect(await seen()).toBe(404)
    const remove = { params: { ...params(), shareId: incomingShareId } }
    expect((await owner.call('DELETE /stations/:stationId/shares/:shareId', remove)).status).toBe(200)
    expect(await list()).toEqual([])
  }
})

test('of 50 simultaneous acceptances exactly one succeeds; a later one is a conflict', async () => {
  const { data: share } = await invite()
  const replies = await Promise.all(Array.from({ length: 50 }, () => accept(share.id)))
  const codes = replies.map(({ status, errorCode }) => errorCode ?? status)
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(codes.filter((code) => code === 'conflict')).toHaveLength(49)
  expect((await accept(share.id)).errorCode).toBe('conflict')
})

test('of 50 simultaneous invitations, and of 50 deletions, exactly one succeeds', async () => {
  const invited = await Promise.all(Array.from({ length: 50 }, () => invite()))
  const codes = invited.map(({ status, errorCode }) => errorCode ?? status)
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(codes.filter((code) => code !== 200)).toEqual(Array(49).fill('share.exists'))
  const doomed = await addTestPlant(portal, owner)
  const at = { stationId: doomed.stationId }
  const { data } = await owner.call('POST /stations/:stationId/deletion', { params: at })
  const deleted = await Promise.all(
    Array.from({ length: 50 }, () =>
      owner.call('DELETE /stations/:stationId', { params: at, body: { token: data.token, name: '' } }),
    ),
  )
  expect(deleted.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { errorCode } of deleted) expect([undefined, 'notFound', 'station.deletionExpired']).toContain(errorCode)
})

test('neither a first nor a second invitation nor the list reveals whether an account exists', async () => {
  await portal.signIn('inactive')
  await portal.db.kysely
    .updateTable('account')
    .set({ activated_at: null })
    .where('user_name', '=', 'inactive')
    .execute()
  const same = ({ response }: Awaited<ReturnType<typeof invite>>) => {
    const { traceId: _t, ...body } = response.json<{ traceId?: string; data?: object }>()
    const data = body.data && { ...body.data, id: '', userName: '' }
    const { date: _d, 'content-length': _l, ...headers } = response.headers
    return { status: response.statusCode, body: { ...body, data }, headers }
  }
  const first = [await invite(), await invite({ userName: 'nobody-has-it' }), await invite({ userName: 'inactive' })]
  expect(same(first[1] as (typeof first)[0])).toEqual(same(first[0] as (typeof first)[0]))
  expect(same(first[2] as (typeof first)[0])).toEqual(same(first[0] as (typeof first)[0]))
  const second = [await invite({ userName: 'GUEST' }), await invite({ userName: 'Nobody-Has-It' })]
  expect(second.map(({ errorCode }) => errorCode)).toEqual(['share.exists', 'share.exists'])
  const { data: list } = await owner.call('GET /stations/:stationId/shares', { params: params() })
  for (const { state, accountId } of list) expect([state, accountId]).toEqual(['pending', null])
  // An account that takes the name afterwards must not get the share.
  const late = await portal.signIn('nobody-has-it')
  expect((await late.call('GET /incoming-shares')).total).toBe(0)
})

test('the time of an invitation does not reveal whether an account exists', async () => {
  const timed = async (userName: string) => {
    const from = performance.now()
    const { data } = await invite({ userName })
    const ms = performance.now() - from
    await owner.call('DELETE /stations/:stationId/shares/:shareId', { params: { ...params(), shareId: data.id } })
    return ms
  }
  const difference = await timeDifference(
    () => timed('guest'),
    (nth) => timed(`nobody-${nth}`),
    { step: 60 },
  )
  expect(difference).toBeLessThan(0.25)
})

test('sharing with oneself or an own sub-account, and passing on a share, is refused', async () => {
  await addSub('own-helper')
  expect((await invite({ userName: 'Owner' })).errorCode).toBe('share.self')
  expect((await invite({ userName: 'own-helper' })).errorCode).toBe('share.ownSubAccount')
  const { data: share } = await invite({ rights: ['control', 'iv', 'logs', 'income', 'alarms'] })
  await accept(share.id)
  const passOn = await guest.call('POST /stations/:stationId/shares', {
    params: params(),
    body: { userName: 'other', rights: [], endsOn: null },
  })
  expect(passOn.errorCode).toBe('access.denied')
})

test.each(['раypal', 'owner\u200b', '\u202eowner', 'ow\u00adner', 'ｏｗｎｅｒ', 'ow ner', 'a@b', 'ab'])(
  'the user name %j is invalid for an invitation and for a sub-account',
  async (userName) => {
    expect(await invite({ userName })).toMatchObject({ status: 400, errorCode: 'request.invalid' })
    expect((await addSub(userName)).errorCode).toBe('request.invalid')
  },
)

test('a user name that looks like an existing one counts as taken', async () => {
  await addSub('paypal-corner')
  for (const twin of [
    'PayPal-Corner',
    'paypa1-corner',
    'paypaI-corner',
    'paypal-comer',
    'paypal-c0rner',
    'PAYPAL-CORNER',
  ]) {
    expect([twin, (await addSub(twin)).errorCode]).toEqual([twin, 'account.userNameTaken'])
  }
  // The invitation has only the name; the account's id is shown once the account has accepted.
  expect((await invite({ userName: 'paypa1-corner' })).data.state).toBe('pending')
})

const addSub = (userName: string) =>
  owner.call('POST /sub-accounts', {
    body: {
      userName,
      nickname: 'Helper',
      email: null,
      password: `password of ${userName}`,
      mayControl: false,
      allStations: true,
      stationIds: [],
    },
  })

describe('a sub-account', () => {
  const cookieOf = (response: { headers: object }) =>
    String((response.headers as { 'set-cookie'?: string })['set-cookie']).split(';')[0] ?? ''
  const signIn = async (userName: string, password = `password of ${userName}`) =>
    portal.anyone('POST /session', { body: { account: userName, password } })
  const as = (cookie: string) => ({ headers: { cookie } })

  test('sees its assigned stations alone, and is signed out at once when disabled or deleted', async () => {
    const elsewhere = await addTestPlant(portal, owner)
    const { data: sub } = await addSub('worker')
    const at = { subAccountId: sub.id }
    const cookie = cookieOf((await signIn('worker')).response)
    const stations = async () =>
      (await portal.anyone('GET /stations', { query: { pageSize: '100' }, ...as(cookie) })).data.map(({ id }) => id)
    expect(await stations()).toEqual(expect.arrayContaining([plant.stationId, elsewhere.stationId]))

    const change = { nickname: 'Worker', mayControl: true, allStations: false, stationIds: [elsewhere.stationId] }
    const changed = await owner.call('PUT /sub-accounts/:subAccountId', {
      params: at,
      body: { ...change, disabled: false },
    })
    expect(changed.data).toMatchObject({ ...change, disabled: false, userName: 'worker' })
    expect(await stations()).toEqual([elsewhere.stationId])
    const { data } = await portal.anyone('GET /stations', as(cookie))
    expect(data[0]?.rights).toEqual(['view', 'income', 'alarms', 'logs', 'control', 'iv'])
    for (const name of ['GET /sub-accounts', 'GET /incoming-shares', 'GET /loggers'] as const) {
      expect((await portal.anyone(name, as(cookie))).errorCode).toBe('access.denied')
    }

    await owner.call('PUT /sub-accounts/:subAccountId', { params: at, body: { ...change, disabled: true } })
    expect((await portal.anyone('GET /stations', as(cookie))).status).toBe(401)
    expect((await signIn('worker')).errorCode).toBe('session.accountInactive')
    await owner.call('PUT /sub-accounts/:subAccountId', { params: at, body: { ...change, disabled: false } })
    expect((await portal.anyone('GET /stations', as(cookie))).status).toBe(401)

    const again = cookieOf((await signIn('worker')).response)
    await owner.call('PUT /sub-accounts/:subAccountId/password', { params: at, body: { password: 'quite another' } })
    expect((await portal.anyone('GET /stations', as(again))).status).toBe(401)
    expect((await signIn('worker')).status).toBe(401)
    const last = cookieOf((await signIn('worker', 'quite another')).response)
    expect((await owner.call('DELETE /sub-accounts/:subAccountId', { params: at })).status).toBe(200)
    expect((await portal.anyone('GET /stations', as(last))).status).toBe(401)
    expect((await owner.call('GET /sub-accounts')).data.map(({ id }) => id)).not.toContain(sub.id)
  })

  test('can be changed by its main account alone, which cannot assign stations shared with it', async () => {
    const { data: sub } = await addSub('mine-alone')
    const at = { params: { subAccountId: sub.id } }
    const change = { nickname: 'x', mayControl: true, allStations: true, stationIds: [], disabled: true }
    const tries = [
      await guest.call('PUT /sub-accounts/:subAccountId', { ...at, body: change }),
      await guest.call('PUT /sub-accounts/:subAccountId/password', { ...at, body: { password: 'mine now' } }),
      await guest.call('DELETE /sub-accounts/:subAccountId', at),
    ]
    expect(tries.map(({ errorCode }) => errorCode)).toEqual(['notFound', 'notFound', 'notFound'])
    expect((await signIn('mine-alone')).status).toBe(200)
    // Not even stations that were shared with the main account can be passed on.
    const { data: share } = await invite({ rights: ['control'] })
    await accept(share.id)
    const given = await guest.call('POST /sub-accounts', {
      body: {
        userName: 'guest-helper',
        nickname: 'Helper',
        email: null,
        password: 'password',
        mayControl: true,
        allStations: false,
        stationIds: [plant.stationId],
      },
    })
    expect(given.errorCode).toBe('access.denied')
  })
})

test('monitored accounts are those that share with the caller, and its sub-accounts, with their stations', async () => {
  const { data: share } = await invite()
  await accept(share.id)
  expect((await guest.call('GET /monitored-accounts')).data).toMatchObject([
    {
      accountId: owner.accountId,
      userName: 'owner',
      relation: 'sharesWithMe',
      stations: { normal: 1, abnormal: 0, standby: 0, offline: 0 },
      capacityKwp: 10,
      powerW: 5000,
      age: { state: 'live' },
    },
  ])
  const { data: watched } = await owner.call('GET /monitored-accounts', { query: { pageSize: '100' } })
  expect(watched.length).toBeGreaterThan(0)
  for (const { relation } of watched) expect(relation).toBe('subAccount')
  await guest.call('DELETE /incoming-shares/:incomingShareId', { params: { incomingShareId: share.id } })
  expect((await guest.call('GET /monitored-accounts')).total).toBe(0)
})
