import { Secret, TOTP } from 'otpauth'
import { openCompany } from '../testing/company.ts'
import { deliverAll } from '../testing/mailbox.ts'
import { proved, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

const back = 'https://portal.example/api/web/v1/openid-return'

let portal: TestPortal
let company: Awaited<ReturnType<typeof openCompany>>
let people: Parameters<typeof openCompany>[1]

beforeAll(async () => {
  people = {
    ada: { email: 'ada@acme.example', email_verified: true, groups: ['operators'] },
    eve: { email: 'ada@acme.example', email_verified: false },
    mallory: { email: 'ada@acme.example', email_verified: true },
    bob: { email: 'bob@elsewhere.example', email_verified: true },
    nobody: { email: 'nobody@acme.example', email_verified: true },
  }
  company = await openCompany(back, people)
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  portal.service.settings.openidProviders = [company.settings]
  const ada = await portal.signIn('ada')
  await portal.db.pool.query('insert into email (account_id, email, added_at) values ($1, $2, now())', [
    ada.accountId,
    'ada@acme.example',
  ])
})
afterAll(async () => {
  await portal?.stop()
  await company?.stop()
})

const get = (path: string, cookie = '') =>
  portal.app.inject({ url: `/api/web/v1${path}`, headers: { host: 'portal.example', ...(cookie && { cookie }) } })

const flowOf = (headers: object) =>
  [(headers as Record<string, unknown>)['set-cookie']]
    .flat()
    .map((cookie) => /helioport_openid=[^;]+/.exec(String(cookie))?.[0])
    .find((cookie) => cookie !== undefined) ?? ''

/** From the button to the page that completes the sign-in; `change` modifies the returned address. */
async function come(person: string, change = (address: string) => address) {
  const away = await get('/openid/acme')
  const address = change(await company.visit(String(away.headers.location), person))
  const flow = flowOf(away.headers)
  const returned = await get(address.replace('https://portal.example/api/web/v1', ''), flow)
  return { address, flow, place: String(returned.headers.location), cookie: flowOf(returned.headers) }
}

const page = 'https://portal.example/#/login/company'
const end = (cookie: string, body: { password?: string; code?: string } = {}) =>
  portal.anyone('POST /session/openid', { body, headers: { cookie } })

test('the first company sign-in needs the password once; later ones do not', async () => {
  expect((await portal.anyone('GET /session/ways')).data.providers).toEqual([{ name: 'acme', title: 'Acme' }])
  const first = await come('ada')
  expect(first.place).toBe(page)
  const headers = { cookie: first.cookie }
  expect((await portal.anyone('GET /session/openid', { headers })).data).toEqual({ title: 'Acme', needsPassword: true })
  expect(await end(first.cookie)).toMatchObject({ errorCode: 'openid.passwordRequired' })
  expect(await end(first.cookie, { password: 'wrong' })).toMatchObject({ errorCode: 'session.wrongCredentials' })
  expect((await end(first.cookie, { password: 'password of ada' })).data).toMatchObject({ userName: 'ada' })
  // A completed sign-in cannot be completed again.
  expect(await end(first.cookie, { password: 'password of ada' })).toMatchObject({ errorCode: 'openid.ended' })
  await deliverAll(portal.service)
  expect(portal.mailbox.mails('ada@example.org').at(-1)?.text).toContain('Acme, ada@acme.example')
  expect((await end((await come('ada')).cookie)).data).toMatchObject({ userName: 'ada' })
  // Another person of the company with the same address is not the linked one.
  expect(await end((await come('mallory')).cookie)).toMatchObject({ errorCode: 'openid.passwordRequired' })
})

test('the authenticator code is always required; after unlinking the password is required again', async () => {
  const ada = proved(portal, await portal.signIn('adatwo'))
  people['adatwo'] = { email: 'adatwo@acme.example', email_verified: true }
  await portal.db.pool.query('insert into email (account_id, email, added_at) values ($1, $2, now())', [
    ada.accountId,
    'adatwo@acme.example',
  ])
  const { secret } = (await ada.call('POST /account/totp')).data
  const code = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: (portal.clock.now += 30_000) })
  await ada.call('PUT /account/totp', { body: { code: code() } })
  const { cookie } = await come('adatwo')
  const password = 'password of adatwo'
  expect(await end(cookie, { password })).toMatchObject({ errorCode: 'session.codeRequired' })
  expect((await end(cookie, { password, code: code() })).data).toMatchObject({ userName: 'adatwo' })
  const [identity] = (await ada.call('GET /account/openid-identities')).data
  expect(identity).toMatchObject({ title: 'Acme', email: 'adatwo@acme.example' })
  const params = { openidIdentityId: identity?.id ?? '' }
  const stranger = proved(portal, await portal.signIn('stranger'))
  const name = 'DELETE /account/openid-identities/:openidIdentityId'
  expect(await stranger.call(name, { params })).toMatchObject({ errorCode: 'notFound' })
  expect((await ada.call(name, { params })).status).toBe(200)
  expect(await end((await come('adatwo')).cookie, { code: code() })).toMatchObject({
    errorCode: 'openid.passwordRequired',
  })
})

test('a return with another state or browser, a forged code, repeated or late is refused', async () => {
  const forged = await come('ada', (address) => address.replace(/state=[^&]+/, 'state=forged'))
  expect(forged.place).toBe(`${page}?why=refused`)
  const wrongCode = await come('ada', (address) => address.replace(/code=[^&]+/, 'code=forged'))
  expect(wrongCode.place).toBe(`${page}?why=refused`)
  const good = await come('ada')
  const path = good.address.replace('https://portal.example/api/web/v1', '')
  expect((await get(path, good.flow)).headers.location).toBe(`${page}?why=ended`)
  expect((await get(path)).headers.location).toBe(`${page}?why=ended`)
  // The code of one sign-in in the browser of another: state and verifier differ.
  const away = await get('/openid/acme')
  expect((await get(path, flowOf(away.headers))).headers.location).toBe(`${page}?why=refused`)
  // The first token cannot complete the sign-in: the return issued another.
  expect(await end(good.flow)).toMatchObject({ errorCode: 'openid.ended' })
  portal.clock.now += 10 * 60_000
  expect(await end(good.cookie)).toMatchObject({ errorCode: 'openid.ended' })
  const refused = await come('ada', (address) => `${address.split('?')[0]}?error=access_denied`)
  expect(refused.place).toBe(`${page}?why=refused`)
})

test("sign-in is limited to the operator's domains and groups, and to verified addresses", async () => {
  expect((await come('eve')).place).toBe(`${page}?why=noEmail`)
  expect((await come('bob')).place).toBe(`${page}?why=notLetIn`)
  expect(await end((await come('nobody')).cookie)).toMatchObject({ errorCode: 'openid.noAccount' })
  const { settings } = portal.service
  settings.openidProviders = [{ ...company.settings, groups: ['operators'] }]
  expect((await come('ada')).place).toBe(page)
  expect((await come('mallory')).place).toBe(`${page}?why=notLetIn`)
  settings.openidProviders = [{ ...company.settings, domains: [], groups: ['operators'] }]
  expect((await come('ada')).place).toBe(page)
  settings.openidProviders = [{ ...company.settings, issuer: 'http://127.0.0.1:9' }]
  expect((await get('/openid/acme')).headers.location).toBe(`${page}?why=unreachable`)
  expect((await get('/openid/other')).statusCode).toBe(404)
})
