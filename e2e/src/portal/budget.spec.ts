import { paths, type Station } from '@helioport/contract'
import { indexAndHintEventsPath, indexEventsPath } from '@helioport/contract/beacon'
import type { Release, ReleaseIndexPayload } from '@helioport/contract/release'
import type { CDPSession, Page } from 'playwright/test'
import { portal } from '../support/portal.ts'
import { expect, read, test } from '../support/signed-in.ts'

const kilobyte = 1_000
/** Traffic later than this after the page is complete, in s, does not count as the first visit. */
const restS = 2.5

/**
 * Bodies over the wire, by kind, from the navigation until 2.5 s after the page is complete; only the portal's own
 * files, not its data. `stream`: opened by the page after all its files were requested.
 */
async function bytesOf(
  page: Page,
  stream: string,
  open: () => Promise<void>,
): Promise<{ total: number; byRemote: Map<string, number> }> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const coming = new Map<string, { url: string; headers: number; at: number }>()
  const came: { url: string; bytes: number; at: number }[] = []
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    // This connection to the browser sees no end of worker requests and of beacons on leaving.
    if (type !== 'EventSource' && !/\/api\/|\/releases\/(watchdog|beacons)/.test(request.url))
      coming.set(requestId, { url: request.url, headers: 0, at: timestamp })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const file = coming.get(requestId)
    if (file) file.headers = response.encodedDataLength
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = coming.get(requestId)
    if (!file) return
    coming.delete(requestId)
    came.push({ url: file.url, bytes: Math.max(0, encodedDataLength - file.headers), at: file.at })
  })
  const opened = page.waitForRequest((request) => request.url().endsWith(stream))
  const since = process.hrtime.bigint()
  await open()
  const stoodS = Number(process.hrtime.bigint() - since) / 1e9
  await opened
  const until = Math.min(...[...came, ...coming.values()].map(({ at }) => at)) + stoodS + restS
  await expect.poll(() => [...coming.values()].flatMap(({ url, at }) => (at > until ? [] : [url]))).toEqual([])
  await session.detach()
  const byRemote = new Map<string, number>()
  for (const { url, bytes, at } of came) {
    if (at > until) continue
    const remote = /\/r\/([a-z]+)\//.exec(url)?.[1] ?? 'page'
    byRemote.set(remote, (byRemote.get(remote) ?? 0) + bytes)
  }
  return { total: [...byRemote.values()].reduce((sum, bytes) => sum + bytes, 0), byRemote }
}

const streamOfAll = indexEventsPath
const streamOfAccounts = indexAndHintEventsPath

/**
 * Limits of a first visit, and of a page's own code in a remote, brotli, in KB of 1,000, and requests. Lower them when
 * the portal gets smaller.
 */
const limits = { signIn: 123, stationList: 216, stationCharts: 370, remote: 27, intoDevices: 6 }

test('a first visit of the sign-in page stays within its byte budget', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const { total } = await bytesOf(page, streamOfAll, async () => {
    await page.goto(`${portal().url}/#${paths.login()}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
  console.log(`sign-in page: ${(total / kilobyte).toFixed(1)} KB`)
  expect(total / kilobyte).toBeGreaterThan(50)
  expect(total / kilobyte).toBeLessThan(limits.signIn)
  await context.close()
})

test('a first visit of the station list stays within its byte budget', async ({ page, at }) => {
  const { total, byRemote } = await bytesOf(page, streamOfAccounts, async () => {
    await page.goto(at(paths.stationList()))
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  })
  console.log(
    `station list: ${(total / kilobyte).toFixed(1)} KB, of it station ${((byRemote.get('station') ?? 0) / kilobyte).toFixed(1)}`,
  )
  expect(total / kilobyte).toBeLessThan(limits.stationList)
})

test('a first visit of the charts of a station stays within its byte budget', async ({ page, api, at }) => {
  const [station] = await read<Station[]>(api, '/stations')
  if (!station) throw new Error('there are stations')
  const { total } = await bytesOf(page, streamOfAccounts, async () => {
    await page.goto(at(paths.station('charts', station.memberId, station.id)))
    await expect(page.getByTestId('day-chart').locator('canvas').first()).toBeVisible()
  })
  console.log(`station charts: ${(total / kilobyte).toFixed(1)} KB`)
  expect(total / kilobyte).toBeLessThan(limits.stationCharts)
})

test('the code of every page of every remote stays within its byte budget', async ({ request }) => {
  const signed = (await (await request.get(`${portal().url}/releases/index.json`)).json()) as { payload: string }
  const { remotes } = JSON.parse(signed.payload) as ReleaseIndexPayload
  for (const [name, [release]] of Object.entries(remotes)) {
    const record = await request.get(`${portal().url}/r/${name}/${release?.release}/release.json`)
    const { preload, files: released } = (await record.json()) as Release
    const { always, pages, locales } = preload
    const sizes = Object.entries(pages).map(([page, own]) => {
      const files = new Set([...always, ...own, ...(locales['zh-CN'] ?? [])])
      const bytes = [...files].reduce((sum, file) => sum + (released[file]?.brotliBytes ?? 0), 0)
      expect(bytes, `${name} ${page}`).toBeGreaterThan(0)
      expect(bytes / kilobyte, `${name} ${page}`).toBeLessThan(limits.remote)
      return `${page} ${(bytes / kilobyte).toFixed(1)}`
    })
    expect(sizes.length, name).toBeGreaterThan(0)
    console.log(`mfe-${name}, KB: ${sizes.join(', ')}`)
  }
})

test('entering another area needs few requests once a page has settled', async ({ page, at }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const asked = new Map<string, string>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request.url))
  session.on('Network.requestServedFromCache', ({ requestId }) => asked.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const isKept = response.fromDiskCache === true || response.fromPrefetchCache === true
    if (isKept || /\/releases\//.test(response.url)) asked.delete(requestId)
  })
  await page.goto(at(paths.stationList()))
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  // The last area of the menu is prefetched last.
  const last = await page.getByRole('navigation').first().getByRole('link').last().getAttribute('href')
  const remote = last?.split('/')[1] === 'functionSetting' ? 'functions' : 'account'
  await expect(page.locator(`link[rel="prefetch"][href^="/r/${remote}/"]`).first()).toBeAttached()
  await expect.poll(() => page.evaluate(() => performance.getEntriesByType('resource').filter((entry) => (entry as PerformanceResourceTiming).responseEnd === 0).length)).toBe(0) // prettier-ignore
  asked.clear()
  const devices = page.getByRole('navigation').first().locator('a[href="#/device"]')
  const answered = page.waitForResponse((reply) => reply.url().includes('/devices?'))
  await devices.hover()
  await answered
  console.log(`into the devices: ${[...asked.values()].join(' ')}`)
  expect(asked.size).toBeLessThanOrEqual(limits.intoDevices)

  // Code and data were loaded while the pointer rested: the list does not request its first data again.
  asked.clear()
  await devices.click()
  await expect(page.getByRole('main').locator('a[href^="#/device/detail/"]').first()).toBeVisible()
  expect([...asked.values()].filter((url) => url.includes('/devices?'))).toEqual([])
})
