import { type Alarm, apiBasePath, type OwnMail, paths } from '@helioport/contract'
import type { APIRequestContext, Page } from 'playwright/test'
import { createAccount } from '../support/account.ts'
import { readMail, shownHtml } from '../support/mail-file.ts'
import { messageOf } from '../support/outbox.ts'
import { pngFile } from '../support/picture-file.ts'
import { portal } from '../support/portal.ts'
import { prefer } from '../support/preferences.ts'
import { apiOf, expect, read, test } from '../support/signed-in.ts'

const run = Date.now().toString(36)
const phone = { width: 390, height: 844 }

/** Sets the language of the account's mails. */
async function chooseLanguage(api: APIRequestContext, locale: string) {
  const chosen = await read<object>(api, '/account/notifications')
  const choice = await api.put(`${apiBasePath}/account/notifications`, { data: { ...chosen, locale } })
  expect(choice.status(), await choice.text()).toBe(200)
}

/** Sends a mail to the own account and returns it parsed. */
async function received(api: APIRequestContext, kind: 'report' | 'service', locale: string) {
  await chooseLanguage(api, locale)
  const sent = await api.post(`${apiBasePath}/account/mails`, { data: { kind }, timeout: 60_000 })
  expect(sent.status(), await sent.text()).toBe(200)
  return readMail(await messageOf(((await sent.json()) as { data: OwnMail }).data.id))
}

/** Layout faults of a page on a phone: text beyond its edges, broken pictures. */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = []
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > width)
      faults.push(`it is ${document.documentElement.scrollWidth} px wide`)
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, right, width: length } of range.getClientRects())
        if (length > 0 && (left < 0 || right > width)) faults.push(`“${node.textContent}” ends at ${left} and ${right}`)
    }
    for (const { alt, naturalWidth } of document.images) if (naturalWidth === 0) faults.push(`no picture: ${alt}`)
    return faults
  })

/** Number of colours in a screenshot of the page: an empty page has few. */
async function coloursOf(page: Page): Promise<number> {
  const shot = (await page.screenshot({ fullPage: true })).toString('base64')
  return page.evaluate(async (bytes) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${bytes}`)).blob())
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    canvas?.drawImage(picture, 0, 0)
    const { data = [] } = canvas?.getImageData(0, 0, picture.width, picture.height) ?? {}
    const seen = new Set<number>()
    for (let at = 0; at < data.length; at += 4)
      seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0))
    return seen.size
  }, shot)
}

for (const [locale, lang, dir] of [
  ['en-US', 'en-US', 'ltr'],
  ['zh-CN', 'zh-CN', 'ltr'],
  ['he', 'en-US', 'rtl'],
] as const)
  test(`a report in ${locale} fits a phone and shows its pictures`, async ({ api, browser }) => {
    const mail = await received(api, 'report', locale)
    const page = await browser.newPage({ viewport: phone })
    await page.setContent(shownHtml(mail))
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await expect(page.locator('html')).toHaveAttribute('dir', dir)
    expect(mail.pictures.size).toBeGreaterThan(1)
    expect(mail.html).not.toMatch(/<script|src="http/)
    expect(await faultsOf(page)).toEqual([])
    expect(await coloursOf(page)).toBeGreaterThan(50)
    await page.close()
  })

test('a mail shows the logo of its account, or else the name of the portal', async ({ browser }) => {
  const api = await apiOf(await createAccount(`with-logo-${run}`))
  const page = await browser.newPage({ viewport: phone })
  const plain = await received(api, 'service', 'en-US')
  expect([plain.pictures.has('logo'), plain.html.includes('>Helioport</span>')]).toEqual([false, true])
  const headers = { 'content-type': 'image/png' }
  const saved = await api.put(`${apiBasePath}/account/logo`, { data: pngFile(300, 100), headers })
  expect(saved.status(), await saved.text()).toBe(200)
  const signed = await received(api, 'service', 'en-US')
  await page.setContent(shownHtml(signed))
  const logo = page.locator('img').first()
  await expect(logo).toHaveJSProperty('naturalHeight', 80)
  expect(await logo.boundingBox()).toMatchObject({ height: 40 })
  expect(await faultsOf(page)).toEqual([])
  await page.close()
  await api.dispose()
})

test.describe('a link in a mail is followed after the sign-in', () => {
  const openSignedOut = async (page: Page, path: string) => {
    await page.goto(`${portal().url}/#${path}`)
    await page.getByLabel('账户').fill(portal().owner.userName)
    await page.getByLabel('密码', { exact: true }).fill(portal().owner.password)
    await page.getByRole('button', { name: '登录', exact: true }).click()
  }

  test('a link to an alarm opens that alarm', async ({ api, browser }) => {
    const [alarm] = await read<Alarm[]>(api, '/alarms?pageSize=1')
    test.skip(!alarm, 'no virtual plant has had an alarm')
    const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
    await openSignedOut(page, paths.alarm(alarm?.id ?? ''))
    await expect(page).toHaveURL(new RegExp(`/record\\?alarm=${alarm?.id}$`))
    await expect(page.getByRole('dialog')).toContainText(alarm?.code ?? '')
    await page.context().close()
  })

  test('the link at the end of a mail opens the choice of mails', async ({ api, browser }) => {
    const { html } = await received(api, 'service', 'zh-CN')
    expect(html).toContain(`/#${paths.setting('notifications')}"`)
    const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
    await openSignedOut(page, paths.setting('notifications'))
    await expect(page.getByRole('switch', { name: '每日发电报告' })).toBeVisible()
    await page.context().close()
  })
})

test('the page previews each mail with the account’s stations, sends one, and shows its delivery', async ({
  page,
  api,
  at,
}) => {
  const [station] = await read<{ name: string }[]>(api, '/stations?pageSize=1')
  await chooseLanguage(api, 'en-US')
  await prefer(page, { locale: 'en-US', theme: 'light' })
  await page.goto(at(paths.setting('notifications')))
  await expect(
    page
      .frameLocator('iframe')
      .getByText(station?.name ?? '', { exact: false })
      .first(),
  ).toBeVisible()
  const kind = page.getByRole('combobox', { name: 'Kind of mail' })
  await kind.selectOption('service')
  await expect(
    page
      .frameLocator('iframe')
      .getByText(/\d+ of \d+ inverters report/)
      .first(),
  ).toBeVisible()
  const sent = page.getByRole('list', { name: 'Sent to you' })
  const before = await read<OwnMail[]>(api, '/account/mails?pageSize=1')
  await page.getByRole('button', { name: 'Send me one now' }).click()
  // Without a click: the queued mail's state updates by itself.
  await expect(sent.getByRole('listitem').first()).toContainText(/Your plants on/)
  await expect(sent.getByRole('listitem').first()).toContainText(/Not sent out|Delivered/)
  expect((await read<OwnMail[]>(api, '/account/mails?pageSize=1'))[0]?.id).not.toBe(before[0]?.id)
})
