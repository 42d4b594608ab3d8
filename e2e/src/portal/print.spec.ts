import type { Page } from 'playwright/test'
import { type Alarm, apiBasePath, type Device, paths, type Station } from '@helioport/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { prefer } from '../support/preferences.ts'
import { expect, read, test } from '../support/signed-in.ts'

const isMirrored = (name: string) => /\p{Script=Hebrew}/u.test(name)

/** Text of the printed sheets, without white space. */
async function onPaper(page: Page): Promise<{ sheets: number; said: string }> {
  const pdf = await page.pdf({ preferCSSPageSize: true, format: 'A4', printBackground: true })
  const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return { sheets: totalPages, said: squeezed(text) }
}
// A Chinese font encodes some characters as look-alike radicals.
const squeezed = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '').replaceAll('戶', '户')

/** The screen theme is dark; the print must be light nevertheless. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const stored = JSON.parse(localStorage.getItem('preferences') ?? '{"state":{},"version":1}') as { state: object }
    localStorage.setItem('preferences', JSON.stringify({ ...stored, state: { ...stored.state, theme: 'dark' } }))
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
})

async function print(page: Page, label = '打印'): Promise<void> {
  await page.getByRole('button', { name: label }).first().click()
  await expect(page.locator('html[data-printed]')).toBeAttached()
}

/** Expects the text colour of the light theme: nearly black. */
async function expectLight(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  const brightest = () =>
    page.evaluate(() => {
      const { color } = getComputedStyle(document.querySelector('main') ?? document.body)
      return Math.max(...(color.match(/\d+/g) ?? ['255']).slice(0, 3).map(Number))
    })
  await expect.poll(brightest).toBeLessThan(80)
}

test('the list of stations is printed with all stations, in light colours', async ({ page, api, at }) => {
  const stations = await read<Station[]>(api, '/stations?pageSize=200')
  await page.goto(at(paths.stationList()))
  await expect(page.getByText(stations[0]?.name ?? '').first()).toBeVisible()
  await print(page)
  const { said } = await onPaper(page)
  // Right-to-left names are extracted in another order.
  for (const { name } of stations.filter((station) => !isMirrored(station.name))) expect(said).toContain(squeezed(name))
  await expectLight(page)
})

test('a right-to-left list is printed to its far end', async ({ page, api, at }) => {
  const stations = await read<Station[]>(api, '/stations?pageSize=200')
  await prefer(page, { locale: 'he', theme: 'dark' })
  await page.goto(at(paths.stationList()))
  await expect(page.getByText(stations[0]?.name ?? '').first()).toBeVisible()
  await print(page, 'Print')
  const { said } = await onPaper(page)
  // The page count is printed; the dash is extracted as a look-alike.
  expect(said).toMatch(new RegExp(`1.${stations.length}of${stations.length}`))
})

test('alarms are printed with all rows of the filter, not only those of the page', async ({ page, api, at }) => {
  const reply = await api.get(`${apiBasePath}/alarms?lowLight=true&pageSize=200`)
  const { data, total } = (await reply.json()) as { data: Alarm[]; total: number }
  test.skip(total <= 10, '(skipped: all alarms stand on one page)')
  await page.goto(at(`${paths.record()}?state=all&light=only`))
  await expect(page.getByRole('row')).toHaveCount(11)
  await print(page)
  await expect(page.getByRole('row')).toHaveCount(total + 1)
  const { said, sheets } = await onPaper(page)
  expect(sheets).toBeGreaterThan(1)
  expect(said.split('A5').length + said.split('A2').length).toBeGreaterThan(Math.min(total, 11))
  expect(said).toContain(squeezed(data.at(-1)?.deviceName ?? ''))
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.getByRole('row')).toHaveCount(11)
})

test('dashboard and device are printed completely and in light colours', async ({ page, api, at }) => {
  // A device with data today, and with a name whose order is preserved in a PDF's text.
  const device = (await read<Device[]>(api, '/devices?pageSize=200')).find(
    (one) => one.energyTodayKwh && !isMirrored(one.name),
  )
  if (!device) throw new Error('there are devices that have generated today')
  const { memberId, id, name, serial } = device
  await page.goto(at(paths.device('charts', memberId, id)))
  await expect(page.getByRole('heading', { name: '机内温度' })).toBeVisible()
  await print(page)
  const ofDevice = await onPaper(page)
  for (const part of [name, serial, '机内温度', '参数对照']) expect(ofDevice.said).toContain(squeezed(part))
  await expectLight(page)
  await page.emulateMedia({ media: null })

  await page.goto(at(paths.dashboard()))
  const last = page.getByRole('main').getByRole('heading').last()
  await expect(page.getByTestId('changes')).toBeVisible()
  await page.evaluate(() => document.documentElement.removeAttribute('data-printed'))
  await print(page)
  const { said, sheets } = await onPaper(page)
  expect(sheets).toBeGreaterThan(1)
  expect(said).toContain(squeezed((await last.textContent()) ?? ''))
  await expectLight(page)
})

test('the wall display is printed with every plant, in light colours', async ({ page, api, at }) => {
  const stations = await read<Station[]>(api, '/stations?pageSize=200')
  await page.goto(at(paths.screen()))
  await expect(page.locator('[data-plant]').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-plant]')).toHaveCount(stations.length)
  const { said } = await onPaper(page)
  for (const { name } of stations.filter((station) => !isMirrored(station.name))) expect(said).toContain(squeezed(name))
  await expectLight(page)
})

test('the browser’s own print has every chart, even those out of view', async ({ page, api, at }) => {
  const device = (await read<Device[]>(api, '/devices?pageSize=200')).find(
    (one) => one.energyTodayKwh && !isMirrored(one.name),
  )
  if (!device) throw new Error('there are devices that have generated today')
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto(at(paths.device('charts', device.memberId, device.id)))
  const charts = page.locator('[data-chart] [data-points]:not([data-points="0"])')
  await expect(page.locator('[data-drawn="true"]').first()).toBeAttached()
  await expect.poll(() => charts.count()).toBeGreaterThan(2)
  await expect(page.locator('[data-drawn="false"]:not([data-points="0"])').first()).toBeAttached()
  const wanted = await charts.count()
  const { said, sheets } = await onPaper(page)
  expect(sheets).toBeGreaterThan(0)
  // Each chart has the hours of the day below it, as extractable text.
  expect(said.split('12:00').length - 1).toBeGreaterThanOrEqual(wanted)
  // On the screen the page is dark again, and drawn as before.
  await expect(page.locator('[data-drawn="true"] canvas').first()).toBeVisible()
  await expect(page.locator('html[data-paper]')).not.toBeAttached()
})
