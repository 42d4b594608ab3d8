import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { OpenidSettings } from '../base/service.ts'

interface Company {
  settings: OpenidSettings
  /** Visits the address as a browser, signs in as `person` and consents; returns the redirect address. */
  visit: (address: string, person: string) => Promise<string>
  stop: () => Promise<void>
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))

/** The portal's settings of the provider with this issuer. */
export const settingsAt = (issuer: string): OpenidSettings => ({
  name: 'acme',
  title: 'Acme',
  issuer,
  clientId: 'helioport',
  clientSecret: 'a secret of the portal at the company',
  domains: ['acme.example'],
  groups: [],
  groupsClaim: 'groups',
})

/** A company with its own OpenID provider on this machine; `people`: claims of each person, by the typed name. */
export async function openCompany(
  redirectUri: string,
  people: Record<string, Record<string, unknown>>,
): Promise<Company> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = settingsAt(issuer)
  const provider = new Provider(issuer, {
    clients: [{ client_id: settings.clientId, client_secret: settings.clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    // Puts all claims into the signed ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['of this company'] },
    findAccount: async (_context, id) => ({ accountId: id, claims: async () => ({ ...people[id], sub: id }) }),
  })
  provider.silent = true
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))

  const visit = async (address: string, person: string) => {
    const jar = new Map<string, string>()
    let next: { url: string; body?: URLSearchParams } = { url: address }
    for (let step = 0; step < 12; step += 1) {
      const response = await fetch(next.url, {
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(next.body && { method: 'POST', body: next.body }),
      })
      for (const cookie of cookiesOf(response)) {
        const [name = '', value = ''] = cookie.split(/=(.*)/s)
        jar.set(name, value)
      }
      const place = response.headers.get('location')
      if (place !== null) {
        const url = new URL(place, next.url).href
        if (!url.startsWith(issuer)) return url
        next = { url }
        continue
      }
      const page = await response.text()
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
      if (prompt === undefined) throw new Error(`the company shows no form: ${response.status} ${page.slice(0, 300)}`)
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
      const body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: person, password: 'any' }) })
      next = { url: new URL(action, next.url).href, body }
    }
    throw new Error('the company leads nowhere')
  }
  return {
    settings,
    visit,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => void server.close(done))
    },
  }
}
