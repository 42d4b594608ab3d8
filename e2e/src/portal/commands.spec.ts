import {
  apiBasePath,
  type Device,
  type IncomingShare,
  paths,
  type CommandCandidate,
  tokenStorageKey,
} from '@helioport/contract'
import { type APIRequestContext, type Browser, type Page, test } from 'playwright/test'
import { type Account, createAccount } from '../support/account.ts'
import { type OwnPlants, startOwnPlants } from '../support/own-plants.ts'
import { portal } from '../support/portal.ts'
import { apiOf, expect, read } from '../support/signed-in.ts'

/** Shorter than the ten minutes of a real inverter. */
const scanSeconds = 5

let engineer: Account
let visitor: Account
let plants: OwnPlants
let api: APIRequestContext
/** Three inverters in daylight at one station: a fault-free one, one that ignores writes, one that does not answer. */
let chosen: Device[]

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  ;[engineer, visitor] = await Promise.all([createAccount('engineer'), createAccount('visitor')])
  plants = await startOwnPlants(engineer, scanSeconds)
  api = await apiOf(engineer)
  chosen = await brightest(3)
  for (const [device, behaviour] of [
    [chosen[1], 'readBackMismatch'],
    [chosen[2], 'commandTimeout'],
  ] as const) {
    const serial = device?.serial ?? ''
    await plants.switchOn({ plant: await plants.plantOf(serial), serial, behaviour })
  }
})
test.afterAll(async () => {
  await api?.dispose()
  await plants?.stop()
})

/** Devices of the brightest station that accept every command; somewhere it is always day. */
async function brightest(count: number): Promise<Device[]> {
  const listed = await read<CommandCandidate[]>(api, '/remote-settings/devices?pageSize=200')
  const able = new Set(
    listed
      .filter(
        ({ reactivePowerObstacles, ivScanObstacles }) => [...reactivePowerObstacles, ...ivScanObstacles].length === 0,
      )
      .map(({ deviceId }) => deviceId),
  )
  const devices = (await read<Device[]>(api, '/devices?pageSize=200')).filter(({ id }) => able.has(id))
  const share = ({ powerW, ratedPowerW }: Device) => (powerW ?? 0) / ratedPowerW
  const best = Object.values(Object.groupBy(devices, ({ stationId }) => stationId))
    .filter((group) => group !== undefined && group.length >= count)
    .map((group) => (group ?? []).toSorted((a, b) => share(b) - share(a)))
    .toSorted((a, b) => share(b[0] as Device) - share(a[0] as Device))[0]
  return (best ?? []).slice(0, count)
}

async function pageOf(browser: Browser, account: Account): Promise<Page> {
  const person = await apiOf(account)
  const context = await browser.newContext({ storageState: await person.storageState() })
  await person.dispose()
  await context.addInitScript(
    ([key, preferences]) => {
      localStorage.setItem(key, '1')
      localStorage.setItem('preferences', preferences)
    },
    [tokenStorageKey, JSON.stringify({ state: { locale: 'en-US', theme: 'light' }, version: 1 })] as const,
  )
  return context.newPage()
}

const at = (path: string) => `${portal().url}/#${path}`
const atStation = (path: string) => at(`${path}?station=${chosen[0]?.stationId}&size=50`)
const choose = (page: Page, device: Device | undefined) =>
  page.getByRole('checkbox', { name: `Choose ${device?.name}`, exact: true }).check()
const rowOf = (page: Page, device: Device | undefined) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: device?.name ?? '', exact: true }) })
    .first()

async function prove(page: Page): Promise<void> {
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(engineer.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
}

let taskPath = ''

test('an owner sets a power factor: read back with its effect, mismatches explained, and undone', async ({
  browser,
}) => {
  const [sound, stubborn, deaf] = chosen
  const page = await pageOf(browser, engineer)
  await page.goto(atStation(paths.functionSetting()))
  for (const device of chosen) await choose(page, device)
  await page.getByRole('radio', { name: /^Absorb/ }).click()
  await page.getByLabel('Power factor', { exact: true }).fill('0.9')
  await expect(page.getByTestId('effect')).toContainText('Reactive power')
  await page.getByRole('button', { name: 'Set 3 inverters' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Set 3 inverters to 0.900 absorbing?')
  await question.getByRole('button', { name: 'Set 3 inverters' }).click()
  await prove(page)

  await expect(page).toHaveURL(/functionSetting\/commands\//)
  taskPath = new URL(page.url()).hash.slice(1)
  await expect(page.getByTestId('command-open')).toHaveAttribute('data-value', '0')
  await expect(page.getByTestId('command-done')).toHaveAttribute('data-value', '1')
  const row = rowOf(page, sound)
  await expect(row.locator('[data-state]')).toHaveAttribute('data-state', 'READ_BACK_OK')
  await expect(row.locator('[data-read-back]')).toHaveAttribute('data-read-back', '-0.9')
  // Below a fifth of rated power an inverter does not control reactive power.
  const effect = row.locator('[data-reactive]')
  const [active, reactive] = [await effect.getAttribute('data-active'), await effect.getAttribute('data-reactive')]
  if (Number(active) > 0.2 * (sound?.ratedPowerW ?? 1)) expect(Number(reactive)).toBeLessThan(-1000)
  else expect(Number(reactive)).toBe(0)
  for (const device of [stubborn, deaf]) {
    await expect(rowOf(page, device).locator('[data-state]')).toHaveAttribute('data-state', 'MISMATCH')
    await expect(rowOf(page, device).locator('[data-read-back]')).toHaveAttribute('data-read-back', '1')
  }
  const steps = page.getByRole('region', { name: 'Every step' }).or(page.locator('section', { hasText: 'Every step' }))
  await expect(steps.first()).toContainText('The inverter gave no answer.')
  await expect(steps.first()).toContainText('Unclear, being read back')
  // On a phone a time line has the full width of its card, with nothing beside it.
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const line = steps.first().locator('ol').first()
  await expect(line).toBeVisible()
  expect(await line.evaluate((own) => own.clientWidth / (own.closest('dl')?.clientWidth ?? Infinity))).toBeGreaterThan(
    0.9,
  )
  if (wide) await page.setViewportSize(wide)

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set the former values' }).click()
  await expect(page.getByText('This task takes an earlier one back.')).toBeVisible()
  await expect(page.getByTestId('command-open')).toHaveAttribute('data-value', '0')
  await expect(rowOf(page, sound).locator('[data-read-back]')).toHaveAttribute('data-read-back', '1')
  await page.context().close()
})

test('an IV scan runs, and shows the curve and the verdict of each string', async ({ browser }) => {
  const [sound] = chosen
  const page = await pageOf(browser, engineer)
  await page.goto(atStation(paths.ivScanSetting()))
  await choose(page, sound)
  await page.getByRole('button', { name: 'Scan 1 inverter' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Scan 1 inverter' }).click()
  // Another session needs a proof of its own.
  await prove(page)
  await expect(rowOf(page, sound).locator('[data-state]')).toHaveAttribute('data-state', 'DELIVERED')
  await expect(page.getByRole('img', { name: 'Progress of the scan' })).toBeVisible()
  await page.getByRole('link', { name: 'Curves' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`IV curves of ${sound?.name}`)
  const chart = page.getByRole('img', { name: /^IV curve of/ })
  await expect(chart).toHaveAttribute('data-drawn', 'true')
  const curves = Number(sound?.stringCount)
  expect(Number(await chart.getAttribute('data-points'))).toBeGreaterThan(100 * curves)
  await expect(page.locator('[data-verdict]')).toHaveCount(curves)
  await page.getByRole('radio', { name: /^At 1000/ }).click()
  await expect(page).toHaveURL(/kind=stc/)
  const file = await page.getByRole('link', { name: 'Points as CSV' }).getAttribute('href')
  const csv = await (await page.request.get(`${portal().url}${file}`)).text()
  expect(csv.trim().split('\r\n')).toHaveLength(1 + 64 * curves)
  await page.context().close()
})

test('the view right alone disables the selection with a reason, and gets access.denied', async ({ browser }) => {
  const stationId = chosen[0]?.stationId ?? ''
  const deviceIds = [chosen[0]?.id]
  await api.post(`${apiBasePath}/session/proof`, { data: { password: engineer.password } })
  const invited = await api.post(`${apiBasePath}/stations/${stationId}/shares`, {
    data: { userName: visitor.userName, rights: ['view'], endsOn: null },
  })
  expect(invited.status(), await invited.text()).toBe(200)
  const other = await apiOf(visitor)
  const [share] = await read<IncomingShare[]>(other, '/incoming-shares')
  expect((await other.post(`${apiBasePath}/incoming-shares/${share?.id}/acceptance`, { data: {} })).status()).toBe(200)
  await other.post(`${apiBasePath}/session/proof`, { data: { password: visitor.password } })
  const refused = await other.post(`${apiBasePath}/commands/reactive-power`, { data: { deviceIds, powerFactor: 1 } })
  expect([refused.status(), ((await refused.json()) as { errorCode: string }).errorCode]).toEqual([
    403,
    'access.denied',
  ])
  await other.dispose()

  const page = await pageOf(browser, visitor)
  await page.goto(atStation(paths.functionSetting()))
  await expect(page.getByRole('checkbox', { name: `Choose ${chosen[0]?.name}`, exact: true })).toBeDisabled()
  await expect(page.locator('[data-obstacles="noRight"]').first()).toContainText('No right to control')
  await expect(page.getByText('without the right to control it').first()).toBeAttached()
  await page.goto(at(taskPath))
  await expect(page.getByTestId('command-done')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.context().close()
})
