import { Writable } from 'node:stream'
import { type EndpointName, endpoints } from '@helioport/contract/endpoints'
import { errorTexts } from '@helioport/contract/error-texts'
import { setHashCost } from '../account/proof/password.ts'
import { buildApp } from '../main/app.ts'
import { checksumOf } from '../testing/checksum.ts'
import { lightHashes } from '../testing/server/light-hashes.ts'
import { watchLoop } from '../testing/loop-watch.ts'
import { addTestPlant, frame, type Person, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { timeDifference } from '../testing/timing.ts'
import { splitName } from '../http/register.ts'

// These tests measure the time of a sign-in, so hashes have their production cost.
beforeAll(() => setHashCost())
afterAll(lightHashes)
const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
watchLoop(() => portal)
let other: Person
let plant: TestPlant

beforeAll(async () => {
  other = await portal.signIn('other')
  plant = await addTestPlant(portal, owner)
})

const base = '/api/web/v1'
const manners = { 'x-requested-with': 'XMLHttpRequest' }

test('a sign-in makes a new session, never adopts a planted one, and ends the former', async () => {
  const body = { account: 'owner', password: 'password of owner' }
  const planted = `helioport_session=${'A'.repeat(43)}`
  const { response } = await portal.anyone('POST /session', { body, headers: { cookie: planted } })
  const first = String(response.headers['set-cookie']).split(';')[0] ?? ''
  expect(first).toMatch(/^helioport_session=[\w-]{43}$/)
  expect(first).not.toBe(planted)
  expect((await portal.anyone('GET /session', { headers: { cookie: planted } })).status).toBe(401)

  const again = await portal.anyone('POST /session', { body, headers: { cookie: first } })
  const second = String(again.response.headers['set-cookie']).split(';')[0] ?? ''
  expect(second).not.toBe(first)
  expect((await portal.anyone('GET /session', { headers: { cookie: first } })).status).toBe(401)
  expect((await portal.anyone('GET /session', { headers: { cookie: second } })).status).toBe(200)
  // Sessions of other browsers go on.
  expect((await owner.call('GET /session')).status).toBe(200)
})

test('a failed sign-in keeps the existing session', async () => {
  const body = { account: 'owner', password: 'wrong' }
  expect((await portal.anyone('POST /session', { body, headers: { cookie: owner.cookie } })).status).toBe(401)
  expect((await owner.call('GET /session')).status).toBe(200)
})

test('of 1,000 guesses few are checked, whatever address their headers claim', async () => {
  const guess = (nth: number, account: string) =>
    portal.app.inject({
      method: 'POST',
      url: `${base}/session`,
      remoteAddress: '203.0.113.9',
      headers: {
        ...manners,
        'x-forwarded-for': `198.51.${nth >> 8}.${nth & 255}`,
        forwarded: `for=192.0.2.${nth & 255}`,
      },
      payload: { account, password: `guess ${nth}` },
    })
  const replies = []
  // 60 guesses at one name, of which 10 are checked; then many names, until the address has used its 120.
  for (let nth = 0; nth < 1000; nth += 1) replies.push(await guess(nth, nth < 60 ? 'victim' : `name ${nth}`))
  expect(replies.slice(0, 60).filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
  expect(replies.slice(60).filter(({ statusCode }) => statusCode === 401)).toHaveLength(60)
  const refused = replies.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(1000 - 70)
  for (const response of refused) {
    expect(response.json()).toMatchObject({ errorCode: 'request.tooMany' })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
})

test('a password is stored as an argon2id hash with the parameters that OWASP names first', async () => {
  const { password_hash } = await portal.db.kysely
    .selectFrom('account')
    .select('password_hash')
    .where('user_name', '=', 'owner')
    .executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('unknown names and wrong passwords take the same time', async () => {
  portal.clock.now += 10 * 60_000
  const measure = async (account: string, nth: number) => {
    const from = performance.now()
    const reply = await portal.app.inject({
      method: 'POST',
      url: `${base}/session`,
      remoteAddress: `192.0.2.${nth}`,
      headers: manners,
      payload: { account, password: 'wrong' },
    })
    expect(reply.statusCode).toBe(401)
    return performance.now() - from
  }
  await measure('warms up', 0)
  // Without the decoy hash an unknown name would take a fifth of the time.
  const difference = await timeDifference(
    (nth) => {
      // Lets the limit of the name expire.
      if (nth % 9 === 8) portal.clock.now += 10 * 60_000
      return measure('owner', 2 * nth + 1)
    },
    (nth) => measure(`nobody ${nth}`, 2 * nth + 2),
    { step: 25, most: 100 },
  )
  expect(difference).toBeLessThan(0.25)
})

test('a logger can send only for itself and its devices; a serial does not work as a key', async () => {
  const foreign = await addTestPlant(portal, other)
  const [mine, theirs] = [plant.devices[0]?.serial ?? '', foreign.devices[0]?.serial ?? '']
  const before = await checksumOf(portal)
  for (const key of [plant.logger.serial, foreign.logger.serial, mine, 'A'.repeat(43), '', '../x', 'null']) {
    expect(await foreign.logger.send({ devices: [] }, { key })).toMatchObject({
      status: 401,
      errorCode: 'logger.keyWrong',
    })
  }
  const named = JSON.stringify({ logger: foreign.logger.serial, seq: 1, loggerTime: 0, uptimeS: 1, devices: [] })
  expect(await plant.logger.send({}, { payload: named })).toMatchObject({ status: 401, errorCode: 'logger.keyWrong' })
  expect(await checksumOf(portal)).toBe(before)
  const { data } = await plant.logger.send({
    devices: [frame(theirs, portal.clock.now), frame('NOBODYS-1', portal.clock.now)],
  })
  expect(data).toMatchObject({ accepted: 0, rejected: [{ code: 'row.unknownSerial' }, { code: 'row.unknownSerial' }] })
})

const guarded = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].access !== 'anyone')

/** Variants of one request that a proxy, a router and a rule could interpret differently. */
function spellings(method: string, path: string): { method: string; url: string; headers?: Record<string, string> }[] {
  const encoded = path.replace('/', '/%2e/').replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  const urls = [
    path.toUpperCase(),
    `/${path}`,
    path.replaceAll('/', '//'),
    `${path}/`,
    `${path}/.`,
    `${path}/..${path}`,
    `${path};x=1`,
    `${path}%00`,
    `${path}%2f`,
    `${path}.json`,
    `/session/..${path}`,
    `/session/..;${path}`,
    `/openapi.json/..${path}`,
    `/openapi.json%2f..${path}`,
    `/%2e%2e${path}`,
    path.replaceAll('/', '\\'),
    encoded,
  ]
  const methods = ['HEAD', 'OPTIONS', 'TRACE', 'PATCH', 'POST', 'PUT', 'DELETE', 'GET']
  return [
    ...urls.map((url) => ({ method, url })),
    ...methods.map((other) => ({ method: other, url: path })),
    ...['x-http-method-override', 'x-http-method', 'x-method-override'].map((header) => ({
      method: 'GET',
      url: path,
      headers: { [header]: method },
    })),
    ...['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix'].map((header) => ({
      method,
      url: '/nowhere',
      headers: { [header]: `${base}${path}` },
    })),
  ]
}

test.each(guarded)('%s: no other spelling reaches it, neither anonymously nor from another account', async (name) => {
  const { method, path } = splitName(name)
  const own: Record<string, string> = { stationId: plant.stationId, deviceId: plant.devices[0]?.id ?? '' }
  const before = await checksumOf(portal)
  // Another account may call endpoints that name nothing of the owner; there only anonymous calls are tried.
  const callers = path.includes(':') || endpoints[name].access === 'operator' ? ['', other.cookie] : ['']
  for (const cookie of callers) {
    for (const { method: sent, url, headers } of spellings(method, path)) {
      const filled = url.replaceAll(/:(stationId|deviceId)/gi, (_, key: string) => own[key] ?? own.stationId ?? '')
      const response = await portal.app.inject({
        method: sent as 'GET',
        url: `${base}${filled}`,
        headers: { ...manners, cookie, ...headers },
        ...(['POST', 'PUT', 'PATCH'].includes(sent) && { payload: {} }),
      })
      // A signed-in account may read the list of bulletins; all other variants must be an error.
      const readsOwn = cookie !== '' && path === '/bulletins' && ['GET', 'HEAD'].includes(sent)
      if (!readsOwn)
        expect([sent, filled, response.statusCode >= 400 && response.statusCode < 500]).toEqual([sent, filled, true])
    }
  }
  expect(await checksumOf(portal)).toBe(before)
})

test('no reply contains a false host of its request', async () => {
  for (const header of ['host', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-host']) {
    for (const value of ['evil.example', 'localhost:80@evil.example', 'evil.example\t']) {
      for (const url of [`${base}/session`, `${base}/nowhere`, '/', `${base}/openapi.json`]) {
        const response = await portal.app.inject({ url, remoteAddress: '203.0.113.9', headers: { [header]: value } })
        expect(JSON.stringify([response.body, response.headers])).not.toContain('evil.example')
      }
    }
  }
})

test('no secret reaches the log, and each line is one JSON with the trace of its reply', async () => {
  let text = ''
  const log = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text += chunk.toString()
      done()
    },
  })
  const app = await buildApp(portal.service, { log })
  const secret = (name: string) => `planted${name}4f1c9ab27d`
  const traces: string[] = []
  const send = async (method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: object) => {
    const all = { ...manners, 'user-agent': 'x\r\n{"level":60}', ...headers }
    const response = await app.inject({ method, url, headers: all, ...(payload && { payload }) })
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ errorCode: 'service.failed', errorMessage: errorTexts['service.failed'] })
    expect(response.body).not.toMatch(/planted|select|relation|account/)
    traces.push(response.json<{ traceId: string }>().traceId)
  }
  // The database refuses rows and lacks tables: its errors contain the values of the statements.
  await portal.ownerDb.pool.query('alter table attempt add constraint none check (at is null) not valid')
  await send('POST', `${base}/session`, {}, { account: secret('Name'), password: secret('Password') })
  await portal.ownerDb.pool.query(
    'alter table session rename to session_away; alter table logger rename to logger_away',
  )
  await send('GET', `${base}/stations?search=${secret('Search')}`, { cookie: `helioport_session=${secret('Cookie')}` })
  await send('POST', '/api/ingest/v1/frames', { authorization: `Logger ${secret('Key')}` }, { logger: secret('Body') })
  await portal.ownerDb.pool.query(
    'alter table session_away rename to session; alter table logger_away rename to logger',
  )
  await portal.ownerDb.pool.query('alter table attempt drop constraint none')
  await app.close()

  const lines = text.trimEnd().split('\n')
  const all = lines.map((line) => JSON.parse(line) as { traceId: string; err?: object })
  const logged = all.filter((line): line is typeof line & { err: object } => line.err !== undefined)
  expect(all).toHaveLength(2 * logged.length)
  expect(logged.map(({ traceId }) => traceId)).toEqual(traces)
  for (const { err } of logged) expect(Object.keys(err).toSorted()).toEqual(['code', 'message', 'stack', 'type'])
  expect(text).not.toMatch(/planted/)
})
