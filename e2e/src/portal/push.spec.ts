import { createECDH, randomBytes } from 'node:crypto'
import { apiBasePath, paths, type PushDevice, pushWorkerPath, tokenStorageKey } from '@helioport/contract'
import type { Page } from 'playwright/test'
import { createAccount } from '../support/account.ts'
import { portal } from '../support/portal.ts'
import { apiOf, expect, prove, read, test } from '../support/signed-in.ts'

const run = Date.now().toString(36)
const page = paths.setting('notifications')

/**
 * Automated browsers have no push service: only its answer is simulated, with keys that the browser creates. Worker,
 * permission, page and portal are real.
 */
const standInForPushService = (endpoint: string) => {
  const toText = (bytes: ArrayBuffer) =>
    btoa(String.fromCodePoint(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  let held: object | null = null
  const subscribe = async (options: { applicationServerKey: Uint8Array; userVisibleOnly: boolean }) => {
    if (options.applicationServerKey.length !== 65 || !options.userVisibleOnly) throw new Error('no key of a portal')
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const p256dh = toText(await crypto.subtle.exportKey('raw', pair.publicKey))
    const auth = toText(crypto.getRandomValues(new Uint8Array(16)).buffer)
    const unsubscribe = async () => {
      held = null
      return true
    }
    held = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys: { p256dh, auth } }) }
    return held
  }
  Object.defineProperty(PushManager.prototype, 'subscribe', { value: subscribe })
  Object.defineProperty(PushManager.prototype, 'getSubscription', { value: async () => held })
}

const turnOn = (on: Page) => on.getByRole('button', { name: '在此设备上显示告警' })

test('a person enables alarms in this browser, which shows pushed messages, and disables them again', async ({
  browser,
}) => {
  const account = await createAccount(`pushed-${run}`)
  const api = await apiOf(account)
  const context = await browser.newContext({
    baseURL: portal().url,
    locale: 'zh-CN',
    storageState: await api.storageState(),
  })
  // The proof changes the session's token, so these requests use the browser's cookies.
  const devices = () => read<PushDevice[]>(context.request, '/push-devices')
  await context.grantPermissions(['notifications'], { origin: portal().url })
  await context.addInitScript(standInForPushService, `https://push.example/${run}`)
  const tab = await context.newPage()
  const refused: string[] = []
  tab.on('console', (line) => /Content Security|TrustedScript/.test(line.text()) && refused.push(line.text()))
  await tab.goto(`${portal().url}/#${page}`)
  await tab.evaluate((key) => localStorage.setItem(key, '1'), tokenStorageKey)
  await tab.reload()
  test.skip(await tab.evaluate(() => Notification.permission === 'denied'), 'this browser shows no notifications')

  await turnOn(tab).click()
  const proof = tab.getByRole('dialog', { name: '请确认是您本人' })
  await proof.getByLabel('密码', { exact: true }).fill(account.password)
  await proof.getByRole('button', { name: '确定' }).click()
  const device = tab.getByRole('list', { name: '设备推送告警' }).getByRole('listitem')
  await expect(device).toContainText('此设备')
  await expect(turnOn(tab)).toHaveCount(0)
  expect(await devices()).toHaveLength(1)
  expect(refused).toEqual([])

  // The worker's scope is its own folder: it controls no page, so it intercepts no requests of pages.
  const scopes = await tab.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  )
  expect(scopes).toEqual([`${portal().url}${pushWorkerPath.replace('worker.js', '')}`])
  expect(await tab.evaluate(() => navigator.serviceWorker.controller)).toBeNull()

  const protocol = await context.newCDPSession(tab)
  const registrations: string[] = []
  protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: all }) =>
    registrations.push(...all.map(({ registrationId }) => registrationId)),
  )
  await protocol.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  const note = { title: 'P: F1', body: 'since', url: '/#/record?alarm=1', tag: 'one', lang: 'en-US', dir: 'ltr' }
  for (const title of ['P: F1', 'Over: P: F1'])
    await protocol.send('ServiceWorker.deliverPushMessage', {
      origin: portal().url,
      registrationId: registrations[0] ?? '',
      data: JSON.stringify({ ...note, title }),
    })
  const shown = () =>
    tab.evaluate(async (scope) => {
      const registration = await navigator.serviceWorker.getRegistration(scope)
      return ((await registration?.getNotifications()) ?? []).map(({ title, body, data }) => [title, body, data])
    }, pushWorkerPath)
  // The "over" notification replaces the alarm's notification.
  await expect.poll(shown).toEqual([['Over: P: F1', 'since', '/#/record?alarm=1']])

  await device.getByRole('button', { name: '移除' }).click()
  await expect(turnOn(tab)).toBeVisible()
  expect(await devices()).toEqual([])
  await context.close()
  await api.dispose()
})

test('signing out everywhere else removes the push subscriptions of other browsers', async ({ browser }) => {
  const account = await createAccount(`left-${run}`)
  const [api, elsewhere] = [await apiOf(account), await apiOf(account)]
  await prove(elsewhere, account)
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  const data = { endpoint: `https://push.example/left-${run}`, p256dh, auth: randomBytes(16).toString('base64url') }
  expect((await elsewhere.post(`${apiBasePath}/push-devices`, { data })).status()).toBe(200)
  const context = await browser.newContext({ storageState: await api.storageState() })
  await context.addInitScript((key) => localStorage.setItem(key, '1'), tokenStorageKey)
  const tab = await context.newPage()
  await tab.goto(`${portal().url}/#${paths.setting('security')}`)
  await tab.getByRole('button', { name: '退出其他所有登录' }).click()
  await expect(tab.getByText('也不再向其他浏览器推送告警')).toBeVisible()
  expect(await read<PushDevice[]>(api, '/push-devices')).toEqual([])
  expect((await elsewhere.get(`${apiBasePath}/session`)).status()).toBe(401)
  await context.close()
  await Promise.all([api.dispose(), elsewhere.dispose()])
})

test('a browser that blocks or lacks notifications says so', async ({ context, page: tab, at }) => {
  // Permissions that are not granted are denied.
  await context.grantPermissions(['geolocation'], { origin: portal().url })
  await tab.goto(at(page))
  await expect(tab.getByText('您已在浏览器中禁止本平台的通知')).toBeVisible()
  await expect(turnOn(tab)).toHaveCount(0)
  await tab.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'))
  await tab.reload()
  await expect(tab.getByText('此浏览器无法显示平台消息')).toBeVisible()
})
