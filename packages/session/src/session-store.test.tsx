import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tokenStorageKey } from '@helioport/contract'

const owner = { accountId: 'a1', userName: 'owner', nickname: 'Owner', role: 'owner', stateName: '' }

let server: Server
let replies: Record<string, unknown> = {}
const open = XMLHttpRequest.prototype.open

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-allow-methods', '*')
    response.setHeader('content-type', 'application/json')
    const known = replies[`${request.method} ${request.url}`]
    response.end(JSON.stringify(known ?? { success: false, errorCode: 'session.required' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // The page's own origin has no server here: relative addresses are sent to the test server.
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL, ...rest: unknown[]) {
    const path = new URL(url, origin).href.replace('/api/web/v1', '')
    return Reflect.apply(open, this, [method, path, ...rest]) as undefined
  }
})

afterAll(() => {
  XMLHttpRequest.prototype.open = open
  server.closeAllConnections()
  server.close()
})

/** A page load: the store starts from the content of local storage. */
async function load() {
  jest.resetModules()
  const { sessionStore, followOtherTabs } = await import('./session-store.ts')
  return { store: sessionStore, followOtherTabs }
}

beforeEach(() => {
  localStorage.clear()
  replies = {}
})

test('without a mark in local storage nobody is signed in, and no request is sent', async () => {
  const { store } = await load()
  expect(store.getState()).toMatchObject({ state: 'out', accessFlags: { isLogin: false, canSeeAdmin: true } })
})

test('a mark counts as signed in until the service answers', async () => {
  localStorage.setItem(tokenStorageKey, 'signed-in')
  replies = { 'GET /session': { success: true, data: owner } }
  const { store } = await load()
  expect(store.getState()).toMatchObject({ state: 'unknown', accessFlags: { isLogin: true } })
  await store.getState().refresh()
  expect(store.getState()).toMatchObject({ state: 'in', session: owner })
})

test('removes a mark without a session', async () => {
  localStorage.setItem(tokenStorageKey, 'signed-in')
  const { store } = await load()
  await store.getState().refresh()
  expect(store.getState()).toMatchObject({ state: 'out', accessFlags: { isLogin: false } })
  expect(localStorage.getItem(tokenStorageKey)).toBeNull()
})

test('signing in sets the mark and the access flags; signing out removes both', async () => {
  replies = {
    'POST /session': { success: true, data: { ...owner, stateName: 'dontHaveAccess' } },
    'DELETE /session': { success: true, data: null },
  }
  const { store } = await load()
  await store.getState().signIn('owner', 'secret')
  expect(store.getState()).toMatchObject({ state: 'in', accessFlags: { isLogin: true, canSeeAdmin: false } })
  expect(localStorage.getItem(tokenStorageKey)).not.toBeNull()
  await store.getState().signOut()
  expect(store.getState()).toMatchObject({ state: 'out', session: undefined, accessFlags: { isLogin: false } })
  expect(localStorage.getItem(tokenStorageKey)).toBeNull()
})

test('wrong credentials do not change the session', async () => {
  replies = { 'POST /session': { success: false, errorCode: 'session.wrongCredentials' } }
  const { store } = await load()
  await expect(store.getState().signIn('owner', 'wrong')).rejects.toMatchObject({ code: 'session.wrongCredentials' })
  expect(store.getState().state).toBe('out')
  expect(localStorage.getItem(tokenStorageKey)).toBeNull()
})

test('a service failure other than session.required does not sign out', async () => {
  localStorage.setItem(tokenStorageKey, 'signed-in')
  replies = { 'GET /session': { success: false, errorCode: 'service.databaseDown' } }
  const { store } = await load()
  await expect(store.getState().refresh()).rejects.toMatchObject({ code: 'service.databaseDown' })
  expect(store.getState().state).toBe('unknown')
  expect(localStorage.getItem(tokenStorageKey)).not.toBeNull()
})

test('signing out ends the session locally even if the service refuses', async () => {
  replies = { 'POST /session': { success: true, data: owner } }
  const { store } = await load()
  await store.getState().signIn('owner', 'secret')
  replies = { 'DELETE /session': { success: false, errorCode: 'service.unavailable' } }
  await expect(store.getState().signOut()).rejects.toMatchObject({ code: 'service.unavailable' })
  expect(store.getState().state).toBe('out')
})

test('signing out ends the push subscription and closes shown alarm notifications', async () => {
  const gone: string[] = []
  const pushManager = { getSubscription: async () => ({ unsubscribe: async () => gone.push('subscription') }) }
  const registration = { pushManager, getNotifications: async () => [{ close: () => gone.push('alarm') }] }
  const getRegistration = async (scope: string) => (scope === '/releases/push/' ? registration : undefined)
  Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistration }, configurable: true })
  replies = { 'POST /session': { success: true, data: owner }, 'DELETE /session': { success: true, data: null } }
  const { store } = await load()
  await store.getState().signIn('owner', 'secret')
  await store.getState().signOut()
  expect(gone).toEqual(['alarm', 'subscription'])
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('follows sign-in and sign-out in another tab', async () => {
  replies = { 'POST /session': { success: true, data: owner } }
  const { store, followOtherTabs } = await load()
  const stop = followOtherTabs()
  await store.getState().signIn('owner', 'secret')
  localStorage.removeItem(tokenStorageKey)
  window.dispatchEvent(new StorageEvent('storage', { key: tokenStorageKey }))
  expect(store.getState().state).toBe('out')
  localStorage.setItem(tokenStorageKey, 'signed-in')
  window.dispatchEvent(new StorageEvent('storage', { key: tokenStorageKey }))
  expect(store.getState().state).toBe('unknown')
  stop()
})

test('viewing as another account starts a session of that account; other tabs follow it', async () => {
  const view = { as: 'subAccount', viewerUserName: 'owner' }
  const helper = { ...owner, accountId: 'a2', userName: 'helper', mainAccountId: 'a1', view }
  replies = {
    'POST /session': { success: true, data: { ...owner, view: null } },
    'POST /session/view': { success: true, data: helper },
    'DELETE /session/view': { success: true, data: { ...owner, view: null } },
    'GET /session': { success: true, data: helper },
  }
  const { store, followOtherTabs } = await load()
  await store.getState().signIn('owner', 'secret')
  const before = localStorage.getItem(tokenStorageKey)
  await store.getState().lookAs('a2')
  expect(store.getState()).toMatchObject({ session: helper, accessFlags: { isMainAccount: false } })
  const during = localStorage.getItem(tokenStorageKey)
  expect(during).not.toBe(before)
  await store.getState().lookAsOneself()
  expect(store.getState()).toMatchObject({ session: { view: null }, accessFlags: { isMainAccount: true } })
  expect(localStorage.getItem(tokenStorageKey)).toBe(before)

  const stop = followOtherTabs()
  localStorage.setItem(tokenStorageKey, during ?? '')
  window.dispatchEvent(new StorageEvent('storage', { key: tokenStorageKey, oldValue: before, newValue: during }))
  await new Promise<void>((resolve) => {
    const undo = store.subscribe(({ session }) => session?.view && (undo(), resolve()))
  })
  expect(store.getState().session).toMatchObject({ userName: 'helper' })
  stop()
})

test('deletes kept reads at sign-out in any tab and at a change of account', async () => {
  replies = {
    'POST /session': { success: true, data: owner },
    'POST /session/view': { success: true, data: { ...owner, accountId: 'b2', view: { kind: 'subAccount' } } },
    'DELETE /session': { success: true, data: null },
  }
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('kept-reads'))
  const { store, followOtherTabs } = await load()
  const begin = async () => {
    await store.getState().signIn('owner', 'secret')
    localStorage.setItem('kept-reads GET /stations {}', '{}')
    expect(kept()).toEqual(['kept-reads', 'kept-reads GET /stations {}'])
  }
  await begin()
  await store.getState().signIn('owner', 'secret')
  expect(kept()).toHaveLength(2)
  await store.getState().lookAs('b2')
  expect(kept()).toEqual([])
  await begin()
  await store.getState().signOut()
  expect(kept()).toEqual([])
  await begin()
  const stop = followOtherTabs()
  localStorage.removeItem(tokenStorageKey)
  window.dispatchEvent(new StorageEvent('storage', { key: tokenStorageKey }))
  expect(kept()).toEqual([])
  stop()
})
