import { paths, type Station } from '@helioport/contract'
import { addDays, dayAt } from '@helioport/time/node'
import type { Page } from 'playwright/test'
import { expect, read, test } from '../support/signed-in.ts'

/** URLs of the polyfill's files that the page requests from now on. */
function polyfillsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/temporal\.[^/]*js$/.test(request.url())) asked.push(request.url())
  })
  return asked
}

/**
 * Opens yesterday's curves of a station, then those of a device in another remote; both use local days of the plant.
 */
async function openDays(page: Page, station: Station, at: (path: string) => string): Promise<void> {
  const yesterday = addDays(dayAt(Date.now(), station.timeZone), -1)
  await page.goto(at(`${paths.station('charts', station.memberId, station.id)}?date=${yesterday}`))
  await expect(page.locator(`[data-day-shown="${yesterday}"]`)).toBeVisible()
  await expect(page.getByTestId('day-chart').locator('canvas').first()).toBeVisible()
  await page.evaluate((hash) => (location.hash = hash), '#/device/detail')
  await expect(page.locator('[data-day-shown]').first()).toBeVisible()
}

const hasTemporal = (page: Page) => page.evaluate(() => 'Temporal' in globalThis)

test('a browser with Temporal loads no polyfill', async ({ page, api, at }) => {
  const [station] = await read<Station[]>(api, '/stations')
  if (!station) throw new Error('there are stations')
  const asked = polyfillsOf(page)
  await openDays(page, station, at)
  expect(await hasTemporal(page)).toBe(true)
  expect(asked).toEqual([])
})

test('a browser without Temporal loads the polyfill once, and shows the same days', async ({ page, api, at }) => {
  const [station] = await read<Station[]>(api, '/stations')
  if (!station) throw new Error('there are stations')
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'))
  const asked = polyfillsOf(page)
  await openDays(page, station, at)
  expect(await hasTemporal(page)).toBe(true)
  expect(asked).toHaveLength(1)
})
