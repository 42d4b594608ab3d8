import { paths } from '@helioport/contract'
import type { Page } from 'playwright/test'
import { prefer } from '../support/preferences.ts'
import { expect, test } from '../support/signed-in.ts'

test('the language is kept, and right-to-left languages mirror the page', async ({ page, at }) => {
  await page.goto(at(paths.stationList()))
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', 'zh-CN')
  await expect(html).toHaveAttribute('dir', 'ltr')
  const choose = async (name: RegExp) => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /语言|語言|Language|Idioma/ })
      .click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  for (const [name, lang, heading] of [
    [/English/, 'en-US', 'Stations'],
    [/繁體/, 'zh-TW', '電站'],
    [/Portugu/, 'pt-BR', 'Usinas'],
  ] as const) {
    await choose(name)
    await expect(html).toHaveAttribute('lang', lang)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
  await page.reload()
  await expect(html).toHaveAttribute('lang', 'pt-BR')
  for (const name of [/עברית/, /العربية/, /فارسی/, /کوردی|Kurd/]) {
    await choose(name)
    // The layout is mirrored, the texts are English.
    await expect(html).toHaveAttribute('lang', 'en-US')
    await expect(html).toHaveAttribute('dir', 'rtl')
    const brand = await page.getByRole('banner').getByRole('link').first().boundingBox()
    expect(brand?.x, 'the brand stands on the right').toBeGreaterThan(700)
  }
})

/** Elements that overflow: the page itself, or a button whose text does not fit. */
const overflowing = () => {
  const root = document.documentElement
  const wide = [...document.querySelectorAll('main button, main a, main th')].filter((each) => {
    const { overflowX, textOverflow } = getComputedStyle(each)
    return each.scrollWidth > each.clientWidth + 1 && overflowX !== 'visible' && textOverflow !== 'ellipsis'
  })
  return [...(root.scrollWidth > root.clientWidth ? ['the page'] : []), ...wide.map(({ textContent }) => textContent)]
}

/** Fills all cost fields of each alarm: lost energy, and the share of daylight for which it is known. */
async function withCosts(page: Page): Promise<void> {
  await page.route(/\/api\/web\/v1\/alarms\?/, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: object[] }
    const data = reply.data.map((alarm) => ({ ...alarm, lostEnergyKwh: 1234.5, lossShare: 0.5 }))
    await route.fulfill({ response, json: { ...reply, data } })
  })
}

test('texts twice as long fit the layout, and every heading is translatable', async ({ page, at }) => {
  await withCosts(page)
  await prefer(page, { locale: 'en-XA', theme: 'light' })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of [
      paths.stationList(),
      paths.deviceList(),
      `${paths.record('alarms')}?state=all&light=with`,
      paths.account(),
      paths.setting('basic'),
      paths.setting('display'),
      paths.setting('notifications'),
    ]) {
      await page.goto(at(path))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[.*·\]$/)
      await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
      if (path.includes('light=')) await expect(page.locator('main [data-value="1234.5"]').first()).toBeVisible()
      expect([path, width, ...(await page.evaluate(overflowing))]).toEqual([path, width])
    }
  }
  // A reply that is still being filled would fail once the page is closed.
  await page.unrouteAll({ behavior: 'wait' })
})

test('a first visit is in Chinese and offers the language of the browser; others can be searched', async ({
  browser,
  at,
}) => {
  const context = await browser.newContext({ locale: 'de-DE', storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto(at(paths.login()))
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', 'zh-CN')
  const offer = page.getByRole('complementary', { name: 'Language of this page' })
  await expect(offer).toContainText('Deutsch')
  await offer.getByRole('button', { name: 'Read in Deutsch' }).click()
  // English texts, German number formats.
  await expect(html).toHaveAttribute('lang', 'en-US')
  await expect(offer).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('preferences'))).toContain('"locale":"de-DE"')
  await page.getByRole('button', { name: /^Language/ }).click()
  await page.getByRole('menuitem', { name: 'More languages' }).click()
  await page.getByRole('searchbox').fill('Sprog')
  await page.getByRole('dialog').getByRole('button', { name: /Dansk/ }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('preferences'))).toContain('"locale":"da-DK"')
  await context.close()
})
