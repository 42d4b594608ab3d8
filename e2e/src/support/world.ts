import { fork } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { apiBasePath, tokenStorageKey } from '@helioport/contract'
import { test as base, type APIRequestContext, expect, type Page, request } from 'playwright/test'
import { portal } from './portal.ts'
import { serveReleases } from './stage.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Virtual plants and a service on a clock that the test controls, behind the portal's own pages. */
export interface World {
  /** Origin of the pages. */
  url: string
  api: APIRequestContext
  /** Proves the session's person for some minutes of simulated time. */
  prove: () => Promise<void>
  now: () => number
  /** Advances the time of plants, service and pages to `at` (epoch ms). */
  runTo: (at: number, ...pages: Page[]) => Promise<void>
  /** Switches a fault of a plant, or of one device, on from now; the returned function ends it. */
  switchOn: (plant: string, behaviour: string, serial?: string) => Promise<() => Promise<void>>
  /** A page signed in as the owner, whose clock is the world's. */
  open: (page: Page, path: string) => Promise<void>
  close: () => Promise<void>
}

interface Reply {
  id: number
  result?: unknown
  error?: string
  now: number
}

async function openWorld(): Promise<World> {
  const child = fork(join(root, 'packages/standalone/src/testing/truth-world.ts'), {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let now = 0
  let orders = 0
  const waiting = new Map<number, { done: (result: unknown) => void; refuse: (error: Error) => void }>()
  child.on('message', ({ id, result, error, now: at }: Reply) => {
    now = at ?? now
    const order = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) order?.done(result)
    else order?.refuse(new Error(error))
  })
  child.once('exit', (code) => {
    for (const { refuse } of waiting.values()) refuse(new Error(`the world ended with ${code}`))
  })
  const answer = (id: number) => new Promise<unknown>((done, refuse) => waiting.set(id, { done, refuse }))
  const tell = (order: object) => {
    orders += 1
    const reply = answer(orders)
    child.send({ id: orders, ...order })
    return reply
  }
  const { url: service, account, password } = (await answer(0)) as { url: string; account: string; password: string }

  const store = mkdtempSync(join(tmpdir(), 'helioport-truth-'))
  cpSync(portal().releases, store, { recursive: true })
  const host = await serveReleases(store, service)
  const { url } = host
  const headers = { 'X-Requested-With': 'XMLHttpRequest', Origin: url }
  const api = await request.newContext({ baseURL: url, extraHTTPHeaders: headers })
  const signedIn = await api.post(`${apiBasePath}/session`, { data: { account, password } })
  expect(signedIn.status(), await signedIn.text()).toBe(200)

  return {
    url,
    api,
    async prove() {
      const proved = await api.post(`${apiBasePath}/session/proof`, { data: { password } })
      expect(proved.status(), await proved.text()).toBe(200)
    },
    now: () => now,
    async runTo(at, ...pages) {
      const before = now
      await tell({ do: 'run', to: at })
      for (const page of pages) await page.clock.fastForward(at - before)
    },
    async switchOn(plant, behaviour, serial) {
      const number = await tell({ do: 'switch', plant, behaviour, ...(serial === undefined ? {} : { serial }) })
      return async () => void (await tell({ do: 'off', number }))
    },
    async open(page, path) {
      const { cookies } = await api.storageState()
      await page.context().addCookies(cookies)
      await page.context().addInitScript((key) => localStorage.setItem(key, '1'), tokenStorageKey)
      await page.clock.install({ time: now })
      await page.goto(`${url}/#${path}`)
    },
    async close() {
      await api.dispose()
      await host.close()
      const ended = new Promise((done) => child.once('exit', done))
      child.disconnect()
      await ended
      rmSync(store, { recursive: true, force: true })
    },
  }
}

/** Tests of one story: they share a world, whose time only advances. */
export const test = base.extend<object, { world: World }>({
  world: [
    async ({}, use) => {
      const world = await openWorld()
      await use(world)
      await world.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

export { expect }
