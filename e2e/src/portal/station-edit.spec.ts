import {
  apiBasePath,
  maxImageBytes,
  paths,
  type Share,
  type Station,
  type StationDay,
  type Tariff,
} from '@helioport/contract'
import { addDays, dayAt } from '@helioport/time/node'
import type { Page } from 'playwright/test'
import { addWaitingDevice, post, steadyFrames } from '../support/own-plant.ts'
import { pngFile } from '../support/picture-file.ts'
import { portal } from '../support/portal.ts'
import { apiOf, expect, read, test } from '../support/signed-in.ts'
import { button, field, fillBasics, inEnglish } from '../support/station-form.ts'

const dayMs = 86_400_000
const zone = 'Asia/Taipei'
const mark = Date.now().toString(36).toUpperCase()
const name = `Form ${mark}`
const today = dayAt(Date.now(), zone)
const yesterday = addDays(today, -1)
const installed = addDays(today, -3)

test.use({ locale: 'en-US' })
test.beforeEach(({ context }) => inEnglish(context))

const stationNamed = async (api: Parameters<typeof read>[0], wanted: string) => {
  const found = (await read<Station[]>(api, `/stations?search=${encodeURIComponent(wanted)}`))[0]
  if (!found) throw new Error(`there is no ${wanted}`)
  return found
}

test('every rule of the form shows its message, and the bytes of a file decide whether it is a picture', async ({
  page,
  at,
}) => {
  await page.goto(at(paths.stationAdd()))
  await field(page, 'E-Total base').fill('')
  await field(page, 'Sort number').fill('')
  await button(page, 'Add station').click()
  await expect(page.getByText('Please fill this in', { exact: true })).toHaveCount(10)
  await expect(page.getByText('Mend the marked rate')).toBeVisible()
  await expect(field(page, 'Name')).toBeFocused()

  await field(page, 'Capacity').fill('0')
  await field(page, 'E-Total base').fill('-1')
  await field(page, 'Temperature coefficient of Pmax').fill('0.3')
  await field(page, 'Latitude').fill('91')
  await field(page, 'Longitude').fill('abc')
  await field(page, 'Sort number').fill('1.5')
  await page.getByLabel(/^Video/).fill('http://example.org')
  await page.getByLabel(/^A data logger measures/).check()
  await field(page, 'Serial number of the data logger').fill('SHORT-1')
  await field(page, 'Per kWh').fill('101')
  for (const text of [
    /above 0, up to/,
    'Enter 0 or more',
    'Enter a number from -2 to 0',
    'Enter a number from -90 to 90',
    'Enter a number',
    'Enter a whole number',
    'Enter an address that begins with https://',
    /^The serial number format is incorrect/,
    'Select the single device that the data logger belongs to',
    'Enter a number from -100 to 100',
  ]) {
    await expect(page.getByText(text, { exact: true }).first(), String(text)).toBeVisible()
  }

  const picture = page.locator('input[type=file][name=picture]')
  const gif = { name: 'roof.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a, whatever it is called') }
  await picture.setInputFiles(gif)
  await expect(page.getByText(/^Only JPG\/PNG/)).toBeVisible()
  const large = Buffer.concat([pngFile(8, 8), Buffer.alloc(maxImageBytes)])
  await picture.setInputFiles({ name: 'roof.png', mimeType: 'image/png', buffer: large })
  await expect(page.getByText('The image must be smaller than 2 MB!')).toBeVisible()
  await picture.setInputFiles({ name: 'roof.png', mimeType: 'image/png', buffer: pngFile(8, 8).subarray(0, 40) })
  await expect(page.getByText('This picture is damaged and cannot be shown.')).toBeVisible()

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?')
  await button(page, 'Stay').click()
  await expect(field(page, 'Sort number')).toHaveValue('1.5')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await button(page, 'Throw away and leave').click()
  await expect(page).toHaveURL(/#\/dashboard/)
})

/** Saves; retries after a time-out, as the form says. */
async function save(page: Page, label: string): Promise<void> {
  await expect(async () => {
    // The button may be gone: the reply to the last click came late.
    await button(page, label)
      .click({ timeout: 3000 })
      .catch(() => {})
    await expect(page).toHaveURL(/#\/station\/detail\/information\//, { timeout: 8000 })
  }).toPass()
}

async function signIn(page: Page, { userName, password }: { userName: string; password: string }): Promise<void> {
  await page.getByLabel('Account').fill(userName)
  await field(page, 'Password').fill(password)
  await button(page, 'Sign in').click()
  // The home page redirects twice: an earlier navigation would be overridden.
  await expect(page).toHaveURL(/#\/station\/(list|add)/)
}

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /owner|operator/i })
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/#\/login\/index/)
}

test('a draft survives a sign-out and an expired session, for the same account only', async ({ page, at }) => {
  const { owner, operator } = portal()
  await page.goto(at(paths.stationAdd()))
  await field(page, 'Name').fill(`Kept ${mark}`)
  await signOut(page)

  await signIn(page, operator)
  await page.goto(at(paths.stationAdd()))
  await expect(field(page, 'Name')).toHaveValue('')
  await expect(button(page, 'Go on with it')).toHaveCount(0)
  await signOut(page)

  await signIn(page, owner)
  await page.goto(at(paths.stationAdd()))
  await button(page, 'Go on with it').click()
  await expect(field(page, 'Name')).toHaveValue(`Kept ${mark}`)
  await fillBasics(page, installed)
  await field(page, 'Per kWh').fill('1')
  await expect(page.getByText('Asia/Taipei')).toBeVisible()
  await field(page, 'Case number of the power company').fill('1')
  await page.context().clearCookies()
  // A time-out does not mean that the session has ended, so retry.
  await expect(async () => {
    await button(page, 'Add station')
      .click({ timeout: 3000 })
      .catch(() => {})
    await expect(page).toHaveURL(/#\/login\/index/, { timeout: 3000 })
  }).toPass()
  await signIn(page, owner)
  await expect(page).toHaveURL(/#\/station\/add/)
  await button(page, 'Go on with it').click()
  await expect(field(page, 'Case number of the power company')).toHaveValue('1')
})

test('a station from its form to list and map, a new rate, a share, and its deletion', async ({
  page,
  api,
  at,
  browser,
}) => {
  const device = await addWaitingDevice(api, mark)
  const now = Math.floor(Date.now() / 300_000) * 300_000
  await device.send(steadyFrames(device.serial, now - 2 * dayMs, now))

  await test.step('the station is added with a device, a logger, two rates and a cropped picture', async () => {
    await page.goto(at(paths.stationAdd()))
    await field(page, 'Name').fill(name)
    await fillBasics(page, installed)
    await field(page, 'Case number of the power company').fill('TPC-1')
    await page.getByLabel(device.name).check()
    await page.getByLabel(/^A data logger measures/).check()
    await field(page, 'Serial number of the data logger').fill(device.loggerSerial)
    await expect(field(page, 'Device that it belongs to')).toHaveValue(device.id)
    await field(page, 'Per kWh').fill('2,5')
    await button(page, 'Another rate from a day on').click()
    const next = page.getByRole('list', { name: 'Tariff' }).getByRole('listitem').nth(1)
    await field(next, 'From').fill('2030-01-01')
    await field(next, 'Per kWh').fill('-0.5')
    await button(next, 'Another rate at some times').click()
    const band = next.getByRole('group', { name: 'Time of use' })
    await field(band, 'Per kWh').fill('0')
    await page.locator('input[type=file][name=picture]').setInputFiles({
      name: 'roof.png',
      mimeType: 'image/png',
      buffer: pngFile(400, 400),
    })
    await page.getByRole('slider').fill('2')
    await page.getByRole('application', { name: /^Drag the picture/ }).press('ArrowDown')
    await button(page, 'Take this part').click()
    await expect(page.getByRole('img', { name: 'Picture' })).toBeVisible()
    await save(page, 'Add station')
  })

  const station = await stationNamed(api, name)
  expect(station).toMatchObject({
    timeZone: zone,
    temperatureCoefficient: -0.0035,
    collectorSerial: device.loggerSerial,
    collectorDeviceId: device.id,
    price: 2.5,
  })
  const tariffs = await read<Tariff[]>(api, `/stations/${station.id}/tariffs`)
  expect(tariffs.map(({ from, rate }) => [from, rate])).toEqual([
    ['2030-01-01', -0.5],
    [installed, 2.5],
  ])
  expect(tariffs[0]?.bands).toEqual([{ days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00', rate: 0 }])
  const picture = page.getByRole('img', { name: `${name}: Picture` })
  await expect
    .poll(() =>
      picture.evaluate((image) => image instanceof HTMLImageElement && [image.naturalWidth, image.naturalHeight]),
    )
    .toEqual([200, 113])

  await test.step('the station is in the list and on the map', async () => {
    await page.goto(at(`${paths.stationList()}?search=${mark}`))
    await expect(page.getByRole('link', { name }).first()).toBeVisible()
    await page.goto(at(paths.station('information', station.memberId, station.id)))
    await expect(page.getByRole('link', { name: new RegExp(`^${name},`) })).toBeVisible()
  })

  const incomeOf = async (day: string) =>
    (await read<StationDay>(api, `/stations/${station.id}/day?date=${day}`)).figures.income
  await expect.poll(() => incomeOf(yesterday)).not.toBeNull()
  const earned = (await incomeOf(yesterday)) ?? 0
  expect(earned).toBeGreaterThan(100)

  await test.step('a new rate applies from today on, and past income stays', async () => {
    await page.getByRole('link', { name: 'Edit station' }).click()
    await expect(field(page, 'Name')).toHaveValue(name)
    await button(page, 'Another rate from a day on').click()
    const row = page.getByRole('list', { name: 'Tariff' }).getByRole('listitem').nth(2)
    // A focused date field shows the raw format.
    await field(row, 'From').focus()
    await expect(field(row, 'From')).toHaveValue(today)
    await field(row, 'Per kWh').fill('25')
    await save(page, 'Save changes')
    await expect(page.getByRole('list', { name: 'Tariff' }).getByRole('listitem').nth(1)).toContainText('Holds now')
    expect((await stationNamed(api, name)).price).toBe(25)
    expect(await incomeOf(yesterday)).toBeCloseTo(earned, 6)
    expect((await stationNamed(api, name)).collectorSerial).toBe(device.loggerSerial)
  })

  await test.step('past income changes only by a correction, which is shown', async () => {
    await page.getByRole('link', { name: 'Edit station' }).click()
    await button(page, 'Correct').first().click()
    await expect(page.getByText(/^Past income will be computed anew/)).toBeVisible()
    await field(page.getByRole('list', { name: 'Tariff' }).getByRole('listitem').first(), 'Per kWh').fill('5')
    await save(page, 'Save changes')
    await button(page, 'Corrections: 1').click()
    await expect(page.getByText(portal().owner.userName, { exact: true })).toBeVisible()
    await expect.poll(() => incomeOf(yesterday)).toBeCloseTo(earned * 2, 4)
  })

  await test.step('an inverter is replaced; both serials and the energy stay', async () => {
    const before = (await stationNamed(api, name)).energyTotalKwh ?? Number.NaN
    await page.goto(at(paths.station('information', station.memberId, station.id)))
    await page.getByRole('link', { name: `Replace ${device.name}` }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(device.serial)
    const serial = field(dialog, 'Serial number')
    await serial.fill('E2E')
    await button(dialog, 'Check').click()
    await expect(serial).toHaveAttribute('aria-invalid', 'true')
    await serial.fill(`E2E-NEW-${mark}`)
    await button(dialog, 'Check').click()
    await expect(dialog).toContainText(`E2E-NEW-${mark}`)
    await button(dialog, 'Replace inverter').click()
    await expect(dialog).toHaveCount(0)
    const stood = page.getByRole('listitem')
    await expect(stood.filter({ hasText: device.serial })).toBeVisible()
    await expect(stood.filter({ hasText: `E2E-NEW-${mark}` })).toContainText('today')
    expect((await stationNamed(api, name)).energyTotalKwh).toBeCloseTo(before, 3)
  })

  await test.step('a share shows another account only what it grants, until it is removed', async () => {
    const { operator } = portal()
    await page.goto(at(paths.station('sharing', station.memberId, station.id)))
    await field(page, 'User name or email address').fill(operator.userName)
    await button(page, 'What the other sees').click()
    await expect(page.getByRole('dialog')).toContainText('hidden')
    await button(page.getByRole('dialog'), 'Close').click()
    await button(page, 'Invite').click()
    const row = page.getByRole('row', { name: new RegExp(operator.userName) })
    await expect(row).toContainText('Waits')
    const other = await apiOf(operator)
    const invitation = async () => (await read<Share[]>(api, `/stations/${station.id}/shares`))[0]
    await other.delete(`${apiBasePath}/incoming-shares/${(await invitation())?.id}`)
    await page.reload()
    await expect(row).toContainText('Declined')
    await button(row, 'Invite again').click()
    await expect(row).toContainText('Waits')
    const share = await invitation()
    await post(other, `/incoming-shares/${share?.id}/acceptance`)

    const context = await browser.newContext({ storageState: await other.storageState(), locale: 'en-US' })
    await context.addInitScript(() => {
      localStorage.setItem('token', '1')
      localStorage.setItem('preferences', JSON.stringify({ state: { locale: 'en-US', theme: 'light' }, version: 1 }))
    })
    const theirs = await context.newPage()
    await theirs.goto(at(paths.station('information', station.memberId, station.id)))
    await expect(theirs.getByRole('heading', { name })).toBeVisible()
    await expect(theirs.getByText('Time zone')).toBeVisible()
    await expect(theirs.getByRole('list', { name: 'CO₂' })).toBeVisible()
    await expect(theirs.getByRole('list', { name: 'Tariff' })).toHaveCount(0)
    for (const hidden of ['Sharing', 'Edit station'])
      await expect(theirs.getByRole('link', { name: hidden })).toHaveCount(0)
    await expect(button(theirs, 'Delete')).toHaveCount(0)
    await theirs.goto(at(paths.station('sharing', station.memberId, station.id)))
    await expect(theirs.getByRole('heading', { name: 'You may not see this' })).toBeVisible()
    await theirs.goto(at(paths.stationEdit(station.memberId, station.id)))
    await expect(theirs.getByRole('heading', { name: 'You may not do this' })).toBeVisible()

    await page.reload()
    await expect(row).toContainText('Accepted')
    await button(row, 'Change').click()
    await page.getByRole('dialog').getByLabel('Income').check()
    await button(page, 'Save rights').click()
    await expect(row).toContainText('Income')
    await theirs.goto(at(paths.station('information', station.memberId, station.id)))
    await theirs.reload()
    await expect(theirs.getByRole('list', { name: 'Tariff' })).toBeVisible()

    await button(row, 'Remove').click()
    await button(page.getByRole('alertdialog'), 'Remove').click()
    await expect(row).toHaveCount(0)
    await theirs.reload()
    await expect(theirs.getByRole('heading', { name: 'This station is not here' })).toBeVisible()
    await context.close()
    await other.dispose()
  })

  await test.step('the station is deleted when its name is typed', async () => {
    await page.goto(at(paths.station('information', station.memberId, station.id)))
    await button(page, 'Delete').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('days of history')
    await dialog.getByRole('textbox').fill('Another name')
    await button(dialog, 'Delete this station').click()
    await expect(dialog).toContainText('exactly as it stands above')
    await dialog.getByRole('textbox').fill(name)
    await button(dialog, 'Delete this station').click()
    await expect(page).toHaveURL(/#\/station\/list/)
    expect(await read<Station[]>(api, `/stations?search=${mark}`)).toEqual([])
  })
})
