import { Secret, TOTP } from 'otpauth'
import { deliverAll } from '../testing/mailbox.ts'
import { type Person, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
let ada: Person

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  ada = await portal.signIn('ada')
})
afterAll(() => portal?.stop())

const cookieOf = (headers: object) => String((headers as Record<string, unknown>)['set-cookie']).split(';')[0] ?? ''

/** The person with the session of a reply's cookie. */
const withCookie = (cookie: string): Person => ({
  accountId: ada.accountId,
  cookie,
  call: (name, options = {}) => portal.anyone(name, { ...options, headers: { ...options.headers, cookie } }),
})

async function proved(person: Person, code?: string, name = 'ada'): Promise<Person> {
  const body = { password: `password of ${name}`, ...(code !== undefined && { code }) }
  const { status, response } = await person.call('POST /session/proof', { body })
  expect(status).toBe(200)
  return withCookie(cookieOf(response.headers))
}

async function lastCode(to: string): Promise<string> {
  await deliverAll(portal.service)
  return /\b\d{6}\b/.exec(portal.mailbox.mails(to).at(-1)?.text ?? '')?.[0] ?? ''
}

test('a proof opens protected endpoints for 5 minutes and gives the session a new id', async () => {
  expect(await ada.call('POST /account/totp')).toMatchObject({ status: 403, errorCode: 'session.proofRequired' })
  expect(await ada.call('POST /session/proof', { body: { password: 'wrong' } })).toMatchObject({
    status: 400,
    errorCode: 'password.wrong',
  })
  const former = ada
  ada = await proved(ada)
  expect((await former.call('GET /session')).status).toBe(401)
  expect((await ada.call('POST /account/totp')).status).toBe(200)
  portal.clock.now += 5 * 60_000 + 1
  expect(await ada.call('POST /account/totp')).toMatchObject({ errorCode: 'session.proofRequired' })
})

test('an email is bound with a mailed code, made primary and unbound; the primary one cannot be unbound', async () => {
  ada = await proved(ada)
  const email = 'ada@second.example'
  await ada.call('POST /account/emails/code', { body: { email } })
  const code = await lastCode(email)
  const bea = await portal.signIn('bea')
  expect(await bea.call('POST /account/emails', { body: { email, code } })).toMatchObject({
    errorCode: 'session.proofRequired',
  })
  const bound = await ada.call('POST /account/emails', { body: { email, code } })
  expect(bound.data).toMatchObject({ email, primary: false })
  expect(await ada.call('POST /account/emails', { body: { email, code } })).toMatchObject({ errorCode: 'code.wrong' })
  const byEmail = await portal.anyone('POST /session', { body: { account: email, password: 'password of ada' } })
  expect(byEmail.data).toMatchObject({ userName: 'ada' })

  const { emails } = (await ada.call('GET /account/security')).data
  expect(emails.map((each) => [each.email, each.primary])).toEqual([
    ['ada@example.org', true],
    [email, false],
  ])
  const [first, second] = emails.map(({ id }) => ({ emailId: id }))
  if (!first || !second) throw new Error('two emails')
  expect(await ada.call('DELETE /account/emails/:emailId', { params: first })).toMatchObject({
    errorCode: 'email.last',
  })
  expect((await ada.call('PUT /account/emails/:emailId/primary', { params: second })).data.primary).toBe(true)
  expect((await ada.call('GET /account')).data.email).toBe(email)
  expect((await ada.call('DELETE /account/emails/:emailId', { params: first })).status).toBe(200)
  expect((await ada.call('GET /account/security')).data.emails.map((each) => each.email)).toEqual([email])
})

test('the mail about a new password states what changed, when, from where, and what to do', async () => {
  portal.clock.now = Date.parse('2026-06-11T10:00:00Z')
  const eve = await portal.signIn('eve')
  await eve.call('PUT /account/notifications', { body: { service: false, report: false, locale: 'en-US' } })
  const { response } = await eve.call('PUT /account/password', {
    body: { oldPassword: 'password of eve', password: 'another password', passwordAgain: 'another password' },
    ip: '203.0.113.7',
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/140.0.0.0 Safari/537.36' },
  })
  expect(response.statusCode).toBe(200)
  await deliverAll(portal.service)
  const mail = portal.mailbox.mails('eve@example.org').at(-1)
  expect(mail?.subject).toBe('Your password was changed')
  for (const line of [
    'What was changed: Password; all other sessions were ended',
    'When: Jun 11, 2026, 6:00 PM (UTC+08:00)',
    'From the address: 203.0.113.7',
    'Browser: Chrome 140, Windows',
    'If it was not you: set a new password at once',
    'https://portal.example/#/login/forget',
  ])
    expect(mail?.text).toContain(line)
})

test('mails use the language of the pages until a mail language is chosen', async () => {
  const fay = await portal.signIn('fay')
  const localeNow = async () =>
    (await portal.db.pool.query("select mail_locale from account where user_name = 'fay'")).rows[0]?.mail_locale
  await fay.call('GET /session', { headers: { 'accept-language': 'he' } })
  expect(await localeNow()).toBe('he')
  await fay.call('GET /session', { headers: { 'accept-language': 'en-US,en;q=0.9' } })
  expect(await localeNow()).toBe('he')
  // Pages in a language without texts use the nearest language, and so do the mails.
  for (const [pages, mails] of [
    ['de-DE', 'en-US'],
    ['pt-PT', 'pt-BR'],
    ['ar-EG', 'ar'],
  ] as const) {
    await fay.call('GET /session', { headers: { 'accept-language': pages } })
    expect([pages, await localeNow()]).toEqual([pages, mails])
  }
  await fay.call('PUT /account/notifications', { body: { service: false, report: false, locale: 'zh-TW' } })
  await fay.call('GET /session', { headers: { 'accept-language': 'en-US' } })
  expect(await localeNow()).toBe('zh-TW')
  await fay.call('PUT /account/notifications', { body: { service: false, report: false, locale: null } })
  await fay.call('GET /session', { headers: { 'accept-language': 'en-US' } })
  expect(await localeNow()).toBe('en-US')
})

test('binding an address of another account sends no code; the reply does not differ', async () => {
  ada = await proved(ada)
  const reply = await ada.call('POST /account/emails/code', { body: { email: 'bea@example.org' } })
  expect(reply).toMatchObject({ status: 200, data: null })
  expect(await lastCode('bea@example.org')).toBe('')
  expect(portal.mailbox.mails('bea@example.org')).toHaveLength(1)
  expect(await ada.call('POST /account/emails', { body: { email: 'bea@example.org', code: '123456' } })).toMatchObject({
    errorCode: 'code.wrong',
  })
})

test('a phone is bound with a code sent to it; another number in the settings is not bound', async () => {
  ada = await proved(ada)
  const phone = '+86 139 1234 5678'
  await ada.call('POST /account/phone/code', { body: { phone } })
  await deliverAll(portal.service)
  const message = portal.mailbox.shortMessages().at(-1)
  expect(message?.to).toBe(phone)
  const code = /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
  const { data } = await ada.call('PUT /account/phone', { body: { phone, code } })
  expect(data.phone).toMatchObject({ phone })
  const { data: account } = await ada.call('GET /account')
  const { id: _id, userName: _name, email: _email, role: _role, ...settings } = account
  await ada.call('PUT /account', { body: { ...settings, nickname: 'Ada' } })
  expect((await ada.call('GET /account/security')).data.phone).toMatchObject({ phone })
  await ada.call('PUT /account', { body: { ...settings, phone: '+1 555 123456' } })
  expect((await ada.call('GET /account/security')).data.phone).toBeNull()
})

test('unbinding a phone removes its number from the settings and sends its owner a mail', async () => {
  const kim = await proved(await portal.signIn('kim'), undefined, 'kim')
  expect(await kim.call('DELETE /account/phone')).toMatchObject({ status: 404, errorCode: 'notFound' })
  await portal.db.pool.query(`update account set phone = '+49 30 777', phone_bound_at = now() where user_name = 'kim'`)
  expect((await kim.call('DELETE /account/phone')).status).toBe(200)
  expect((await kim.call('GET /account/security')).data.phone).toBeNull()
  expect((await kim.call('GET /account')).data.phone).toBe('')
  await deliverAll(portal.service)
  expect(portal.mailbox.mails('kim@example.org').at(-1)?.text).toContain('解绑了手机：+49 30 777')
})

test('with an authenticator app, sign-in and proof need its code; each code works once', async () => {
  ada = await proved(ada)
  const { data } = await ada.call('POST /account/totp')
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) })
  const codeAt = (shift = 0) => totp.generate({ timestamp: portal.clock.now + shift })
  const signIn = (code?: string) =>
    portal.anyone('POST /session', { body: { account: 'ada', password: 'password of ada', ...(code && { code }) } })
  expect(data.uri).toContain('otpauth://totp/Helioport:ada?')
  const { rows } = await portal.db.pool.query<{ secret: Buffer }>('select secret from totp')
  expect(rows[0]?.secret.toString('latin1')).not.toContain(data.secret)
  // Not confirmed yet: a sign-in needs no code.
  expect((await signIn()).status).toBe(200)
  const wrong = String((Number(codeAt()) + 1) % 1_000_000).padStart(6, '0')
  expect(await ada.call('PUT /account/totp', { body: { code: wrong } })).toMatchObject({
    errorCode: 'session.wrongCode',
  })
  expect((await ada.call('PUT /account/totp', { body: { code: codeAt() } })).data.totp).toBe(true)

  expect(await signIn()).toMatchObject({ status: 401, errorCode: 'session.codeRequired' })
  expect(await signIn(codeAt())).toMatchObject({ status: 401, errorCode: 'session.wrongCode' })
  portal.clock.now += 30_000
  const replies = await Promise.all([signIn(codeAt()), signIn(codeAt())])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])

  expect(await ada.call('POST /session/proof', { body: { password: 'password of ada' } })).toMatchObject({
    errorCode: 'session.codeRequired',
  })
  portal.clock.now += 30_000
  ada = await proved(ada, codeAt())
  // A new password does not remove the second factor.
  await portal.anyone('POST /password/code', { body: { account: 'ada' } })
  const code = await lastCode('ada@second.example')
  const body = { account: 'ada', code, password: 'password of ada', passwordAgain: 'password of ada' }
  expect((await portal.anyone('POST /password', { body })).status).toBe(200)
  expect(await signIn()).toMatchObject({ errorCode: 'session.codeRequired' })
  portal.clock.now += 30_000
  const again = await signIn(codeAt())
  ada = withCookie(cookieOf(again.response.headers))
  portal.clock.now += 30_000
  ada = await proved(ada, codeAt())

  // The phone is lost: a recovery code replaces the app, once, however it is typed.
  const { codes } = (await ada.call('POST /account/recovery-codes')).data
  expect(new Set(codes).size).toBe(10)
  expect(await ada.call('GET /account/security')).toMatchObject({ data: { totp: true, recoveryCodes: 10 } })
  const kept = await portal.db.pool.query('select code_hash from recovery_code')
  expect(JSON.stringify(kept.rows)).not.toContain(codes[0])
  const [first = '', other = ''] = codes
  // A sign-in that fails with an error uses no code up.
  await portal.ownerDb.pool.query('alter table session add constraint broken check (false) not valid')
  expect((await signIn(first)).status).toBe(500)
  await portal.ownerDb.pool.query('alter table session drop constraint broken')
  const both = await Promise.all([signIn(first), signIn(first.toLowerCase().replaceAll('-', ''))])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  expect(await signIn('AAAA-AAAA-AAAA-AAAA')).toMatchObject({ status: 401, errorCode: 'session.wrongCode' })
  await ada.call('POST /account/recovery-codes')
  expect(await signIn(other)).toMatchObject({ errorCode: 'session.wrongCode' })

  expect((await ada.call('DELETE /account/totp')).status).toBe(200)
  expect((await signIn()).status).toBe(200)
  expect(await ada.call('GET /account/security')).toMatchObject({ data: { totp: false, recoveryCodes: 0 } })
  expect(await ada.call('POST /account/recovery-codes')).toMatchObject({ errorCode: 'conflict' })
})

test('sessions are listed with their browser and ended singly or all except the current one', async () => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const body = { account: 'bea', password: 'password of bea' }
  const bea = await portal.signIn('bea')
  const { response } = await portal.anyone('POST /session', { body, headers: { 'user-agent': agent } })
  const second = withCookie(cookieOf(response.headers))
  const { data } = await bea.call('GET /sessions')
  expect(data.filter(({ current }) => current)).toHaveLength(1)
  const other = data.find(({ userAgent }) => userAgent === 'Chrome 140, Windows')
  expect(other).toMatchObject({ current: false })
  const params = { sessionId: other?.id ?? '' }
  expect(await ada.call('DELETE /sessions/:sessionId', { params })).toMatchObject({ errorCode: 'notFound' })
  expect((await bea.call('DELETE /sessions/:sessionId', { params })).status).toBe(200)
  expect((await second.call('GET /session')).status).toBe(401)
  await portal.signIn('bea')
  expect((await bea.call('DELETE /sessions')).data.ended).toBeGreaterThan(0)
  expect((await bea.call('GET /sessions')).data).toHaveLength(1)
})
