import { apiKeyQuota, apiKeyRules, proofMs } from '@helioport/contract'
import { verifyAudit } from '../audit/chain.ts'
import { watchLoop } from '../testing/loop-watch.ts'
import { deliverAll } from '../testing/mailbox.ts'
import { makeTestKey, withKey } from '../testing/test-key.ts'
import { addTestPlant, frame, type Person, proved, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
watchLoop(() => portal)
const dayMs = 24 * 3_600_000
let plant: TestPlant
let other: TestPlant
let stranger: Person

beforeAll(async () => {
  plant = await addTestPlant(portal, owner)
  other = await addTestPlant(portal, owner)
  stranger = await portal.signIn('stranger')
})
// Each test has its own minute, and so its own quota.
beforeEach(() => void (portal.clock.now += 120_000))

const lastOperation = async () => {
  const { data } = await owner.call('GET /operations', { query: { pageSize: '1' } })
  return data[0]
}

describe('a key', () => {
  const body = { name: 'Home Assistant', scopes: ['read' as const], stationIds: null, days: 7 }

  test('needs a proof, is shown once, and is stored as a hash', async () => {
    expect((await owner.call('POST /api-keys', { body })).errorCode).toBe('session.proofRequired')
    const { data } = await proved(portal, owner).call('POST /api-keys', { body })
    const { key, ...listed } = data
    expect(key).toMatch(/^hp_[\w-]{43}$/)
    expect(listed).toMatchObject({
      name: 'Home Assistant',
      ending: key.slice(-4),
      lastUsedAt: null,
      expiresAt: new Date(portal.clock.now + 7 * dayMs).toISOString(),
    })
    const { data: list } = await owner.call('GET /api-keys')
    expect(list).toContainEqual(listed)
    await deliverAll(portal.service)
    const [mail] = portal.mailbox.mails('owner@example.org').slice(-1)
    expect(mail?.text).toContain('Home Assistant')
    expect(mail?.text).not.toContain(key)
    // The mail tells when and from where the key was made.
    expect(mail?.text).toMatch(/时间：.*\d{2}:\d{2}[\s\S]*127\.0\.0\.1/)
    const { rows } = await portal.db.pool.query<{ row: string }>('select to_jsonb(k)::text as row from api_key k')
    expect(rows.map(({ row }) => row).join()).not.toContain(key.slice(3))
    expect((await stranger.call('GET /api-keys')).data).toEqual([])
  })

  test('opens the endpoints of its scopes without X-Requested-With, and shows when it was last used', async () => {
    const key = await makeTestKey(portal, owner)
    const { status, data } = await key.get('/stations')
    expect([status, (data as unknown as { id: string }[]).length]).toEqual([200, 2])
    expect((await key.send('DELETE', `/loggers/${plant.logger.id}`)).errorCode).toBe('key.closed')
    expect((await key.send('PUT', '/account/profile', { infoItems: [] })).errorCode).toBe('key.scope')
    const { data: list } = await owner.call('GET /api-keys')
    expect(list.find(({ id }) => id === key.id)?.lastUsedAt).toBe(new Date(portal.clock.now).toISOString())
    const writer = await makeTestKey(portal, owner, { scopes: ['write'] })
    expect((await writer.send('PUT', '/station-order', { stationIds: [plant.stationId] })).status).toBe(200)
    expect((await writer.get('/stations')).errorCode).toBe('key.scope')
  })

  test('ends when it is revoked, and at its expiry', async () => {
    const key = await makeTestKey(portal, owner, { days: 1 })
    expect((await stranger.call('DELETE /api-keys/:apiKeyId', { params: { apiKeyId: key.id } })).errorCode).toBe(
      'notFound',
    )
    const second = await makeTestKey(portal, owner)
    await owner.call('DELETE /api-keys/:apiKeyId', { params: { apiKeyId: second.id } })
    const gone = await second.get('/stations')
    expect([gone.status, gone.errorCode, gone.response.headers['www-authenticate']]).toEqual([
      401,
      'key.invalid',
      'Bearer',
    ])
    expect((await key.get('/stations')).status).toBe(200)
    portal.clock.now += dayMs
    expect((await key.get('/stations')).errorCode).toBe('key.invalid')
  })

  test.each(['', 'hp_', `hp_${'A'.repeat(43)}`, 'hp_%00', 'x'.repeat(5000), "hp_' or 1=1"])(
    'that was never made is refused with key.invalid: %j',
    async (key) => {
      const { status, errorCode } = await withKey(portal, { id: '', key }).get('/stations')
      expect([status, errorCode]).toEqual([401, 'key.invalid'])
    },
  )

  test('lives a year at most, and an account has a limited number of keys', async () => {
    for (const change of [{ days: 366 }, { days: 0 }, { days: undefined }, { scopes: [] }, { stationIds: [] }]) {
      const { errorCode } = await proved(portal, owner).call('POST /api-keys', {
        body: { ...body, ...change } as typeof body,
      })
      expect([change, errorCode]).toEqual([change, 'request.invalid'])
    }
    const person = await portal.signIn('collector')
    await Promise.all(Array.from({ length: apiKeyRules.max - 1 }, () => makeTestKey(portal, person)))
    const tries = await Promise.allSettled([makeTestKey(portal, person), makeTestKey(portal, person)])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('cannot be made for a station of another account', async () => {
    const { errorCode } = await proved(portal, stranger).call('POST /api-keys', {
      body: { ...body, stationIds: [plant.stationId] },
    })
    expect(errorCode).toBe('notFound')
  })
})

describe('the rights of a key are the current rights of its person', () => {
  const signInSub = async (stationIds: string[]) => {
    const userName = `helper-${stationIds.length}-${portal.clock.now}`
    const rights = { nickname: 'Helper', mayControl: true, allStations: false, stationIds }
    const made = await proved(portal, owner).call('POST /sub-accounts', {
      body: { ...rights, userName, email: null, password: 'password of a helper' },
    })
    const { response } = await portal.anyone('POST /session', {
      body: { account: userName, password: 'password of a helper' },
      ip: `10.9.0.${stationIds.length}`,
    })
    const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
    const call: Person['call'] = (name, options) =>
      portal.anyone(name, { ...options, headers: { ...options?.headers, cookie } })
    const change = (now: object) =>
      proved(portal, owner).call('PUT /sub-accounts/:subAccountId', {
        params: { subAccountId: made.data.id },
        body: { ...rights, disabled: false, ...now },
      })
    return { sub: { accountId: made.data.id, cookie, call }, change }
  }
  const namesOf = async (key: Awaited<ReturnType<typeof makeTestKey>>) =>
    ((await key.get('/stations')).data as unknown as { id: string }[]).map(({ id }) => id).toSorted()

  test('the key of a sub-account loses a station with it, and is invalid when the sub-account is disabled', async () => {
    const { sub, change } = await signInSub([plant.stationId, other.stationId])
    const key = await makeTestKey(portal, sub, { stationIds: [plant.stationId, other.stationId] })
    expect(await namesOf(key)).toEqual([plant.stationId, other.stationId].toSorted())
    await change({ stationIds: [other.stationId] })
    expect(await namesOf(key)).toEqual([other.stationId])
    expect((await key.get(`/stations/${plant.stationId}`)).errorCode).toBe('notFound')
    const { data } = await sub.call('GET /api-keys')
    expect(data[0]?.stationIds).toEqual([other.stationId])
    await change({ disabled: true })
    expect((await key.get('/stations')).errorCode).toBe('key.invalid')
  })

  test('the key of an account that an operator disables is invalid', async () => {
    const person = await portal.signIn('stopped')
    const key = await makeTestKey(portal, person)
    const operator = await portal.signIn('operator', 'operator')
    await proved(portal, operator).call('PUT /operator/accounts/:accountId/active', {
      params: { accountId: person.accountId },
      body: { active: false },
    })
    expect((await key.get('/stations')).errorCode).toBe('key.invalid')
  })

  test('a key limited to a station reaches no other station', async () => {
    const key = await makeTestKey(portal, owner, { scopes: ['read', 'write'], stationIds: [other.stationId] })
    expect(await namesOf(key)).toEqual([other.stationId])
    expect((await key.get(`/stations/${plant.stationId}/day`)).errorCode).toBe('notFound')
    expect((await key.get(`/devices/${plant.devices[0]?.id}`)).errorCode).toBe('notFound')
    expect((await key.get('/loggers')).errorCode).toBe('key.limited')
    expect((await key.send('PUT', '/station-order', { stationIds: [plant.stationId] })).errorCode).toBe('notFound')
    expect((await key.get(`/stations/${other.stationId}`)).status).toBe(200)
  })
})

describe('commands by key', () => {
  const order = () => ({
    deviceIds: [plant.devices[0]?.id],
    powerFactor: 0.9,
    revertAfterMinutes: 60,
    canary: false,
  })

  test('need a proof of the person for the key, valid for five minutes', async () => {
    const key = await makeTestKey(portal, owner, { scopes: ['read', 'write', 'control'] })
    const send = async () => (await key.send('POST', '/commands/reactive-power', order())).errorCode
    const params = { apiKeyId: key.id }
    expect(await send()).toBe('session.proofRequired')
    expect((await owner.call('POST /api-keys/:apiKeyId/proof', { params })).errorCode).toBe('session.proofRequired')
    expect((await key.send('POST', `/api-keys/${key.id}/proof`)).errorCode).toBe('key.closed')
    expect((await proved(portal, stranger).call('POST /api-keys/:apiKeyId/proof', { params })).errorCode).toBe(
      'notFound',
    )
    const { data } = await proved(portal, owner).call('POST /api-keys/:apiKeyId/proof', { params })
    expect(data.provedUntil).toBe(new Date(portal.clock.now + proofMs).toISOString())
    // The inverter has sent nothing yet, so the order fails only here.
    expect(await send()).toBe('command.uninitialized')
    // Other writes stay closed in spite of the proof.
    expect((await key.send('DELETE', `/loggers/${plant.logger.id}`)).errorCode).toBe('key.closed')
    expect((await key.send('PUT', '/account', {})).errorCode).toBe('key.closed')
    portal.clock.now += proofMs + 1
    expect(await send()).toBe('session.proofRequired')
  })

  test("are closed again by a change of the person's password", async () => {
    const person = await portal.signIn('changes')
    const key = await makeTestKey(portal, person, { scopes: ['control'] })
    await proved(portal, person).call('POST /api-keys/:apiKeyId/proof', { params: { apiKeyId: key.id } })
    const provedUntil = async () => (await person.call('GET /api-keys')).data[0]?.provedUntil
    expect(await provedUntil()).not.toBeNull()
    portal.clock.now += 1000
    const { response } = await person.call('PUT /account/password', {
      body: { oldPassword: 'password of changes', password: 'quite another one', passwordAgain: 'quite another one' },
    })
    const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
    const { data } = await portal.anyone('GET /api-keys', { headers: { cookie } })
    expect(data[0]?.provedUntil).toBeNull()
  })

  test('are refused to a key without the scope "control"', async () => {
    const key = await makeTestKey(portal, owner, { scopes: ['read', 'write'] })
    const { errorCode } = await proved(portal, owner).call('POST /api-keys/:apiKeyId/proof', {
      params: { apiKeyId: key.id },
    })
    expect(errorCode).toBe('key.scope')
    expect((await key.send('POST', '/commands/reactive-power', order())).errorCode).toBe('key.scope')
  })
})

describe('a key and a cookie in one request', () => {
  test('the cookie is ignored', async () => {
    const key = await makeTestKey(portal, stranger)
    const { data } = await key.get('/stations', { cookie: owner.cookie })
    expect(data).toEqual([])
    const wrong = withKey(portal, { id: '', key: `hp_${'B'.repeat(43)}` })
    expect((await wrong.get('/stations', { cookie: owner.cookie })).errorCode).toBe('key.invalid')
    expect((await key.send('POST', '/session', {}, { cookie: owner.cookie })).errorCode).toBe('key.closed')
    // Other authorization schemes are ignored: they may be for a proxy.
    const { status } = await key.get('/stations', { cookie: owner.cookie, authorization: 'Basic eDp5' })
    expect(status).toBe(200)
  })

  test("the operation log names the key's person, not the cookie's", async () => {
    const key = await makeTestKey(portal, stranger, { scopes: ['write'], name: 'Robot' })
    await key.send('DELETE', '/account/avatar', undefined, { cookie: owner.cookie })
    const { data } = await stranger.call('GET /operations', { query: { pageSize: '1' } })
    expect(data[0]).toMatchObject({ action: 'DELETE /account/avatar', userName: 'stranger', apiKey: 'Robot' })
  })
})

test('operations of a key, done or refused, are logged with its name as a part of the hash chain', async () => {
  const key = await makeTestKey(portal, owner, { scopes: ['write'], name: 'Robot' })
  await key.send('PUT', '/station-order', { stationIds: [plant.stationId] })
  expect(await lastOperation()).toMatchObject({ action: 'PUT /station-order', apiKey: 'Robot', errorCode: null })
  await key.send('DELETE', `/loggers/${plant.logger.id}`)
  expect(await lastOperation()).toMatchObject({ apiKey: 'Robot', errorCode: 'key.closed', userName: 'owner' })
  await owner.call('PUT /station-order', { body: { stationIds: [plant.stationId] } })
  expect(await lastOperation()).toMatchObject({ apiKey: null })
  expect((await verifyAudit(portal.service, portal.service.settings.key)).faults).toEqual([])
  await portal.ownerDb.pool.query('alter table operation disable trigger operation_only_added')
  await portal.ownerDb.pool.query(
    `update operation set api_key = null where api_key is not null and error_code is null`,
  )
  expect((await verifyAudit(portal.service, null)).faults).toContainEqual(expect.objectContaining({ fault: 'altered' }))
})

describe('the rate limit of a key', () => {
  const setUsed = (id: string, requests: number) =>
    portal.db.kysely.updateTable('api_key_use').set({ requests }).where('api_key_id', '=', id).execute()

  test('each reply states the remaining requests; one too many gets 429 until the next minute', async () => {
    const { requests, windowS } = apiKeyQuota
    portal.clock.now += 60_000 - (portal.clock.now % 60_000) + 15_000
    const key = await makeTestKey(portal, owner)
    const second = await makeTestKey(portal, owner)
    const { response } = await key.get('/stations')
    expect(response.headers).toMatchObject({
      'ratelimit-policy': `"key";q=${requests};w=${windowS}`,
      ratelimit: `"key";r=${requests - 1};t=45`,
    })
    await setUsed(key.id, requests - 1)
    const refused = await key.send('DELETE', `/loggers/${plant.logger.id}`)
    expect([refused.errorCode, refused.response.headers['ratelimit']]).toEqual(['key.closed', '"key";r=0;t=45'])
    const over = await key.get('/stations')
    expect([over.status, over.errorCode, over.response.headers['retry-after']]).toEqual([429, 'request.tooMany', '45'])
    expect(over.response.headers['ratelimit']).toBe('"key";r=0;t=45')
    expect((await second.get('/stations')).status).toBe(200)
    portal.clock.now += 45_000
    expect((await key.get('/stations')).status).toBe(200)
    // Requests of a person have no quota and no rate-limit headers.
    const { response: page } = await owner.call('GET /stations')
    expect(page.headers['ratelimit']).toBeUndefined()
  })

  test('holds for parallel requests', async () => {
    const key = await makeTestKey(portal, owner)
    await key.get('/stations')
    await setUsed(key.id, apiKeyQuota.requests - 5)
    const answers = await Promise.all(Array.from({ length: 20 }, () => key.get('/alarm-catalogue?locale=en-US')))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array(5).fill(200),
      ...Array(15).fill(429),
    ])
  })
})

describe('frames by the key of a person', () => {
  const batch = (serial: string, device: string) => ({
    logger: serial,
    seq: 1,
    loggerTime: portal.clock.now,
    uptimeS: 1,
    devices: [frame(device, portal.clock.now, { powerW: 500 })],
  })
  const send = (key: Awaited<ReturnType<typeof makeTestKey>>, of: TestPlant, serial = of.logger.serial) =>
    key.send('POST', '/api/ingest/v1/frames', batch(of.logger.serial, of.devices[0]?.serial ?? ''), {
      'helioport-logger': serial,
    })

  test('are accepted for loggers of the account with the scope "ingest"', async () => {
    const key = await makeTestKey(portal, owner, { scopes: ['ingest'] })
    const { status, data, response } = await send(key, plant)
    expect([status, data]).toMatchObject([200, { accepted: 1 }])
    expect(response.headers['ratelimit']).toBeDefined()
    expect((await send(await makeTestKey(portal, owner), plant)).errorCode).toBe('key.scope')
    expect((await send(key, plant, other.logger.serial)).errorCode).toBe('logger.keyWrong')
    expect((await send(key, plant, 'NO-SUCH-LOGGER')).errorCode).toBe('notFound')
    expect((await send(await makeTestKey(portal, stranger, { scopes: ['ingest'] }), plant)).errorCode).toBe('notFound')
    const limited = await makeTestKey(portal, owner, { scopes: ['ingest'], stationIds: [other.stationId] })
    expect((await send(limited, plant)).errorCode).toBe('notFound')
    expect((await send(limited, other)).status).toBe(200)
  })

  test("commands of a logger are refused; they need the logger's own key", async () => {
    const key = await makeTestKey(portal, owner, { scopes: ['read', 'write', 'ingest', 'control'] })
    const { errorCode } = await key.send('POST', '/api/ingest/v1/commands/next', { waitS: 0 })
    expect(errorCode).toBe('logger.keyWrong')
  })
})
