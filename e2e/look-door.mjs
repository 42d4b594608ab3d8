import { chromium } from 'playwright'
const [,, base, user, pass, out, ...paths] = process.argv
const opts = JSON.parse(process.env.LOOK ?? '{}')
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
const context = await browser.newContext({ viewport: { width: opts.width ?? 1440, height: opts.height ?? 900 }, ...(opts.browserLocale && {locale: opts.browserLocale}) })
await context.addInitScript((o) => localStorage.setItem('preferences', JSON.stringify({ state: { locale: o.locale ?? 'en-US', theme: o.theme ?? 'light' }, version: 1 })), opts)
const page = await context.newPage()
page.on('pageerror', (e) => console.log('pageerror', e.message))
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text().slice(0, 200)))
await page.goto(base + '/#/login/index')
await page.locator('input[autocomplete=username]').fill(user)
await page.locator('input[type=password]').fill(pass)
await page.locator('form button[type=submit]').click()
await page.waitForURL(/station/)
let n = 0
for (const p of paths) {
  if (p.startsWith('click:')) await page.getByRole('button', { name: p.slice(6), exact: true }).first().click()
  else if (p.startsWith('text:')) await page.getByText(p.slice(5)).first().click()
  else if (p.startsWith('eval:')) { console.log(JSON.stringify(await page.evaluate(p.slice(5)))); continue }
  else await page.goto(base + '/#' + p)
  await page.waitForTimeout(2500)
  await page.screenshot({ path: `${out}-${n++}.png`, fullPage: true })
}
await browser.close()
