import type { Registration } from '@helioport/contract'
import { deliverAll } from '../testing/mailbox.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { forgetUnactivated } from './registration.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
})
afterAll(() => portal?.stop())

let callers = 0
const ip = () => `10.9.${(callers += 1) >> 8}.${callers & 255}`

async function codeFor(email: string): Promise<string> {
  expect(await portal.anyone('POST /registration/code', { body: { email, locale: 'en-US' }, ip: ip() })).toMatchObject({
    status: 200,
    data: null,
  })
  await deliverAll(portal.service)
  return /\b(\d{6})\b/.exec(portal.mailbox.mails(email).at(-1)?.text ?? '')?.[1] ?? ''
}

function registration(userName: string, email: string, code: string, more: Partial<Registration> = {}): Registration {
  return {
    userName,
    email,
    code,
    password: 'sunny roof 12',
    passwordAgain: 'sunny roof 12',
    phone: '+49 30 123456',
    address: 'Roof 1',
    province: 'Berlin',
    city: 'Berlin',
    timeZoneOffset: 60,
    locale: 'en-US',
    ...more,
  }
}

const register = (body: Registration) => portal.anyone('POST /registration', { body, ip: ip() })
const signIn = (account: string, password = 'sunny roof 12') =>
  portal.anyone('POST /session', { body: { account, password }, ip: ip() })
const activate = (token: string) => portal.anyone('POST /registration/activation', { body: { token }, ip: ip() })

async function lastLink(email: string): Promise<string> {
  await deliverAll(portal.service)
  const text = portal.mailbox.mails(email).at(-1)?.text ?? ''
  return /https:\/\/portal\.example\/#\/login\/activate\/([\w-]{43})$/m.exec(text)?.[1] ?? ''
}

test('a person registers with a mailed code, waits for the link, opens it once and signs in', async () => {
  const email = 'ada@plants.example'
  const code = await codeFor(email)
  expect(code).toMatch(/^\d{6}$/)
  expect(await register(registration('ada', email, code))).toMatchObject({ status: 200, data: null })
  expect(await signIn('ada')).toMatchObject({ status: 403, errorCode: 'session.accountInactive' })
  const token = await lastLink(email)
  expect(await activate(token)).toMatchObject({ status: 200, data: { userName: 'ada' } })
  expect(await activate(token)).toMatchObject({ status: 400, errorCode: 'link.invalid' })
  expect((await signIn(email.toUpperCase())).data).toMatchObject({ userName: 'ada', role: 'owner' })
  const { response } = await signIn('ada')
  const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
  const account = await portal.anyone('GET /account', { headers: { cookie } })
  expect(account.data).toMatchObject({ email, phone: '+49 30 123456', city: 'Berlin', timeZoneOffset: 60 })
})

test('an activation link expires after 24 hours; a new link invalidates the former', async () => {
  const email = 'bea@plants.example'
  await register(registration('bea.sun', email, await codeFor(email)))
  const first = await lastLink(email)
  await portal.anyone('POST /registration/activation-mail', { body: { account: 'bea.sun' }, ip: ip() })
  const second = await lastLink(email)
  expect(second).not.toBe(first)
  expect(await activate(first)).toMatchObject({ errorCode: 'link.invalid' })
  portal.clock.now += 24 * 3_600_000
  expect(await activate(second)).toMatchObject({ errorCode: 'link.invalid' })
  await portal.anyone('POST /registration/activation-mail', { body: { account: email }, ip: ip() })
  portal.clock.now += 24 * 3_600_000 - 1
  expect(await activate(await lastLink(email))).toMatchObject({ status: 200 })
})

test('a code works once, for its address, for 30 minutes; guesses are rate limited', async () => {
  const email = 'cleo@plants.example'
  const code = await codeFor(email)
  expect(await register(registration('cleo', 'other@plants.example', code))).toMatchObject({ errorCode: 'code.wrong' })
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await register(registration('cleo', email, wrong))).toMatchObject({ status: 400, errorCode: 'code.wrong' })
  }
  const refused = await register(registration('cleo', email, code))
  expect(refused).toMatchObject({ status: 429, errorCode: 'request.tooMany' })
  expect(Number(refused.response.headers['retry-after'])).toBeGreaterThan(0)
  // Also well after the code has expired.
  portal.clock.now += 30 * 60_000 + 1_000
  expect(await register(registration('cleo', email, code))).toMatchObject({ errorCode: 'code.wrong' })
  const next = await codeFor(email)
  expect(await register(registration('cleo', email, next))).toMatchObject({ status: 200 })
  expect(await register(registration('cleo2', email, next))).toMatchObject({ errorCode: 'code.wrong' })
})

test('of 50 simultaneous registrations with one code exactly one makes an account', async () => {
  const email = 'many@plants.example'
  const code = await codeFor(email)
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, nth) => register(registration(`many${nth}a`, email, code))),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await portal.db.pool.query("select from account where email = 'many@plants.example'")
  expect(rows).toHaveLength(1)
})

test('only the mail, not the reply, shows whether an address or user name is taken', async () => {
  await portal.signIn('dora')
  const ask = (email: string) =>
    portal.anyone('POST /registration/code', { body: { email, locale: 'en-US' }, ip: '10.8.0.1' })
  const [known, unknown] = [await ask('dora@example.org'), await ask('nobody@plants.example')]
  const visible = ({ status, data, response }: typeof known) => {
    const { date: _date, ...headers } = response.headers
    return { status, data, headers }
  }
  expect(visible(known)).toEqual(visible(unknown))
  await deliverAll(portal.service)
  expect(portal.mailbox.mails('dora@example.org').at(-1)).toMatchObject({ subject: '您已经有账户' })

  const code = await codeFor('free@plants.example')
  const reply = await register(registration('dora', 'free@plants.example', code))
  const free = await register(
    registration(
      'freename',
      'nobody@plants.example',
      /\d{6}/.exec(portal.mailbox.mails('nobody@plants.example').at(-1)?.text ?? '')?.[0] ?? '',
    ),
  )
  expect(visible(reply)).toEqual(visible(free))
  const token = await lastLink('free@plants.example')
  const { data } = await activate(token)
  expect(data.userName).toMatch(/^dora-\d{5}$/)
  expect(portal.mailbox.mails('free@plants.example').at(-1)?.text).toContain(`Yours is ${data.userName}`)
  expect((await signIn('free@plants.example')).data).toMatchObject({ userName: data.userName })
})

test('look-alike user names get a suffix; names in other scripts are rejected', async () => {
  await portal.signIn('paypal')
  for (const alike of ['paypaI', 'PayPa1', 'PAYPAL']) {
    const email = `${alike.toLowerCase()}.${callers}@plants.example`
    await register(registration(alike, email, await codeFor(email)))
    expect((await activate(await lastLink(email))).data.userName).toMatch(/-\d{5}$/)
  }
  for (const odd of ['\u0440\u0430ypal', 'pay\u200Bpal', 'pay\u202Epal', 'pay pal', 'a@b', '太阳能']) {
    expect(await register(registration(odd, 'x@plants.example', '123456'))).toMatchObject({
      errorCode: 'request.invalid',
    })
  }
})

test('rejects a repeated password that differs and one shorter than 6 characters', async () => {
  const body = registration('emil', 'emil@plants.example', '123456')
  expect(await register({ ...body, passwordAgain: 'another' })).toMatchObject({ errorCode: 'password.mismatch' })
  expect(await register({ ...body, password: 'short', passwordAgain: 'short' })).toMatchObject({
    errorCode: 'request.invalid',
  })
})

test('an address gets at most 5 codes an hour; an account not activated in 7 days is deleted', async () => {
  const email = 'flood@plants.example'
  const ask = () => portal.anyone('POST /registration/code', { body: { email, locale: 'zh-CN' }, ip: ip() })
  const replies = []
  for (let nth = 0; nth < 8; nth += 1) replies.push(await ask())
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  await deliverAll(portal.service)
  expect(portal.mailbox.mails(email)).toHaveLength(5)
  expect(portal.mailbox.mails(email)[0]?.subject).toMatch(/^您的验证码/)

  await register(registration('gina', 'gina@plants.example', await codeFor('gina@plants.example')))
  const count = async () => (await portal.db.pool.query("select from account where user_name = 'gina'")).rowCount
  portal.clock.now += 7 * 86_400_000 - 60_000
  await forgetUnactivated(portal.service)
  expect(await count()).toBe(1)
  portal.clock.now += 120_000
  await forgetUnactivated(portal.service)
  expect(await count()).toBe(0)
})

test('a registration that fails at its last step leaves the code and the name unused', async () => {
  const email = 'hal@plants.example'
  const code = await codeFor(email)
  const { pool } = portal.ownerDb
  await pool.query("alter table message add constraint broken check (kind <> 'activation') not valid")
  expect((await register(registration('hal', email, code))).status).toBe(500)
  await pool.query('alter table message drop constraint broken')
  expect(await register(registration('hal', email, code))).toMatchObject({ status: 200 })
  expect(await lastLink(email)).not.toBe('')
  expect((await portal.db.pool.query("select from account where user_name like 'hal%'")).rowCount).toBe(1)
})
