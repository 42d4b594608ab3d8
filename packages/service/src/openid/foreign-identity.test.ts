import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { settingsAt } from '../testing/company.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'

/** A fake provider: tests choose its claims and its signing key. */
const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

interface Said {
  claims: Record<string, unknown>
  key?: typeof own.privateKey
  alg?: string
}

let portal: TestPortal
let server: Server
let issuer: string
let say: (honest: Record<string, unknown>) => Said
let nonce = ''

function tokenOf({ claims, key = own.privateKey, alg = 'RS256' }: Said): string {
  const text = `${base64({ alg, kid: 'one', typ: 'JWT' })}.${base64(claims)}`
  if (alg === 'none') return `${text}.`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = (value: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (request.url === '/.well-known/openid-configuration') {
      answer({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    } else if (request.url === '/jwks') {
      answer({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
    } else {
      const now = Math.floor(Date.now() / 1000)
      const honest = {
        iss: issuer,
        aud: 'helioport',
        sub: 'ada',
        iat: now,
        exp: now + 300,
        nonce,
        email: 'ada@acme.example',
        email_verified: true,
      }
      answer({ access_token: 'a', token_type: 'Bearer', id_token: tokenOf(say(honest)) })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  portal.service.settings.openidProviders = [settingsAt(issuer)]
})
afterAll(async () => {
  await portal?.stop()
  await new Promise((done) => server?.close(done))
})

/** Begins a sign-in and returns at once; the address of the last redirect. */
async function comeBack(): Promise<string> {
  const get = (path: string, cookie = '') =>
    portal.app.inject({ url: `/api/web/v1${path}`, headers: { host: 'portal.example', cookie } })
  const away = await get('/openid/acme')
  const sent = new URL(String(away.headers.location)).searchParams
  nonce = sent.get('nonce') ?? ''
  const flow = /helioport_openid=[^;]+/.exec(String(away.headers['set-cookie']))?.[0] ?? ''
  const back = await get(`/openid-return?code=any&state=${sent.get('state')}&iss=${encodeURIComponent(issuer)}`, flow)
  return String(back.headers.location)
}

const page = 'https://portal.example/#/login/company'
const hourAgo = () => Math.floor(Date.now() / 1000) - 3600

test('accepts an identity that is signed by the company for this portal, time and browser', async () => {
  say = (claims) => ({ claims })
  expect(await comeBack()).toBe(page)
})

test.each<[string, typeof say]>([
  ['for another portal', (claims) => ({ claims: { ...claims, aud: 'another' } })],
  [
    'for others beside, given to one of them',
    (claims) => ({ claims: { ...claims, aud: ['helioport', 'b'], azp: 'b' } }),
  ],
  ['of another company', (claims) => ({ claims: { ...claims, iss: 'https://elsewhere.example' } })],
  ['that is over', (claims) => ({ claims: { ...claims, iat: hourAgo() - 300, exp: hourAgo() } })],
  ['of another browser', (claims) => ({ claims: { ...claims, nonce: 'of another' } })],
  ['of no browser', ({ nonce: _without, ...claims }) => ({ claims })],
  ['signed by somebody else', (claims) => ({ claims, key: other.privateKey })],
  ['that nobody signed', (claims) => ({ claims, alg: 'none' })],
  ['of nobody', ({ sub: _without, ...claims }) => ({ claims })],
])('an identity %s is refused', async (_which, said) => {
  say = said
  expect(await comeBack()).toBe(`${page}?why=refused`)
})

test.each([undefined, false, 'true', 1])('an address with email_verified %j is refused', async (isVerified) => {
  say = (claims) => ({ claims: { ...claims, email_verified: isVerified } })
  expect(await comeBack()).toBe(`${page}?why=noEmail`)
})
