import { paths } from '@helioport/contract'
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
    // The layout is mirrored, the words are English.
    await expect(html).toHaveAttribute('lang', 'en-US')
    await expect(html).toHaveAttribute('dir', 'rtl')
    const brand = await page.getByRole('banner').getByRole('link').first().boundingBox()
    expect(brand?.x, 'the brand stands on the right').toBeGreaterThan(700)
  }
})
