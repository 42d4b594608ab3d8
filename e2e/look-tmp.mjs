import { chromium } from 'playwright'
const [,, w='1440', theme='light', locale='en-US', setting='powerLimit', out='/tmp/control/a.png'] = process.argv
import { readFileSync } from 'node:fs'
const log = readFileSync('/tmp/control/start.log','utf8')
const url = 'http://127.0.0.1:8430'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
const p = await b.newPage({ viewport: { width: Number(w), height: 1100 } })
p.on('pageerror', e => console.log('ERR', e.message))
await p.addInitScript(`localStorage.setItem('preferences', JSON.stringify({state:{locale:'${locale}',theme:'${theme}'},version:1}))`)
await p.goto(url)
await p.waitForTimeout(4000)
const inputs = p.locator('input')
await inputs.nth(0).fill(process.env.U); await inputs.nth(1).fill(process.env.P)
await p.keyboard.press('Enter')
await p.waitForTimeout(5000)
if (setting.startsWith('#')) await p.goto(url + '/' + setting)
else await p.goto(url + '/#/functionSetting?setting=' + setting)
await p.waitForTimeout(6000)
if (!setting.startsWith('#')) {
  const boxes = p.locator('tbody input[type=checkbox]:not([disabled]), li input[type=checkbox]:not([disabled])')
  console.log('boxes', await boxes.count())
  if (await boxes.count()) await boxes.first().click()
  if (setting === 'powerLimit') { await p.locator('input[name=amount]').fill('60') }
  if (setting === 'fixedReactive') { await p.locator('input[name=amount]').fill('-30') }
  await p.waitForTimeout(2500)
}
await p.screenshot({ path: out, fullPage: true })
await b.close()
