import { apiBasePath, paths, type Station } from '@helioport/contract'
import type { Page } from 'playwright/test'
import { createAccount } from '../support/account.ts'
import { runCommand, startInverter } from '../support/inverter.ts'
import { post } from '../support/own-plant.ts'
import { portal } from '../support/portal.ts'
import { expect, read, test } from '../support/signed-in.ts'
import { button, field, fillBasics, inEnglish } from '../support/station-form.ts'

test.use({ locale: 'en-US' })
test.beforeEach(({ context }) => inEnglish(context))

const mark = Date.now().toString(36).toUpperCase()

const writesOf = (page: Page) => {
  const writes: string[] = []
  page.on('request', (request) => {
    const [, path] = request.url().split(apiBasePath)
    if (path !== undefined && request.method() !== 'GET') writes.push(`${request.method()} ${path}`)
  })
  return writes
}

for (const [kept, description] of [
  ['as it is', 'Made by a test'],
  ['changed', 'Changed by a test'],
] as const) {
  test(`a form whose reply is lost and that is sent again ${kept} adds one station`, async ({ page, api, at }) => {
    const wanted = `Lost ${mark} ${kept}`
    await page.goto(at(paths.stationAdd()))
    await field(page, 'Name').fill(wanted)
    await fillBasics(page, '2020-01-01')
    await field(page, 'Case number of the power company').fill('TPC-1')
    await field(page, 'Per kWh').fill('1')
    await expect(page.getByText('Asia/Taipei')).toBeVisible()
    await page.route(
      `**${apiBasePath}/stations/form`,
      async (route) => {
        expect((await route.fetch()).status()).toBe(200)
        await route.abort()
      },
      { times: 1 },
    )
    const writes = writesOf(page)
    await button(page, 'Add station').click()
    await expect(page.getByText(/^It is not certain that all of it was saved/)).toBeVisible()
    expect(writes).toEqual(['POST /stations/form'])

    // The unconfirmed form survives a reload.
    await page.reload()
    await button(page, 'Go on with it').click()
    await field(page, 'Description').fill(description)
    await button(page, 'Add station').click()
    await expect(page).toHaveURL(/#\/station\/detail\/information\//)
    const found = await read<Station[]>(api, `/stations?search=${encodeURIComponent(wanted)}`)
    expect(found.map((station) => station.description)).toEqual([description])
    const again = kept === 'changed' ? [`PUT /stations/${found[0]?.id}/form`] : []
    expect(writes).toEqual(['POST /stations/form', 'POST /stations/form', ...again])
    const { token } = await post<{ token: string }>(api, `/stations/${found[0]?.id}/deletion`)
    await api.delete(`${apiBasePath}/stations/${found[0]?.id}`, { data: { token, name: wanted } })
  })
}

test('a new account on a phone connects an inverter: a station, a code, one command, one click', async ({
  browser,
}) => {
  const account = await createAccount(`newcomer-${mark.toLowerCase()}`)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: portal().url })
  await inEnglish(context)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto('/')
  await field(page, 'Account').fill(account.userName)
  await field(page, 'Password').fill(account.password)
  await button(page, 'Sign in').click()

  await page.goto('/#/station/list')
  await page.getByRole('link', { name: 'Add your first station' }).click()
  await field(page, 'Name').fill(`Cellar ${mark}`)
  await fillBasics(page, '2020-01-01')
  await field(page, 'Case number of the power company').fill('TPC-2')
  await field(page, 'Per kWh').fill('1')
  await expect(page.getByText('Asia/Taipei')).toBeVisible()
  await button(page, 'Add station').click()
  await page.getByRole('link', { name: 'Connect a device' }).click()

  await button(page, 'Get a code').click()
  await field(page.getByRole('dialog'), 'Password').fill(account.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByTestId('claim-code')).toHaveText(/^\w{4}-\w{4}$/)
  await page.getByText('SunSpec', { exact: true }).click()
  const waiting = page.getByRole('status').filter({ hasText: 'Waiting for the first message' })
  await expect(waiting).toBeVisible()
  const inverter = await startInverter()
  const command = await page.getByTestId('example').innerText()
  await runCommand(command.replace('192.168.1.20', inverter.address))

  await expect(page.locator('[data-heard]')).toBeVisible()
  // A used claim code is hidden.
  await expect(page.getByTestId('claim-code')).toBeHidden()
  await expect(page.getByText('10.4')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await button(page, 'Take over').click()
  await expect(page.getByRole('heading', { name: 'Found devices' })).toBeHidden()
  await page.getByRole('link', { name: 'Open the station' }).click()
  await expect(page.getByText('10.4').first()).toBeVisible()
  inverter.stop()
  expect(errors).toEqual([])
  await context.close()
})
