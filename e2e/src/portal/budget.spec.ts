import { paths, type Station } from '@helioport/contract'
import { indexAndHintEventsPath, indexEventsPath } from '@helioport/contract/beacon'
import type { Release, ReleaseIndexPayload } from '@helioport/contract/release'
import type { CDPSession, Page } from 'playwright/test'
import { portal } from '../support/portal.ts'
import { expect, read, test } from '../support/signed-in.ts'

const kilobyte = 1024

/**
 * Bytes as they came over the wire, headers aside, by kind; only what the portal's own files weigh, not its data. All of
 * a first visit: what follows the page after some seconds is waited for by the `stream` that it opens at last.
 */
async function bytesOf(
  page: Page,
  stream: string,
  open: () => Promise<void>,
): Promise<{ total: number; byRemote: Map<string, number> }> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const coming = new Map<string, { url: string; headers: number }>()
  const byRemote = new Map<string, number>()
  let total = 0
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type !== 'EventSource' && !request.url.includes('/api/'))
      coming.set(requestId, { url: request.url, headers: 0 })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const file = coming.get(requestId)
    if (file) file.headers = response.encodedDataLength
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = coming.get(requestId)
    if (!file) return
    coming.delete(requestId)
    const bytes = Math.max(0, encodedDataLength - file.headers)
    total += bytes
    const remote = /\/r\/([a-z]+)\//.exec(file.url)?.[1] ?? 'page'
    byRemote.set(remote, (byRemote.get(remote) ?? 0) + bytes)
  })
  await Promise.all([page.waitForRequest((request) => request.url().endsWith(stream)), open()])
  await expect.poll(() => [...coming.values()].map(({ url }) => url)).toEqual([])
  await session.detach()
  return { total, byRemote }
}

const streamOfAll = indexEventsPath
const streamOfAccounts = indexAndHintEventsPath

/** Limits of what a first visit loads, and of a page's own code in a remote, brotli, in KB. Lower them as the portal gets under. */
const limits = { signIn: 218, stationList: 263, stationCharts: 448, remote: 45 }

test('a first visit of the sign-in page stays within its bytes', async ({ browser }) => {
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

test('a first visit of the station list stays within its bytes', async ({ page, at }) => {
  const { total, byRemote } = await bytesOf(page, streamOfAccounts, async () => {
    await page.goto(at(paths.stationList()))
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  })
  console.log(
    `station list: ${(total / kilobyte).toFixed(1)} KB, of it station ${((byRemote.get('station') ?? 0) / kilobyte).toFixed(1)}`,
  )
  expect(total / kilobyte).toBeLessThan(limits.stationList)
})

test('a first visit of the charts of a station stays within its bytes', async ({ page, api, at }) => {
  const [station] = await read<Station[]>(api, '/stations')
  if (!station) throw new Error('there are stations')
  const { total } = await bytesOf(page, streamOfAccounts, async () => {
    await page.goto(at(paths.station('charts', station.memberId, station.id)))
    await expect(page.getByTestId('day-chart').locator('canvas').first()).toBeVisible()
  })
  console.log(`station charts: ${(total / kilobyte).toFixed(1)} KB`)
  expect(total / kilobyte).toBeLessThan(limits.stationCharts)
})

test('the own code of every page of every remote stays within its bytes', async ({ request }) => {
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
