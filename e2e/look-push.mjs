import { chromium } from 'playwright'
import { argv } from 'node:process'
const [base, user, password, out] = argv.slice(2)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
for (const [locale, theme, width] of [['en-US','light',1440],['zh-CN','dark',390],['he','light',390]]) {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  page.on('console', (m) => { if (m.type() === 'error') console.log(locale, m.text()) })
  await page.addInitScript(([locale, theme]) => localStorage.setItem('preferences', JSON.stringify({ state: { locale, theme }, version: 1 })), [locale, theme])
  await page.goto(base)
  await page.locator('input').nth(0).fill(user)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForTimeout(4000)
  await page.goto(base + '/#/setting/notifications')
  await page.waitForTimeout(6000)
  if (locale === 'en-US') { const b = page.getByRole('button', { name: 'Send me one now' }); if (await b.count()) await b.click(); await page.waitForTimeout(4000); await page.getByRole('button', { name: 'Refresh' }).click(); await page.waitForTimeout(1500) }
  await page.screenshot({ path: `${out}/${locale}.png`, fullPage: true })
  console.log(locale, await page.evaluate(() => document.documentElement.scrollWidth), await page.evaluate(() => document.body.innerText.length))
  await context.close()
}
await browser.close()
