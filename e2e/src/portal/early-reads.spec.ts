import { apiBasePath, paths, type Station } from '@helioport/contract'
import type { Page } from 'playwright/test'
import { expect, read, test } from '../support/signed-in.ts'

/** Requests of the service's data, as paths below the API's, in the order of sending. */
function readsOf(page: Page): string[] {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (
      request.method() === 'GET' &&
      pathname.startsWith(`${apiBasePath}/`) &&
      request.resourceType() !== 'eventsource'
    )
      reads.push(pathname.slice(apiBasePath.length) + search)
  })
  return reads
}

/** Holds the code of a part back until all these reads were sent. */
async function holdCode(page: Page, sent: readonly string[], reads: readonly string[], part = 'shell'): Promise<void> {
  await page.route(`**/r/${part}/**/*.js`, async (route) => {
    await expect.poll(() => sent.filter((one) => !reads.includes(one))).toEqual([])
    await route.continue()
  })
}

const countOf = (reads: readonly string[], path: string) => reads.filter((one) => one === path).length

test('the first data of the station list are requested before the code has arrived, and once', async ({ page, at }) => {
  const first = ['/session', '/stations/summary', '/stations?attention=true&page=1&pageSize=1', '/stations?page=1&pageSize=10&sort=sortNumber'] // prettier-ignore
  const reads = readsOf(page)
  await holdCode(page, first, reads)
  await page.goto(at(paths.stationList()))
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  expect(first.map((path) => [path, countOf(reads, path)])).toEqual(first.map((path) => [path, 1]))
})

test('the data of a station are requested before the code has arrived, and once', async ({ page, api, at }) => {
  const [station] = await read<Station[]>(api, '/stations')
  if (!station) throw new Error('there are stations')
  const path = `/stations/${station.id}`
  const reads = readsOf(page)
  await holdCode(page, ['/session', path], reads)
  await page.goto(at(paths.station('charts', station.memberId, station.id)))
  await expect(page.getByRole('heading', { level: 1, name: station.name })).toBeVisible()
  expect(countOf(reads, path)).toBe(1)
})

test('the data of a link under the pointer are requested before the code of its area has arrived, and once', async ({
  page,
  at,
}) => {
  const path = '/devices?page=1&pageSize=10'
  const reads = readsOf(page)
  await holdCode(page, [path], reads, 'device')
  await page.goto(at(paths.stationList()))
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  const link = page.getByRole('navigation').first().locator('a[href="#/device"]')
  await link.hover()
  await expect.poll(() => countOf(reads, path)).toBe(1)
  await link.click()
  await expect(page.getByRole('main').locator('a[href^="#/device/detail/"]').first()).toBeVisible()
  expect(countOf(reads, path)).toBe(1)
})

test('before the code has arrived, nothing is requested of a list with a filter, and nothing for a person who is not signed in', async ({
  page,
  browser,
  at,
}) => {
  const reads = readsOf(page)
  await holdCode(page, ['/session'], reads)
  await page.goto(`${at(paths.stationList())}?status=offline`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  expect(countOf(reads, '/session')).toBe(1)
  expect(reads.filter((one) => one.startsWith('/stations?page'))).toEqual(['/stations?page=1&pageSize=10&sort=sortNumber&status=offline']) // prettier-ignore

  const context = await browser.newContext()
  const outside = await context.newPage()
  const before = readsOf(outside)
  await outside.goto(at(paths.stationList()), { waitUntil: 'commit' })
  await expect(outside.locator('input[type="password"]').first()).toBeVisible()
  expect(before.filter((one) => /^\/(session$|stations)/.test(one))).toEqual([])
  await context.close()
})
