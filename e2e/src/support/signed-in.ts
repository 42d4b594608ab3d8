import { apiBasePath, tokenStorageKey } from '@helioport/contract'
import { test as base, type APIRequestContext, expect, request } from 'playwright/test'
import { portal } from './portal.ts'

const header = { 'X-Requested-With': 'XMLHttpRequest' }

/** A signed-in API client, as a script of a stranger would make it. */
export async function apiOf(
  account: { userName: string; password: string },
  url: string = portal().url,
): Promise<APIRequestContext> {
  // Where it stands behind TLS, that is a certificate of the test's own.
  const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { ...header, Origin: url }, ignoreHTTPSErrors: true }) // prettier-ignore
  const reply = await api.post(`${apiBasePath}/session`, {
    data: { account: account.userName, password: account.password },
  })
  expect(reply.status(), await reply.text()).toBe(200)
  return api
}

/** The session has proved its person for some minutes, and has another token from now on. */
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

/** Pages are signed in as the owner, who has proved to be it; an uncaught error, or what the policy refuses, fails the test. */
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
    // A blank page has no storage, nor has a frame without an origin.
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
