import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Release } from '@helioport/contract/release'
import { expect, type Page, test } from 'playwright/test'
import { portal } from '../support/portal.ts'
import { releaseOn } from '../support/release.ts'
import { cloneRelease, readIndex, readRelease } from '../support/store.ts'
import { violationsOn } from '../support/violations.ts'

const root = resolve(import.meta.dirname, '../../..')
let store: string
let key: string
let host: ChildProcess
let url: string
/** A second release of station, as a target for rollbacks, and one that the shell cannot host. */
let other: Release
let misfit: Release

/** A release host on a copy of the store; its service and database are down and its shell is damaged. */
test.beforeAll(async () => {
  store = join(mkdtempSync(join(tmpdir(), 'operator-')), 'releases')
  cpSync(portal().releases, store, { recursive: true })
  const { shell, remotes } = readIndex(store)
  rmSync(join(store, 'r/shell', shell?.release ?? '', 'index.html'))
  const from = readRelease(store, 'station', remotes['station']?.[0]?.release ?? '')
  other = cloneRelease(store, from, { digits: 'aaaaaaaaaaaa' })
  misfit = cloneRelease(store, from, { digits: 'bbbbbbbbbbbb' })
  const record = join(store, 'r/station', misfit.release, 'release.json')
  writeFileSync(record, readFileSync(record, 'utf8').replace('"hostApi":"^1.0.0"', '"hostApi":"^2.0.0"'))
  const args = ['packages/release/src/server.ts', '--port=0', `--data=${store}`, '--api=http://127.0.0.1:9']
  host = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  url = await new Promise<string>((done, refuse) => {
    host.once('exit', (code) => refuse(new Error(`the release host ended with ${code}`)))
    createInterface({ input: host.stdout ?? process.stdin }).on('line', (line) => {
      const found = /^release: ready at (\S+)/.exec(line)?.[1]
      if (found) done(found)
    })
  })
  key = readFileSync(join(store, 'keys/operator-key'), 'utf8').trim()
})

test.afterAll(async () => {
  host.removeAllListeners('exit')
  const ended = new Promise((done) => host.once('exit', done))
  host.kill('SIGTERM')
  await ended
  rmSync(resolve(store, '..'), { recursive: true, force: true })
})

/** Promotes the second release for everybody. */
async function promoteOther(): Promise<void> {
  if (readIndex(store).remotes['station']?.[0]?.release !== other.release)
    await releaseOn(store, 'promote', 'station', other.release, '--reason', 'browser test')
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${url}/releases/operator`)
  await page.getByLabel('运维密钥').fill(key)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('heading', { name: '各部分' })).toBeVisible()
}

const stationRow = (page: Page) => page.locator('[data-part=station]')

test('while the portal is broken the operator page rolls a part back, with preview, reason and audit log', async ({
  page,
}) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await promoteOther()
  expect((await page.request.get(url)).status()).toBe(503)
  await signIn(page)
  await expect(stationRow(page).locator('.given .release')).toHaveText(/a{12}/)
  await stationRow(page).getByRole('button', { name: '回滚' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('.preview')).toContainText('aaaaaaaaaaaa')
  const confirm = dialog.getByRole('button', { name: '回滚 station' })
  await dialog.getByLabel('您的姓名').fill('李伟')
  await confirm.click()
  // Without a reason the rollback is not sent.
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('原因').fill('三月的合计有误')
  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(stationRow(page).locator('.given .release')).not.toHaveText(/a{12}/)
  await expect(page.locator('.history li').first()).toContainText('三月的合计有误')
  await expect(page.locator('.history li').first()).toContainText('李伟')
  const log = await releaseOn(store, 'audit', '--verify')
  expect(log).toContain('unbroken')
  expect(faults).toEqual([])
})

test('on a phone the operator page shows what changed, rolls back with one tap for the reason, and undoes it', async ({
  page,
}) => {
  await promoteOther()
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  const card = page.locator('[data-since=station]')
  if (!(await card.getByRole('button', { name: '出现错误' }).isVisible())) await card.locator('summary').click()
  await expect(card).toContainText('aaaaaaaaaaaa')
  await card.getByRole('button', { name: '出现错误' }).click()
  await card.getByLabel('您的姓名').fill('李伟')
  await card.getByRole('button', { name: /退回到/ }).click()
  await expect(stationRow(page).locator('.given .release')).not.toHaveText(/a{12}/)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(stationRow(page).locator('.given .release')).toHaveText(/a{12}/)
  await expect(page.locator('.history li').first()).toContainText('撤销：出现错误')
})

test('a team’s key shows only its own part, and the log names the key', async ({ page }) => {
  await promoteOther()
  const actions = ['--action', 'rollback', '--action', 'point']
  const added = await releaseOn(store, 'team-key', 'add', 'station-phone', '--team', 'station', '--holder', '王芳', '--part', 'station', '--reason', 'on call', '--json', ...actions) // prettier-ignore
  await page.goto(`${url}/releases/operator`)
  await page.getByLabel('运维密钥').fill((JSON.parse(added) as { privateKey: string }).privateKey)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(stationRow(page)).toBeVisible()
  await expect(page.locator('[data-part]')).toHaveCount(1)
  const card = page.locator('[data-since=station]')
  await card.getByLabel('原因').fill('合计有误')
  await card.getByRole('button', { name: /退回到/ }).click()
  await expect(page.locator('.history li').first()).toContainText('合计有误')
  await expect(page.locator('.history li').first()).toContainText('station-phone')
})

test('a new tab and a change by another operator appear within ten seconds', async ({ page }) => {
  await promoteOther()
  await signIn(page)
  const beacon = {
    kind: 'load',
    part: 'station',
    release: other.release,
    cohort: 'stable',
    serial: 1,
    tab: '0123456789abcdef',
  }
  const asked = await page.request.post(`${url}/releases/beacons/token`, { data: [`station/${other.release}`] })
  const told = await page.request.post(`${url}/releases/beacons?token=${await asked.text()}`, { data: [beacon] })
  expect(told.status()).toBe(204)
  await expect(stationRow(page).locator('.running')).toContainText('1 个标签页')
  await releaseOn(store, 'rollback', 'station', '--reason', 'from the command line')
  await expect(page.locator('.history li').first()).toContainText('from the command line', { timeout: 3_000 })
})

test('an operator whose index was changed meanwhile is told so, and changes nothing', async ({ page }) => {
  await promoteOther()
  await signIn(page)
  await stationRow(page).getByRole('button', { name: '更改…' }).click()
  const dialog = page.getByRole('dialog')
  // Not the misfit, which the gate refuses.
  await dialog.getByRole('radio', { name: /上一版本/ }).check()
  await expect(dialog.locator('.preview')).toBeVisible()
  await expect(dialog.locator('.preview')).not.toContainText('bbbbbbbbbbbb')
  await releaseOn(store, 'rollback', 'station', '--reason', 'the other was faster')
  await dialog.getByLabel('您的姓名').fill('李伟')
  await dialog.getByLabel('原因').fill('退回')
  await dialog.getByRole('button', { name: '提升给所有人' }).click()
  await expect(dialog.getByRole('alert')).toContainText('期间有人更改了索引')
  await expect(dialog).toBeVisible()
})

test('objections of the gate are shown first, need a forced confirmation, and are in the audit log', async ({
  page,
}) => {
  await promoteOther()
  await signIn(page)
  await stationRow(page).getByRole('button', { name: '更改…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('提升', { exact: true }).click()
  await dialog.getByText(misfit.release).click()
  await expect(dialog.locator('.warnings')).toContainText('host API ^2.0.0')
  const confirm = dialog.getByRole('button', { name: '提升给所有人' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('您的姓名').fill('李伟')
  await dialog.getByLabel('原因').fill('另有安排')
  await dialog.getByLabel('仍要执行').check()
  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.history li').first()).toContainText('forced over: host-api')
})

test('a wrong key opens nothing, and no key is ever in a URL', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${url}/releases/operator`)
  await page.getByLabel('运维密钥').fill('guess')
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('alert')).toHaveText('这不是本主机的密钥。')
  await signIn(page)
  expect(asked.filter((one) => one.includes(key))).toEqual([])
  expect(asked.every((one) => one.startsWith(url))).toBe(true)
  expect(await page.context().cookies()).toEqual([])
})

for (const [locale, title, direction] of [
  ['en-US', 'Releases', 'ltr'],
  ['zh-TW', '發布管理', 'ltr'],
  ['he-IL', 'גרסאות', 'rtl'],
  ['fr-FR', 'Releases', 'ltr'],
] as const) {
  test(`the operator page uses the language of the browser: ${locale}`, async ({ browser }) => {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    await page.goto(`${url}/releases/operator`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.locator('html')).toHaveCSS('direction', direction)
    await context.close()
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the operator page has no accessibility finding, ${colorScheme}, also on a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await signIn(page)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect((await violationsOn(page)).map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]) // prettier-ignore
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    }
    await stationRow(page).getByRole('button', { name: '更改…' }).click()
    await expect(page.locator('.preview')).toBeVisible()
    expect((await violationsOn(page)).map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]) // prettier-ignore
  })
}
