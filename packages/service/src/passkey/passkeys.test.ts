import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeAuthenticator } from '../testing/authenticator.ts'
import { deliverAll } from '../testing/mailbox.ts'
import { type Person, proved, startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { relyingPartyOf } from './relying-party.ts'

const origin = 'https://portal.example'
const domain = 'portal.example'

let portal: TestPortal
let ada: Person
let bea: Person

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  ada = proved(portal, await portal.signIn('ada'))
  bea = proved(portal, await portal.signIn('bea'))
})
afterAll(() => portal?.stop())

async function addTo(person: Person, name: string, change: object = {}) {
  const key = makeAuthenticator()
  const { data } = await person.call('POST /passkeys/challenge')
  const created = key.create({ challenge: data.challenge, origin, domain, ...change })
  const reply = await person.call('POST /passkeys', { body: { name, created } })
  return { key, created, reply, handle: data.userHandle }
}

const ask = async () => (await portal.anyone('POST /session/passkey/challenge')).data

const cookieOf = (headers: object) => String((headers as Record<string, unknown>)['set-cookie']).split(';')[0] ?? ''

test('a passkey is added with a proof, signs in, is renamed and removed; the owner gets mails', async () => {
  const stranger = await portal.signIn('unproved')
  expect(await stranger.call('POST /passkeys/challenge')).toMatchObject({ errorCode: 'session.proofRequired' })
  const { key, reply, handle } = await addTo(ada, 'Laptop')
  expect(reply.data).toMatchObject({ name: 'Laptop', lastUsedAt: null, isSynced: false })
  const body = key.use({ ...(await ask()), origin, userHandle: handle })
  const { data, response } = await portal.anyone('POST /session/passkey', { body })
  expect(data).toMatchObject({ userName: 'ada' })
  const cookie = cookieOf(response.headers)
  expect((await portal.anyone('GET /session', { headers: { cookie } })).data).toMatchObject({ userName: 'ada' })
  const params = { passkeyId: reply.data.id }
  await ada.call('PUT /passkeys/:passkeyId', { params, body: { name: 'Old laptop' } })
  expect((await ada.call('GET /passkeys')).data).toMatchObject([
    { name: 'Old laptop', lastUsedAt: '2026-06-10T10:00:00.000Z' },
  ])
  expect((await ada.call('GET /sign-ins')).data[0]).toMatchObject({ userName: 'ada', errorCode: null })
  await ada.call('DELETE /passkeys/:passkeyId', { params })
  const late = await portal.anyone('POST /session/passkey', { body: key.use({ ...(await ask()), origin }) })
  expect(late).toMatchObject({ status: 400, errorCode: 'passkey.refused' })
  await deliverAll(portal.service)
  const told = portal.mailbox.mails('ada@example.org').map(({ text }) => text)
  expect(told.some((text) => text.includes('Laptop'))).toBe(true)
  expect(told.some((text) => text.includes('Old laptop'))).toBe(true)
})

test('an answer is valid once, for its challenge and origin, for 5 minutes', async () => {
  const { key } = await addTo(ada, 'Phone')
  const attempt = (change: Partial<Parameters<typeof key.use>[0]>, question: Awaited<ReturnType<typeof ask>>) =>
    portal.anyone('POST /session/passkey', { body: key.use({ ...question, origin, ...change }) })
  const refused = { status: 400, errorCode: 'passkey.refused' }
  const good = key.use({ ...(await ask()), origin })
  expect((await portal.anyone('POST /session/passkey', { body: good })).status).toBe(200)
  expect(await portal.anyone('POST /session/passkey', { body: good })).toMatchObject(refused)
  expect(await attempt({ origin: 'https://portal.example.evil.org' }, await ask())).toMatchObject(refused)
  expect(await attempt({ origin: 'http://portal.example' }, await ask())).toMatchObject(refused)
  expect(await attempt({ domain: 'evil.org' }, await ask())).toMatchObject(refused)
  expect(await attempt({ challenge: 'A'.repeat(43) }, await ask())).toMatchObject(refused)
  expect(await attempt({ isVerified: false }, await ask())).toMatchObject(refused)
  // The challenge of another purpose.
  const proof = (await ada.call('POST /session/proof/passkey/challenge')).data
  expect(await attempt({}, proof)).toMatchObject(refused)
  const late = await ask()
  portal.clock.now += 5 * 60_000
  expect(await attempt({}, late)).toMatchObject(refused)
  // A failed try used its challenge up.
  const question = await ask()
  expect(await attempt({ origin: 'https://evil.org' }, question)).toMatchObject(refused)
  expect(await attempt({}, question)).toMatchObject(refused)
  const parallel = key.use({ ...(await ask()), origin })
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => portal.anyone('POST /session/passkey', { body: parallel })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a cloned authenticator with a lower counter is refused', async () => {
  const { key } = await addTo(ada, 'Stick')
  const attempt = async () => portal.anyone('POST /session/passkey', { body: key.use({ ...(await ask()), origin }) })
  expect((await attempt()).status).toBe(200)
  expect((await attempt()).status).toBe(200)
  key.state.counter = 0
  expect(await attempt()).toMatchObject({ errorCode: 'passkey.refused' })
})

test('a passkey of another account cannot be used, renamed, removed or added', async () => {
  const { key, reply, created } = await addTo(ada, 'Own')
  const { key: foreign } = await addTo(bea, 'Of Bea')
  const question = (await ada.call('POST /session/proof/passkey/challenge')).data
  expect(question.known.map(({ id }) => id)).toContain(created.credentialId)
  expect(question.known.map(({ id }) => id)).not.toContain(foreign.credentialId.toString('base64url'))
  const refused = { errorCode: 'passkey.refused' }
  const byForeign = foreign.use({ ...question, origin })
  expect(await ada.call('POST /session/proof/passkey', { body: byForeign })).toMatchObject(refused)
  // The challenge of another session.
  const others = (await bea.call('POST /session/proof/passkey/challenge')).data
  const wrongSession = key.use({ ...others, origin })
  expect(await ada.call('POST /session/proof/passkey', { body: wrongSession })).toMatchObject(refused)
  // A user handle of another account.
  const { data: making } = await bea.call('POST /passkeys/challenge')
  const forged = key.use({ ...(await ask()), origin, userHandle: making.userHandle })
  expect(await portal.anyone('POST /session/passkey', { body: forged })).toMatchObject(refused)
  const again = key.create({ challenge: making.challenge, origin, domain })
  expect(await bea.call('POST /passkeys', { body: { name: 'Stolen', created: again } })).toMatchObject(refused)
  const params = { passkeyId: reply.data.id }
  for (const name of ['PUT /passkeys/:passkeyId', 'DELETE /passkeys/:passkeyId'] as const) {
    const body = name.startsWith('PUT') ? { body: { name: 'Mine' } } : {}
    expect(await bea.call(name, { params, ...body })).toMatchObject({ status: 404, errorCode: 'notFound' })
  }
})

test('a passkey gives a proof in place of password and code; the session gets another token', async () => {
  const cleo = await portal.signIn('cleo')
  const { key } = await addTo(proved(portal, cleo), 'Watch')
  expect(await cleo.call('POST /account/totp')).toMatchObject({ errorCode: 'session.proofRequired' })
  const body = key.use({ ...(await cleo.call('POST /session/proof/passkey/challenge')).data, origin })
  const { data, response } = await cleo.call('POST /session/proof/passkey', { body })
  expect(Date.parse(data.provedUntil)).toBe(portal.clock.now + 5 * 60_000)
  expect((await cleo.call('GET /session')).status).toBe(401)
  const cookie = cookieOf(response.headers)
  expect((await portal.anyone('POST /account/totp', { headers: { cookie } })).status).toBe(200)
})

test('with passkeys required, sign-in needs a passkey or the password with a recovery code', async () => {
  const dora = proved(portal, await portal.signIn('dora'))
  const password = 'password of dora'
  const signIn = (code?: string) =>
    portal.anyone('POST /session', { body: { account: 'dora', password, ...(code && { code }) } })
  const set = (required: boolean) => dora.call('PUT /account/passkey-required', { body: { required } })
  expect(await set(true)).toMatchObject({ errorCode: 'conflict' })
  const { key, reply } = await addTo(dora, 'Only one')
  expect(await (await portal.signIn('unproved')).call('PUT /account/passkey-required', { body: { required: true } })).toMatchObject({ errorCode: 'session.proofRequired' }) // prettier-ignore
  expect((await set(true)).data).toMatchObject({ passkeyRequired: true, totp: false })
  const { codes } = (await dora.call('POST /account/recovery-codes')).data

  expect(await signIn()).toMatchObject({ status: 401, errorCode: 'session.passkeyRequired' })
  expect(await signIn('123456')).toMatchObject({ status: 401, errorCode: 'session.wrongCode' })
  expect((await portal.anyone('POST /session', { body: { account: 'dora', password: 'wrong' } })).errorCode).toBe(
    'session.wrongCredentials',
  )
  expect((await signIn(codes[0])).status).toBe(200)
  expect(await signIn(codes[0])).toMatchObject({ errorCode: 'session.wrongCode' })
  expect((await portal.anyone('POST /session/passkey', { body: key.use({ ...(await ask()), origin }) })).status).toBe(
    200,
  )
  // Nor does the password alone prove a session, or allow its own change.
  const { response } = await signIn(codes[1])
  const headers = { cookie: cookieOf(response.headers) }
  expect(await portal.anyone('POST /session/proof', { body: { password }, headers })).toMatchObject({
    errorCode: 'session.passkeyRequired',
  })
  const another = { oldPassword: password, password: 'another one 7!', passwordAgain: 'another one 7!' }
  expect(await portal.anyone('PUT /account/password', { body: another, headers })).toMatchObject({
    errorCode: 'session.proofRequired',
  })
  expect(
    (await portal.anyone('POST /session/proof', { body: { password, code: codes[2] ?? '' }, headers })).status,
  ).toBe(200)
  // Without any passkey left the password is enough again; the owner was told of both changes.
  await dora.call('DELETE /passkeys/:passkeyId', { params: { passkeyId: reply.data.id } })
  expect((await dora.call('GET /account/security')).data).toMatchObject({ passkeyRequired: false, recoveryCodes: 0 })
  expect((await signIn()).status).toBe(200)
  await deliverAll(portal.service)
  const told = portal.mailbox.mails('dora@example.org').map(({ text }) => text)
  expect(told.some((text) => text.includes('仅凭密码不再能登录'))).toBe(true)
  expect(told.some((text) => text.includes('仅凭密码又可以登录'))).toBe(true)
})

test('attestation statements are refused without fetching the addresses in them', async () => {
  let requests = 0
  const canary = createServer((_request, response) => {
    requests += 1
    response.end()
  })
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done))
  const { port } = canary.address() as AddressInfo
  const x5c = [new TextEncoder().encode(`http://127.0.0.1:${port}/list.crl`)]
  for (const format of ['packed', 'tpm', 'android-key', 'android-safetynet', 'apple', 'fido-u2f']) {
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(64)],
      ['x5c', x5c],
    ])
    const { reply } = await addTo(ada, 'Made', { attestation: { format, statement } })
    expect(reply).toMatchObject({ status: 400, errorCode: 'passkey.refused' })
  }
  canary.close()
  expect(requests).toBe(0)
})

test("passkeys are bound to the portal's domain; without a domain or https there are none", () => {
  const key = Buffer.alloc(32)
  const of = (baseUrl: string, passkeyDomain?: string) =>
    relyingPartyOf({ baseUrl, key, ...(passkeyDomain !== undefined && { passkeyDomain }) })
  expect(of('https://portal.example')).toEqual({ domain: 'portal.example', origin: 'https://portal.example' })
  expect(of('https://portal.example', 'example')).toEqual({ domain: 'example', origin: 'https://portal.example' })
  expect(of('http://127.0.0.1:8430')).toEqual({ domain: 'localhost', origin: 'http://localhost:8430' })
  expect(of('http://portal.example')).toBeNull()
  expect(of('https://192.0.2.7')).toBeNull()
  expect(of('https://[2001:db8::1]')).toBeNull()
})
