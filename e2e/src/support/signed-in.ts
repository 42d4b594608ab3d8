import { apiBasePath, tokenStorageKey } from '@helioport/contract'
import { test as base, type APIRequestContext, expect, request } from 'playwright/test'
import { portal } from './portal.ts'

const header = { 'X-Requested-With': 'XMLHttpRequest' }

/** A signed-in API client like a third-party script. */
export async function apiOf(
  account: { userName: string; password: string },
  url: string = portal().url,
): Promise<APIRequestContext> {
  // Behind TLS the portal uses the test's own certificate.
  const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { ...header, Origin: url }, ignoreHTTPSErrors: true }) // prettier-ignore
  const reply = await api.post(`${apiBasePath}/session`, {
    data: { account: account.userName, password: account.password },
  })
  expect(reply.status(), await reply.text()).toBe(200)
  return api
}

/** Proves the session's person for some minutes; the session gets a new token. */
export async function prove(api: APIRequestContext, { password }: { password: string }): Promise<void> {
  const reply = await api.post(`${apiBasePath}/session/proof`, { data: { password } })
  expect(reply.status(), await reply.text()).toBe(200)
}

/** `data` of a reply of the v1 API. */
export async function read<T>(api: APIRequestContext, path: string): Promise<T> {
  const reply = await api.get(`${apiBasePath}${path}`)
  expect(reply.status(), path).toBe(200)
  return ((await reply.json()) as { data: T }).data
}

interface Fixtures {
  api: APIRequestContext
  /** Absolute address of a hash route. */
  at: (path: string) => string
  errors: string[]
}

/**
 * Pages are signed in as the owner, with a valid proof; an uncaught error, or a violation of the content policy, fails
 * the test.
 */
export const test = base.extend<Fixtures>({
  api: async ({}, use) => {
    const api = await apiOf(portal().owner)
    await prove(api, portal().owner)
    await use(api)
    await api.dispose()
  },
  context: async ({ context, api }, use) => {
    const { cookies } = await api.storageState()
    await context.addCookies(cookies)
    // A blank page and a frame without an origin have no storage.
    await context.addInitScript((key) => {
      if (location.protocol !== 'about:' && window.origin !== 'null') localStorage.setItem(key, '1')
    }, tokenStorageKey)
    await use(context)
  },
  at: async ({}, use) => {
    await use((path) => `${portal().url}/#${path}`)
  },
  errors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await page.exposeFunction('helioportRefused', (what: string) => errors.push(`the policy refused ${what}`))
      await page.addInitScript(() => {
        const tell = Reflect.get(window, 'helioportRefused') as (what: string) => void
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile }) =>
          tell([effectiveDirective, blockedURI, sample, sourceFile].join(' ')),
        )
      })
      await use(errors)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
