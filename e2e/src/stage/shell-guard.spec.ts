import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@helioport/contract'
import type { Release } from '@helioport/contract/release'
import type { Browser } from 'playwright/test'
import { type Fault, faults } from '../support/fault-door.ts'
import { expect, type Stage, test } from '../support/stage.ts'
import { readRelease } from '../support/store.ts'

/** Publishes a clone of the shell, so that there is a former one. */
function nextShell(stage: Stage, digits: string): { former: string; next: Release } {
  const current = stage.index().shell?.release ?? ''
  const next = stage.clone(readRelease(stage.store, 'shell', current), { digits })
  const file = join(stage.store, 'pointers/shell.json')
  const pointer = JSON.parse(readFileSync(file, 'utf8')) as { current: string; history: { current: string }[] }
  const change = { ...pointer.history.at(-1), release: next.release, current: next.release }
  writeFileSync(file, JSON.stringify({ ...pointer, current: next.release, history: [...pointer.history, change] }))
  stage.change((index) => ({ ...index, shell: stage.indexed(next) }))
  // The pointer's current shell, which earlier tests may have changed.
  return { former: pointer.current, next }
}

const stranger = async (browser: Browser) => (await browser.newContext()).newPage()
const scriptOf = ({ preload }: Release, kind: RegExp) => preload.always.find((file) => kind.test(file)) ?? ''
const pathOf = (release: Release, file: string, everywhere: boolean) =>
  new RegExp(`/r/shell/${release.release}/${everywhere ? '(~1/)?' : ''}${file.replaceAll('.', '\\.')}$`)

const damages: Record<string, Fault> = {
  missing: faults.html404,
  cut: { edit: (body) => body.subarray(0, body.length / 2) },
  tampered: { edit: (body) => Buffer.concat([body, Buffer.from('\n;window.tampered=1')]) },
  hanging: 'hang',
}

test('a shell file that is missing, cut, tampered or hanging: the former shell is loaded instead', async ({
  browser,
  stage,
}) => {
  const { former, next } = nextShell(stage, '0000000005a1')
  for (const [what, fault] of Object.entries(damages)) {
    for (const kind of what === 'hanging' ? [/^main.*js$/, /^main.*css$/] : [/^main.*js$/]) {
      await test.step(`${what}: ${String(kind)}`, async () => {
        stage.door.beacons.length = 0
        stage.door.set(pathOf(next, scriptOf(next, kind), true), fault)
        const page = await stranger(browser)
        const since = Date.now()
        await page.goto(stage.at(paths.login()), { waitUntil: 'commit' })
        if (what === 'hanging') {
          await expect(page.getByRole('alert')).toHaveText(/正在重试/)
          console.log(`${what} ${String(kind)}: said after ${Date.now() - since} ms`)
        }
        await expect(page.locator(`script[src*="/r/shell/${former}/"]`).first()).toBeAttached()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        console.log(`${what} ${String(kind)}: former shell after ${Date.now() - since} ms`)
        expect(await page.evaluate(() => Reflect.get(window, 'tampered'))).toBeUndefined()
        await expect(page).toHaveURL(stage.at(paths.login()))
        await expect(page.getByRole('alert')).toHaveCount(0)
        await expect
          .poll(() =>
            stage.door.beacons
              .filter(({ part, kind: told }) => part === 'shell' && told === 'fault')
              .map(({ release }) => release),
          ) // prettier-ignore
          .toContain(next.release)
        await page.context().close()
        stage.door.clear()
      })
    }
  }
})

test('a failed shell file is retried once; without a former shell the page says that it gives up', async ({
  browser,
  stage,
}) => {
  const { next } = nextShell(stage, '0000000005a2')
  const file = scriptOf(next, /^main.*js$/)
  stage.door.set(pathOf(next, file, false), faults.unavailable)
  const page = await stranger(browser)
  await page.goto(stage.at(paths.login()))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator(`script[src*="/r/shell/${next.release}/~1/"]`).first()).toBeAttached()

  stage.door.set(/\/r\/shell\/.*main.*js$/, faults.unavailable)
  const other = await stranger(browser)
  await other.goto(stage.at(paths.login()))
  await expect(other.getByRole('alert')).toHaveText(/未能加载/)
  stage.door.clear()
  await other.getByRole('button').click()
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  // Without its texts the shell has no texts of its own: those of the page remain.
  const texts = (next.preload.locales['zh-CN'] ?? []).filter((name) => name.endsWith('.js'))
  expect(texts).not.toEqual([])
  stage.door.set(
    new RegExp(`/r/shell/.*(${texts.map((name) => name.replaceAll('.', '\\.')).join('|')})$`),
    faults.html404,
  )
  const wordless = await stranger(browser)
  await wordless.goto(stage.at(paths.login()))
  await expect(wordless.getByRole('alert')).toHaveText(/未能加载/)
  await expect(wordless.getByRole('button')).toHaveCount(1)
})

test('a failure behind the sign-in page loads the next shell, or shows a message above typed input', async ({
  browser,
  stage,
}) => {
  const { former, next } = nextShell(stage, '0000000005a3')
  const behind = Object.keys(next.files).find((file) => /^portal\..*\.js$/.test(file)) ?? ''
  expect(behind).not.toBe('')
  stage.door.set(pathOf(next, behind, true), faults.html404)
  const told = () =>
    stage.door.beacons.filter(({ part, kind }) => part === 'shell' && kind === 'fault').map(({ release }) => release)

  const page = await stranger(browser)
  await page.goto(stage.at(paths.login()))
  await expect(page.locator(`script[src*="/r/shell/${former}/"]`).first()).toBeAttached()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(told()).toContain(next.release)

  stage.door.beacons.length = 0
  const other = await stranger(browser)
  await other.goto(stage.at(paths.login()))
  const account = other.locator('input[name=username]')
  await account.fill('somebody')
  await expect(other.getByRole('alert')).toHaveText(/其余部分未能加载/)
  await expect.poll(told).toContain(next.release)
  await expect(account).toHaveValue('somebody')
  // First by hand, then automatically once nothing is typed any more.
  await other.getByRole('alert').getByRole('button').click()
  await expect(other.locator(`script[src*="/r/shell/${former}/"]`).first()).toBeAttached()
  await other.context().close()
})

test('without JavaScript a message is shown in the language of the browser', async ({ browser, stage }) => {
  for (const [locale, lang, text] of [
    ['zh-CN', 'zh-CN', '启用'],
    ['zh-HK', 'zh-TW', '啟用'],
    ['en-GB', 'en-US', 'needs JavaScript'],
    ['pt-PT', 'pt-BR', 'precisa de JavaScript'],
    ['fi', 'zh-CN', '启用'],
  ] as const) {
    const context = await browser.newContext({ javaScriptEnabled: false, locale })
    const page = await context.newPage()
    await page.goto(stage.at(paths.login()))
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.locator('noscript p')).toContainText(text)
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await context.close()
  }
})
