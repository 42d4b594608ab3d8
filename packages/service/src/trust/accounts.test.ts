import { Writable } from 'node:stream'
import { buildApp } from '../main/app.ts'
import { waitMs } from '../account/proof/guess.ts'
import { insertEmail } from '../account/queries/email.ts'
import { limits } from '../account/proof/throttle.ts'
import { watchLoop } from '../testing/loop-watch.ts'
import { deliverAll } from '../testing/mailbox.ts'
import { addTestPlant, startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { timeDifference } from '../testing/timing.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
})
afterAll(() => portal?.stop())
watchLoop(() => portal)

const manners = { 'x-requested-with': 'XMLHttpRequest' }
let callers = 0
const ip = () => `10.7.${(callers += 1) >> 8}.${callers & 255}`

test('of 1,000 guesses few are checked, and the owner can sign in from a known browser', async () => {
  const credentials = { account: 'victim', password: 'password of victim' }
  await portal.signIn('victim')
  const first = await portal.anyone('POST /session', { body: credentials, ip: ip() })
  const known = first.response.cookies.find(({ name }) => name === 'helioport_browser')
  expect(known).toMatchObject({ httpOnly: true, sameSite: 'Strict' })

  const guess = (nth: number) =>
    portal.anyone('POST /session', { body: { account: 'victim', password: `guess ${nth}` }, ip: ip() })
  let looked = 0
  for (let nth = 0; nth < 1000; nth += 1) looked += Number((await guess(nth)).status === 401)
  expect(looked).toBeLessThanOrEqual(20)
  expect((await portal.anyone('POST /session', { body: credentials, ip: ip() })).status).toBe(429)

  // Another process on the same database still has the count.
  const restarted = await buildApp(portal.service)
  const post = (cookie: string) =>
    restarted.inject({
      method: 'POST',
      url: '/api/web/v1/session',
      remoteAddress: ip(),
      headers: { ...manners, cookie },
      payload: credentials,
    })
  const refused = await post('')
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await post(`helioport_browser=${known?.value}`)).statusCode).toBe(200)
  // The known browser of another account has no effect.
  await portal.signIn('stranger')
  const strangers = await portal.anyone('POST /session', {
    body: { account: 'stranger', password: 'password of stranger' },
    ip: ip(),
  })
  const foreign = strangers.response.cookies.find(({ name }) => name === 'helioport_browser')
  expect((await post(`helioport_browser=${foreign?.value}`)).statusCode).toBe(429)
  await restarted.close()

  portal.clock.now += limits.signIn.windowMs
  expect((await portal.anyone('POST /session', { body: credentials, ip: ip() })).status).toBe(200)
})

test('500 simultaneous guesses, of one address or of many, leave database connections to others', async () => {
  await portal.signIn('besieged')
  // Guesses from many addresses each read the account first, as any 500 requests would.
  for (const [from, mostWaiting] of [
    [() => '10.99.0.1', 20],
    [ip, 500],
  ] as const) {
    let most = 0
    const guesses = Array.from({ length: 500 }, (_, nth) =>
      portal.anyone('POST /session', { body: { account: 'besieged', password: `guess ${nth}` }, ip: from() }),
    )
    const siege = { isOver: false }
    const answered = Promise.all(guesses).finally(() => (siege.isOver = true))
    while (!siege.isOver) {
      most = Math.max(most, portal.db.connections().waiting)
      await new Promise(setImmediate)
    }
    const statuses = new Set((await answered).map(({ status }) => status))
    expect([...statuses].every((status) => status === 401 || status === 429)).toBe(true)
    expect(most).toBeLessThanOrEqual(mostWaiting)
  }
})

test('a known browser has its own budget of guesses, of the same size', async () => {
  const body = { account: 'guessed', password: 'password of guessed' }
  await portal.signIn('guessed')
  const { response } = await portal.anyone('POST /session', { body })
  const cookie = `helioport_browser=${response.cookies.find(({ name }) => name === 'helioport_browser')?.value}`
  const statuses = []
  for (let nth = 0; nth < 15; nth += 1) {
    const wrong = { account: 'guessed', password: `guess ${nth}` }
    statuses.push((await portal.anyone('POST /session', { body: wrong, headers: { cookie }, ip: ip() })).status)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(limits.signIn.max)
})

test('all names of an account share one budget of guesses, and a second one for callers after their wait', async () => {
  const person = await portal.signIn('many-named')
  await portal.db.transaction((tx) => insertEmail(tx, person.accountId, 'second@example.org', portal.clock.now))
  const names = ['many-named', 'many-named@example.org', 'SECOND@example.org', ' Many-Named ']
  const waits = new Map<string, string>()
  const guess = async (nth: number, from: string) => {
    const body = { account: names[nth % names.length] ?? '', password: `guess ${nth}` }
    const wait = waits.get(from)
    const { status, response } = await portal.anyone('POST /session', {
      body,
      ip: from,
      ...(wait !== undefined && { headers: { cookie: `helioport_wait=${wait}` } }),
    })
    const given = response.cookies.find(({ name }) => name === 'helioport_wait')
    if (given) waits.set(from, given.value)
    return status
  }
  let looked = 0
  for (let nth = 0; nth < 300; nth += 1) looked += Number((await guess(nth, `10.9.0.${nth % 50}`)) === 401)
  expect(looked).toBe(limits.signIn.max)
  // Strangers who all come back after their wait, many times.
  for (let turn = 0; turn < 10; turn += 1) {
    portal.clock.now += waitMs
    for (let nth = 0; nth < 50; nth += 1) looked += Number((await guess(nth, `10.9.0.${nth}`)) === 401)
  }
  expect(looked).toBeLessThanOrEqual(20)
  portal.clock.now += limits.signIn.windowMs
})

test('after wrong guesses of others a caller who waits as told can sign in, once, from the same address', async () => {
  const credentials = { account: 'waiter', password: 'password of waiter' }
  await portal.signIn('waiter')
  for (let nth = 0; nth < 40; nth += 1) {
    await portal.anyone('POST /session', { body: { account: 'waiter', password: `guess ${nth}` }, ip: '10.9.1.1' })
  }
  const own = '10.9.1.2'
  const knock = (from: string, wait?: string, body = credentials) =>
    portal.anyone('POST /session', {
      body,
      ip: from,
      ...(wait !== undefined && { headers: { cookie: `helioport_wait=${wait}` } }),
    })
  const held = await knock(own)
  const wait = held.response.cookies.find(({ name }) => name === 'helioport_wait')
  expect(wait).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  expect([held.status, held.response.headers['retry-after']]).toEqual([429, '15'])
  expect((await knock(own, wait?.value)).status).toBe(429)
  portal.clock.now += waitMs
  const forged = String(wait?.value).replace(/\.\d+\./, `.${portal.clock.now - 1}.`)
  for (const other of [undefined, 'x.y.z', forged]) expect((await knock(own, other)).status).toBe(429)
  expect((await knock('10.9.1.1', wait?.value)).status).toBe(429)
  expect((await knock(own, wait?.value)).status).toBe(200)
  expect((await knock(own, wait?.value)).status).toBe(429)
  // An unknown name gets the same reply.
  const nobody = { account: 'nobody-at-all', password: 'x' }
  for (let nth = 0; nth < limits.signIn.max; nth += 1) await knock('10.9.1.3', undefined, nobody)
  const unknown = await knock('10.9.1.3', undefined, nobody)
  expect([unknown.status, unknown.response.headers['retry-after']]).toEqual([429, '15'])
  expect(unknown.response.cookies.some(({ name }) => name === 'helioport_wait')).toBe(true)
})

test('all addresses of an IPv6 network of 48 bits count as one caller', async () => {
  const credentials = { account: 'housed', password: 'password of housed' }
  await portal.signIn('housed')
  const waits = new Map<string, string>()
  const knock = async (from: string, password: string) => {
    const wait = waits.get(from)
    const { status, response } = await portal.anyone('POST /session', {
      body: { account: 'housed', password },
      ip: from,
      ...(wait !== undefined && { headers: { cookie: `helioport_wait=${wait}` } }),
    })
    const given = response.cookies.find(({ name }) => name === 'helioport_wait')
    if (given) waits.set(from, given.value)
    return status
  }
  const siege = (nth: number) => knock(`2001:db8:7:${nth.toString(16)}::1`, `guess ${nth}`)
  let looked = 0
  for (let nth = 1; nth <= 40; nth += 1) looked += Number((await siege(nth)) === 401)
  expect(looked).toBe(limits.signIn.max)
  expect(await knock('10.9.3.2', credentials.password)).toBe(429)
  portal.clock.now += waitMs
  for (let nth = 1; nth <= 40; nth += 1) looked += Number((await siege(nth)) === 401)
  expect(looked).toBe(limits.signIn.max + limits.waitedAddress.max)
  expect(await knock('10.9.3.2', credentials.password)).toBe(200)
  // Another /48: all its addresses share one limit of its own.
  const statuses = []
  for (let nth = 0; nth <= limits.signInAddress.max; nth += 1) {
    const body = { account: `nobody ${nth}`, password: 'x' }
    statuses.push((await portal.anyone('POST /session', { body, ip: `2001:db8:8:${nth.toString(16)}::1` })).status)
  }
  expect([statuses.at(-2), statuses.at(-1)]).toEqual([401, 429])
  portal.clock.now += limits.signIn.windowMs
})

test('wrong codes of a stranger do not prevent a password reset', async () => {
  await portal.signIn('reset-me')
  await portal.anyone('POST /password/code', { body: { account: 'reset-me' }, ip: ip() })
  const reset = (account: string, code: string, headers = {}, from = ip()) =>
    portal.anyone('POST /password', {
      body: { account, code, password: 'a new password', passwordAgain: 'a new password' },
      ip: from,
      headers,
    })
  const statuses = []
  for (let nth = 0; nth < 20; nth += 1) {
    const name = nth % 2 ? 'reset-me' : 'reset-me@example.org'
    statuses.push((await reset(name, String(nth).padStart(6, '0'))).status)
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(limits.code.max)
  await deliverAll(portal.service)
  const code = /\b\d{6}\b/.exec(portal.mailbox.mails('reset-me@example.org').at(-1)?.text ?? '')?.[0] ?? ''
  const own = ip()
  const held = await reset('reset-me', code, {}, own)
  const wait = held.response.cookies.find(({ name }) => name === 'helioport_wait')?.value
  expect(held.status).toBe(429)
  portal.clock.now += waitMs
  expect((await reset('reset-me', code, { cookie: `helioport_wait=${wait}` }, own)).status).toBe(200)
})

test('wrong passwords in a stolen session do not keep the person from a proof', async () => {
  const person = await portal.signIn('proving')
  const body = { account: 'proving', password: 'password of proving' }
  const { response } = await portal.anyone('POST /session', { body, ip: ip() })
  const stolen = { cookie: String(response.headers['set-cookie']).split(';')[0] ?? '' }
  const guesses = []
  for (let nth = 0; nth < 30; nth += 1) {
    guesses.push(await portal.anyone('POST /session/proof', { body: { password: `guess ${nth}` }, headers: stolen }))
  }
  expect(guesses.filter(({ status }) => status === 400)).toHaveLength(limits.proof.max)
  expect((await person.call('POST /session/proof', { body: { password: body.password } })).status).toBe(200)
})

const hosts = [
  ['evil.example', 421],
  ['portal.example.evil.example', 421],
  ['evil.example:443', 421],
  ['portal.example:8443', 421],
  ['portal.example@evil.example', 421],
  ['localhost.evil.example', 421],
  ['127.0.0.1.evil.example', 421],
  ['169.254.169.254', 421],
  ['portal.example', 200],
  ['PORTAL.example', 200],
  ['localhost:8080', 200],
  ['127.0.0.1:8080', 200],
  ['[::1]:8080', 200],
] as const

test.each(hosts)('a request for host %s gets status %i', async (host, status) => {
  for (const headers of [{ host }, { host: 'localhost', 'x-forwarded-host': host }]) {
    const response = await portal.app.inject({ method: 'GET', url: '/api/web/v1/openapi.json', headers })
    expect(response.statusCode).toBe(status)
    if (status === 421) expect(response.json()).toMatchObject({ errorCode: 'request.unknownHost' })
  }
})

test.each(['/healthz', '/readyz'])('%s answers at the address of an instance, unlike /metrics', async (url) => {
  const headers = { host: '10.55.0.11:4600' }
  expect((await portal.app.inject({ method: 'GET', url, headers })).statusCode).toBe(200)
  expect((await portal.app.inject({ method: 'GET', url: '/metrics', headers })).statusCode).toBe(421)
})

test('links in mails lead to the configured origin alone, whatever host a request names', async () => {
  await portal.signIn('linked')
  await portal.db.pool.query("update account set activated_at = null where user_name = 'linked'")
  for (const headers of [
    {},
    { host: 'localhost:1' },
    { 'x-forwarded-host': '127.0.0.1:2', 'x-forwarded-proto': 'http' },
  ]) {
    const body = { account: 'linked' }
    const reply = await portal.anyone('POST /registration/activation-mail', { body, headers, ip: ip() })
    expect(reply.status).toBe(200)
  }
  await deliverAll(portal.service)
  const mails = portal.mailbox.mails('linked@example.org')
  expect(mails).toHaveLength(3)
  for (const { text } of mails) {
    expect(text.match(/https?:\/\/[^\s/]+/g)).toEqual(['https://portal.example'])
  }
})

test('asking for a code takes the same time whether or not there is such an account', async () => {
  await portal.signIn('timed')
  const timed = async (account: string, nth: number) => {
    // Lets the hourly limit of the name expire.
    if (nth % 4 === 0) portal.clock.now += limits.message.windowMs
    const from = performance.now()
    const reply = await portal.anyone('POST /password/code', { body: { account }, ip: ip() })
    const ms = performance.now() - from
    expect(reply.status).toBe(200)
    return ms
  }
  const difference = await timeDifference(
    (nth) => timed('timed', nth),
    (nth) => timed('untimed', nth),
    { step: 250 },
  )
  expect(difference).toBeLessThan(0.25)
  // Removes requests that no test reads.
  await portal.db.kysely.deleteFrom('mail_request').execute()
})

test('secrets are neither in the database nor in the log; a field cannot begin a line of the log', async () => {
  const lines: string[] = []
  const log = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  const app = await buildApp(portal.service, { log })
  const secrets: string[] = []
  const send = async (method: 'POST' | 'PUT', path: string, payload: object, cookie = '') => {
    const headers = { ...manners, cookie }
    const response = await app.inject({ method, url: `/api/web/v1${path}`, headers, payload, remoteAddress: ip() })
    for (const { value } of response.cookies) if (value) secrets.push(value)
    return response
  }
  const person = await portal.signIn('secretive')
  await addTestPlant(portal, person)
  for (let nth = 0; nth < 12; nth += 1) {
    const odd = `planted-secret-${nth}\r\n{"level":60}\u001B[31m`
    secrets.push(`planted-secret-${nth}`)
    await send('POST', '/session', { account: 'secretive', password: odd })
    await send('POST', '/session/proof', { password: odd }, person.cookie)
    await send('PUT', '/account/password', { oldPassword: odd, password: odd, passwordAgain: odd }, person.cookie)
    portal.clock.now += limits.signIn.windowMs
  }
  secrets.push('password of secretive')
  await send('POST', '/session', { account: 'secretive', password: 'password of secretive' })
  await send('POST', '/password/code', { account: 'secretive' })
  await deliverAll(portal.service)
  const code = /\b\d{6}\b/.exec(portal.mailbox.mails('secretive@example.org').at(-1)?.text ?? '')?.[0] ?? ''
  expect(code).toMatch(/^\d{6}$/)
  // Errors of the database are logged, too.
  await portal.ownerDb.pool.query('alter table account rename to account_away')
  await send('POST', '/session', { account: 'secretive', password: 'planted-secret-0' })
  await portal.ownerDb.pool.query('alter table account_away rename to account')
  await app.close()

  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines.join('').trim().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow()
  const { rows: tables } = await portal.db.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  let dump = ''
  for (const { name } of tables) {
    const { rows } = await portal.db.pool.query<{ text: string }>(`select t::text as text from "${name}" t`)
    dump += rows.map(({ text }) => text).join('\n')
  }
  expect(secrets.length).toBeGreaterThan(10)
  for (const secret of [...secrets, person.cookie.split('=')[1] ?? '']) {
    expect(lines.join('')).not.toContain(secret)
    expect(dump).not.toContain(secret)
  }
})
