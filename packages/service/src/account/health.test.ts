import { finished } from 'node:stream/promises'
import { makeTestKey } from '../testing/test-key.ts'
import { addTestPlant, frame, type Person, startTestPortal, type TestPortal, proved } from '../testing/test-portal.ts'
import { queueMail } from '../message/outbox.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
})
afterAll(() => portal?.stop())

test("operators see an account's counts, ingest lag and failed mails, but no names or addresses", async () => {
  const operator = await portal.signIn('operator', 'operator')
  const ada = await portal.signIn('ada')
  const plant = await addTestPlant(portal, ada, { devices: 2 })
  await plant.logger.send({ devices: [frame(plant.devices[0]?.serial ?? '', portal.clock.now, { powerW: 1 })] })
  const to = { id: ada.accountId, email: 'ada@example.org', userName: 'ada', locale: 'en-US' } as const
  await portal.service.db.transaction((tx) => queueMail(portal.service, tx, 'activation', to))
  await portal.service.db.transaction((tx) => queueMail(portal.service, tx, 'passwordCode', to, { code: '123456' }))
  await portal.db.pool.query("update message set failed_at = now() where kind = 'activation'")
  await portal.db.pool.query("update message set tries = 2 where kind = 'passwordCode'")
  portal.clock.now += 90_000

  const { data, total, response } = await operator.call('GET /operator/accounts-health', { query: { search: 'ad' } })
  expect(total).toBe(1)
  expect(data).toEqual([
    {
      accountId: ada.accountId,
      userName: 'ada',
      active: true,
      stations: 1,
      devices: 2,
      devicesOnline: 1,
      ingestLagS: 90,
      failedMails: 1,
      delayedMails: 1,
    },
  ])
  expect(response.body).not.toMatch(/Plant|example\.org|password|INV-/)
  const page = await operator.call('GET /operator/accounts-health', { query: { page: '2', pageSize: '1' } })
  expect([page.data.length, page.total]).toEqual([1, 2])
  portal.clock.now += 20 * 60_000
  const later = await operator.call('GET /operator/accounts-health', { query: { search: 'ada' } })
  expect(later.data[0]).toMatchObject({ devicesOnline: 0, ingestLagS: 1290 })
})

test('an operator disables and enables an account; owners and operators without access are refused', async () => {
  const operator = proved(portal, await portal.signIn('operator', 'operator'))
  const bea = await portal.signIn('bea')
  const params = { accountId: bea.accountId }
  expect((await bea.call('GET /operator/accounts-health')).errorCode).toBe('access.denied')
  expect((await bea.call('GET /session')).data.stateName).toBe('dontHaveAccess')
  expect((await operator.call('GET /session')).data.stateName).toBe('')
  const closed = await operator.call('PUT /operator/accounts/:accountId/active', { params, body: { active: false } })
  expect(closed.data).toMatchObject({ accountId: bea.accountId, active: false })
  expect((await bea.call('GET /session')).status).toBe(401)
  const body = { account: 'bea', password: 'password of bea' }
  expect(await portal.anyone('POST /session', { body })).toMatchObject({ errorCode: 'session.accountInactive' })
  await operator.call('PUT /operator/accounts/:accountId/active', { params, body: { active: true } })
  expect((await portal.anyone('POST /session', { body })).status).toBe(200)
  const own = { accountId: operator.accountId }
  expect(
    await operator.call('PUT /operator/accounts/:accountId/active', { params: own, body: { active: false } }),
  ).toMatchObject({ errorCode: 'conflict' })

  await portal.db.pool.query("update account set state_name = 'dontHaveAccess' where user_name = 'operator'")
  expect((await operator.call('GET /operator/accounts-health')).errorCode).toBe('access.denied')
  expect(
    await operator.call('PUT /operator/accounts/:accountId/active', { params, body: { active: false } }),
  ).toMatchObject({ errorCode: 'access.denied' })
})

test('disabling a main account also disables its sub-accounts, their keys and streams, and its loggers', async () => {
  const operator = proved(portal, await portal.signIn('warden', 'operator'))
  const cleo = proved(portal, await portal.signIn('cleo'))
  const plant = await addTestPlant(portal, cleo)
  const { data: sub } = await cleo.call('POST /sub-accounts', {
    body: {
      userName: 'cleo-helper',
      nickname: 'Helper',
      email: 'cleo-helper@example.org',
      password: 'password of helper',
      mayControl: true,
      allStations: true,
      stationIds: [],
    },
  })
  const asHelper = { account: sub.userName, password: 'password of helper' }
  const signedIn = await portal.anyone('POST /session', { body: asHelper })
  const cookie = String(signedIn.response.headers['set-cookie']).split(';')[0] ?? ''
  const helper = () => portal.anyone('GET /stations', { headers: { cookie } })
  const send = () =>
    plant.logger.send({ devices: [frame(plant.devices[0]?.serial ?? '', (portal.clock.now += 60_000), { powerW: 1 })] })
  expect([(await helper()).status, (await send()).status]).toEqual([200, 200])
  const call: Person['call'] = (name, options) => portal.anyone(name, { ...options, headers: { cookie } })
  const key = await makeTestKey(portal, { accountId: sub.id, cookie, call })
  expect((await key.get('/stations')).status).toBe(200)
  const stream = await portal.app.inject({ url: '/api/web/v1/events', headers: { cookie }, payloadAsStream: true })
  expect(stream.statusCode).toBe(200)
  const ended = finished(stream.stream().resume())

  const params = { accountId: cleo.accountId }
  await operator.call('PUT /operator/accounts/:accountId/active', { params, body: { active: false } })
  expect((await helper()).errorCode).toBe('session.required')
  await ended
  expect((await portal.anyone('POST /session', { body: asHelper })).errorCode).toBe('session.accountInactive')
  expect((await send()).errorCode).toBe('logger.keyWrong')
  expect((await key.get('/stations')).errorCode).toBe('key.invalid')
  const { data } = await operator.call('GET /operator/accounts-health', { query: { search: 'cleo' } })
  expect(data.map(({ active }) => active)).toEqual([false, false])

  await operator.call('PUT /operator/accounts/:accountId/active', { params, body: { active: true } })
  // Ended sessions stay ended; a new sign-in works.
  expect((await helper()).errorCode).toBe('session.required')
  expect((await portal.anyone('POST /session', { body: asHelper })).status).toBe(200)
  expect((await send()).status).toBe(200)
})

test('an account disabled directly in the database is refused at the next request of its sub-account', async () => {
  const dora = proved(portal, await portal.signIn('dora'))
  await dora.call('POST /sub-accounts', {
    body: {
      userName: 'dora-helper',
      nickname: 'Helper',
      email: null,
      password: 'password of helper',
      mayControl: false,
      allStations: true,
      stationIds: [],
    },
  })
  const body = { account: 'dora-helper', password: 'password of helper' }
  const { response } = await portal.anyone('POST /session', { body })
  const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
  await portal.db.pool.query("update account set disabled_at = now() where user_name = 'dora'")
  expect((await portal.anyone('GET /session', { headers: { cookie } })).errorCode).toBe('session.required')
})
