import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { limits } from './proof/throttle.ts'

const { max: maxAttempts, windowMs: attemptWindowMs } = limits.signIn

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
})
afterAll(() => portal?.stop())

const signIn = (account: string, password: string) => portal.anyone('POST /session', { body: { account, password } })

test('signs in with user name or email in any letter case', async () => {
  await portal.signIn('Ada')
  for (const name of ['Ada', 'ada', 'ADA@example.org', ' ada ']) {
    const reply = await signIn(name, 'password of Ada')
    expect(reply.data).toMatchObject({ userName: 'Ada', role: 'owner' })
    const cookie = String(reply.response.headers['set-cookie'])
    expect(cookie).toMatch(/^helioport_session=[\w-]{43};.*HttpOnly.*SameSite=Strict/)
    expect(cookie).not.toContain('Secure')
    // Thirty days from now, whatever the browser's clock says.
    expect(cookie).toContain('Max-Age=2592000')
    expect(cookie).not.toContain('Expires')
  }
})

test('behind https the cookie is Secure and bound to the host', async () => {
  await portal.signIn('Cleo')
  const body = { account: 'Cleo', password: 'password of Cleo' }
  const { response } = await portal.anyone('POST /session', { body, headers: { 'x-forwarded-proto': 'https' } })
  expect(String(response.headers['set-cookie'])).toMatch(/^__Host-helioport_session=.*; Secure/)
})

test('a wrong password and an unknown name get the same reply', async () => {
  await portal.signIn('Bea')
  const replies = await Promise.all([signIn('Bea', 'wrong'), signIn('Nobody', 'wrong')])
  for (const { status, errorCode, response } of replies) {
    expect([status, errorCode]).toEqual([401, 'session.wrongCredentials'])
    expect(response.headers['set-cookie']).toBeUndefined()
  }
})

test('an account not activated gets session.accountInactive only with its right password', async () => {
  await portal.signIn('Ina')
  await portal.db.pool.query("update account set activated_at = null where user_name = 'Ina'")
  expect(await signIn('Ina', 'wrong')).toMatchObject({ errorCode: 'session.wrongCredentials' })
  expect(await signIn('Ina', 'password of Ina')).toMatchObject({ status: 403, errorCode: 'session.accountInactive' })
})

test('guesses are counted per account, also in parallel; the rate limit ends after its window', async () => {
  await portal.signIn('Dora')
  await portal.signIn('Emil')
  const replies = await Promise.all(Array.from({ length: 3 * maxAttempts }, (_, nth) => signIn('dora', `guess ${nth}`)))
  expect(replies.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(maxAttempts)
  const refused = await signIn('Dora', 'password of Dora')
  expect(refused).toMatchObject({ status: 429, errorCode: 'request.tooMany' })
  expect(Number(refused.response.headers['retry-after'])).toBeGreaterThan(0)
  expect((await signIn('Emil', 'password of Emil')).status).toBe(200)
  portal.clock.now += attemptWindowMs
  expect((await signIn('Dora', 'password of Dora')).status).toBe(200)
})

test('a session ends at sign-out and after 30 days; hashes from the database sign nobody in', async () => {
  const person = await portal.signIn('Fred')
  expect((await person.call('GET /session')).data).toMatchObject({ userName: 'Fred', stateName: 'dontHaveAccess' })
  const { rows } = await portal.db.pool.query<{ token_hash: Buffer }>('select token_hash from session')
  expect(rows.some(({ token_hash }) => person.cookie.includes(token_hash.toString('base64url')))).toBe(false)
  for (const { token_hash } of rows) {
    for (const form of ['base64url', 'base64', 'hex', 'latin1'] as const) {
      const cookie = `helioport_session=${encodeURIComponent(token_hash.toString(form))}`
      expect((await portal.anyone('GET /session', { headers: { cookie } })).status).toBe(401)
    }
  }
  const accounts = await portal.db.pool.query<{ password_hash: string }>('select password_hash from account')
  for (const { password_hash: password } of accounts.rows) {
    expect((await portal.anyone('POST /session', { body: { account: 'Fred', password } })).status).toBe(401)
  }
  const second = await portal.signIn('Gina')
  await person.call('DELETE /session')
  expect((await person.call('GET /session')).status).toBe(401)
  portal.clock.now += 30 * 86_400_000 - 1000
  expect((await second.call('GET /session')).status).toBe(200)
  portal.clock.now += 1000
  expect((await second.call('GET /session')).status).toBe(401)
})
