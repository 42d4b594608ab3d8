import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@helioport/contract'
import { indexAndHintEventsPath, type Beacon } from '@helioport/contract/beacon'
import type { Release } from '@helioport/contract/release'
import type { Page } from 'playwright/test'
import { expect, type Stage, test } from '../support/stage.ts'
import { buildTrial, heardByLines, type TrialPage, trialPath } from '../support/trial-remote.ts'

let trial: Release | undefined

/** Points the index to the misbehaving remote, without a former release to fall back to. */
async function pointToTrial(stage: Stage): Promise<Release> {
  trial ??= await buildTrial(stage, stage.current('record').scope)
  stage.point('functions', trial)
  return trial
}

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, path)
}

/** Checks that header, menu and the pages of other remotes work. */
async function smoke(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: '主菜单' }).first()
  for (const [name, heading] of [
    ['公告', '公告'],
    ['账户', '账户'],
    ['记录', '记录'],
  ] as const) {
    await menu.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  }
  await page.getByRole('button', { name: /^语言/ }).click()
  await expect(page.getByRole('menuitemradio', { name: /English/ })).toBeVisible()
  await page.keyboard.press('Escape')
}

const card = (page: Page) => page.getByRole('main').getByRole('alert')
const crashes = (stage: Stage, release: Release) =>
  stage.door.beacons.filter((one) => one.release === release.release && one.kind === 'crash')
const told = (stage: Stage, release: Release, fault: Beacon['fault']) =>
  expect.poll(() => crashes(stage, release).map((one) => one.fault)).toContain(fault)

test('a misbehaving remote leaves the shell and the other remotes working', async ({ page, stage }) => {
  const release = await pointToTrial(stage)
  await page.goto(stage.at(paths.bulletin()))
  const open = async (name: TrialPage) => {
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await go(page, trialPath(name))
  }
  const standing = (name: TrialPage) =>
    expect(page.getByRole('main').getByRole('heading', { name, includeHidden: true })).toBeAttached()

  // The slow case runs in a second tab meanwhile.
  const aside = await page.context().newPage()
  const since = Date.now()
  await aside.goto(stage.at(trialPath('suspend')))
  const suspended = card(aside)
    .waitFor()
    .then(() => Date.now() - since)

  await test.step('an exception while loading', async () => {
    await open('load')
    await expect(card(page)).toHaveAttribute('data-fault', 'script')
    await smoke(page)
  })
  await test.step('an exception while rendering, and in an effect', async () => {
    for (const name of ['render', 'effect'] as const) {
      await open(name)
      await expect(card(page)).toHaveAttribute('data-fault', name)
      await told(stage, release, name)
      await smoke(page)
    }
  })
  await test.step('a page that suspends forever', async () => {
    await expect(card(aside)).toHaveAttribute('data-fault', 'suspend', { timeout: 12_000 })
    expect(await suspended).toBeGreaterThan(7_000)
    await told(stage, release, 'suspend')
    await smoke(aside)
    await aside.close()
  })
  await test.step('an exception in an event handler, and a rejected promise', async () => {
    for (const name of ['handler', 'promise'] as const) {
      await open(name)
      await page
        .getByRole('main')
        .getByRole('button', { name: /throw|reject/ })
        .click()
      await standing(name)
      await told(stage, release, name)
      await smoke(page)
    }
  })
  await test.step('a timer that throws repeatedly is quarantined, and silent from then on', async () => {
    await open('timer')
    await expect(card(page)).toHaveAttribute('data-quarantined', 'true', { timeout: 10_000 })
    await expect(card(page)).toHaveAttribute('data-fault', 'handler')
    const thrown = await page.evaluate(async () => {
      let count = 0
      window.addEventListener('error', () => (count += 1))
      await new Promise((done) => setTimeout(done, 500))
      return count
    })
    expect(thrown).toBe(0)
    await smoke(page)
  })
  await test.step('what a page adds to document, body, window and timers is removed with it', async () => {
    await open('traces')
    await standing('traces')
    await expect(page.locator('#trial-overlay')).toBeAttached()
    await go(page, paths.bulletin())
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('公告')
    const counted = () =>
      page.evaluate(async () => {
        const root = document.documentElement as HTMLElement & { counts: Record<string, number> }
        root.counts = {}
        await new Promise((done) => setTimeout(done, 300))
        window.dispatchEvent(new Event('trial'))
        document.dispatchEvent(new Event('trial-document'))
        window.dispatchEvent(new Event('focus'))
        window.visualViewport?.dispatchEvent(new Event('trial'))
        document.querySelector('header')?.dispatchEvent(new Event('trial'))
        root.toggleAttribute('data-trial')
        history.pushState(history.state, '')
        await fetch('/releases/index.json')
        return root.counts
      })
    expect(await counted()).toEqual({})
    const left = await page.evaluate(() => ({
      styles: [...document.querySelectorAll('style')].filter(({ textContent }) => textContent.includes('hidden }'))
        .length,
      sheets: document.adoptedStyleSheets.length,
      elements: document.querySelectorAll('#trial-overlay, trial-mark').length,
      classes: `${document.body.className}${document.body.style.opacity}${document.documentElement.className}`,
      global: 'trialGlobal' in window,
      patched: 'trialLast' in Array.prototype || Object.hasOwn(history, 'pushState'),
      rules: [...document.styleSheets].filter(({ cssRules: [first] }) => first?.cssText.startsWith('footer {')).length,
    }))
    expect(left).toEqual({ styles: 0, sheets: 0, elements: 0, classes: '', global: false, patched: false, rules: 0 })
    await smoke(page)
    // On re-entry it has exactly what its modules added when they were loaded.
    await go(page, trialPath('traces'))
    await standing('traces')
    await page.locator('#trial-overlay').waitFor({ state: 'attached' })
    expect(await counted()).toMatchObject({
      module: 1,
      window: 1,
      document: 1,
      property: 1,
      viewport: 1,
      header: 1,
      observer: 1,
      history: 1,
    })
  })
  await test.step('antd’s styles stay when the remote that first needed them is left', async () => {
    await open('select')
    await expect(page.locator('.ant-select')).toBeVisible()
    const rules = () =>
      page.evaluate(() => [...document.querySelectorAll<HTMLStyleElement>('style[data-rc-order]')].reduce((sum, { sheet }) => sum + (sheet?.cssRules.length ?? 0), 0)) // prettier-ignore
    await expect.poll(rules).toBeGreaterThan(100)
    const before = await rules()
    await go(page, paths.bulletin())
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('公告')
    // antd removes the values of its own theme itself.
    expect(await rules()).toBeGreaterThan(before - 10)
    await smoke(page)
  })
  await test.step('a global style', async () => {
    await open('style')
    await standing('style')
    await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible()
    await smoke(page)
    await expect(page.locator('h1').first()).not.toHaveCSS('color', 'rgb(1, 2, 3)')
  })
  await test.step('elements whose ids are the name of a remote and of its global', async () => {
    await open('id')
    await standing('id')
    await go(page, paths.bulletin())
    await smoke(page)
    // The neighbour is loaded only while the elements exist.
    await go(page, trialPath('calm'))
    await page.reload()
    await standing('calm')
    await page.evaluate((id) => {
      for (const name of ['record', id]) document.body.append(Object.assign(document.createElement('i'), { id: name }))
    }, stage.current('record').scope)
    await smoke(page)
  })
})

test('channels and streams of a remote close on leaving and reopen on return; custom elements follow the release', async ({
  page,
  stage,
}) => {
  const release = await pointToTrial(stage)
  const other = stage.clone(release, { digits: '0000000002fc' })
  await page.goto(stage.at(paths.bulletin()))
  const show = (one: Release) =>
    expect(async () => {
      await go(page, paths.bulletin())
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('公告')
      await go(page, trialPath('lines'))
      await expect(page.locator('trial-line')).toHaveText(one.release, { timeout: 5_000 })
    }).toPass()

  await show(release)
  const heard = { module: 1, effect: 1, at: 1, isOpen: true, made: 'trial-line' }
  expect(await heardByLines(page)).toEqual(heard)
  await go(page, paths.bulletin())
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('公告')
  expect(await heardByLines(page)).toEqual({ isOpen: false, made: 'trial-line' })
  await show(release)
  expect(await heardByLines(page)).toEqual(heard)

  stage.point('functions', other, release)
  await show(other)
  expect(await heardByLines(page)).toEqual({ ...heard, further: 1 })
  stage.point('functions', release, other)
  await show(release)
  expect(await heardByLines(page)).toEqual(heard)
})

/** Path of the script of a release that contains a library of its own. */
function scriptWith(stage: Stage, { name, release, files }: Release, library: string): string {
  const folder = join(stage.store, 'r', name, release)
  const mapOf = (file: string) => readFileSync(join(folder, `${file}.map`), 'utf8')
  const found = Object.keys(files).filter((file) => file.endsWith('.js') && existsSync(join(folder, `${file}.map`)) && mapOf(file).includes(`node_modules/${library}/`)) // prettier-ignore
  if (found.length === 0) throw new Error(`no script holds ${library}`)
  return `/r/${name}/${release}/${found[0]}`
}

test('a library comes from the shell if its version fits, else from the remote; its own antd leaves nothing behind', async ({
  page,
  stage,
}) => {
  const fits = await pointToTrial(stage)
  const other = await buildTrial(stage, stage.current('record').scope, '^4.5.7')
  for (const [release, isShared] of [
    [fits, true],
    [other, false],
  ] as const) {
    stage.point('functions', release)
    stage.door.asked.length = 0
    await page.goto(stage.at(paths.bulletin()))
    await page.reload()
    const refused = await page.evaluateHandle(() => {
      const all: string[] = []
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => all.push(violatedDirective))
      return all
    })
    const push = page.getByRole('main').getByRole('button', { name: 'push' })
    const styles = page.locator(`style[data-scope="${release.scope}"]`)
    for (const _time of ['first', 'again']) {
      await go(page, trialPath('libraries'))
      await expect(page.getByRole('main').getByRole('status')).toHaveText('7')
      // Styles of its own antd have the page's nonce, and class names that no other antd styles.
      await expect(push).toHaveClass(new RegExp(`(^| )${release.scope}-ant-btn( |$)`))
      await expect(push).not.toHaveClass(/(^| )ant-btn/)
      await expect(push).toHaveCSS('border-radius', '6px')
      expect(await styles.count()).toBeGreaterThan(0)
      await go(page, paths.bulletin())
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('公告')
      await expect(styles).toHaveCount(0)
    }
    expect(await refused.jsonValue()).toEqual([])
    expect(stage.door.asked.includes(scriptWith(stage, release, 'zustand'))).toBe(!isShared)
    await smoke(page)
  }
})

test('three crashes in a minute quarantine a remote in this tab; a person can reopen it, safe mode ignores it', async ({
  page,
  stage,
}) => {
  await pointToTrial(stage)
  await page.goto(stage.at(paths.bulletin()))
  for (const isLast of ['false', 'false', 'true']) {
    await go(page, paths.bulletin())
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('公告')
    await go(page, trialPath('render'))
    await expect(card(page)).toHaveAttribute('data-quarantined', isLast)
  }
  await expect(card(page)).toContainText('已被隔离')
  // The whole remote is quarantined, also its calm page, and after a reload.
  await go(page, trialPath('calm'))
  await expect(card(page)).toHaveAttribute('data-quarantined', 'true')
  await page.reload()
  await expect(card(page)).toHaveAttribute('data-quarantined', 'true')
  await smoke(page)

  await page.goto(stage.at(trialPath('calm'), '?safe=1'))
  await expect(page.getByRole('main').getByRole('heading', { name: 'calm' })).toBeVisible()
  await page.goto(stage.at(trialPath('calm')))
  await page.getByRole('main').getByRole('button', { name: '重新打开' }).click()
  await expect(page.getByRole('main').getByRole('heading', { name: 'calm' })).toBeVisible()
})

test('unsaved input holds back an update; the header offers it, and accepting it moves the focus to the page', async ({
  page,
  stage,
}) => {
  const release = await pointToTrial(stage)
  const next = stage.clone(release, { digits: '0000000002ff' })
  const main = page.getByRole('main')
  await page.goto(stage.at(trialPath('form')))
  await expect.poll(() => stage.door.asked.includes(indexAndHintEventsPath)).toBe(true)
  await main.getByLabel('note').fill('not saved yet')
  stage.point('functions', next, release)
  const banner = page.getByRole('status').filter({ hasText: '新版本已就绪' })
  await expect(banner).toBeVisible()
  await expect(main.getByLabel('note')).toBeFocused()
  await expect(main.getByLabel('note')).toHaveValue('not saved yet')
  await expect(page.locator('main [data-remote="functions"]')).toHaveAttribute('data-release', release.release)
  await banner.getByRole('button', { name: '立即更新' }).click()
  await expect(page.locator('main [data-remote="functions"]')).toHaveAttribute('data-release', next.release)
  await expect(main).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: '已是最新版本' })).toBeAttached()
  await expect(banner).toHaveCount(0)

  // Saved or emptied input holds nothing: the release is exchanged at the next step.
  await main.getByLabel('note').fill('x')
  await main.getByLabel('note').fill('')
  stage.point('functions', release, next)
  await expect(page.locator('main [data-remote="functions"]')).toHaveAttribute('data-release', next.release)
  await expect(async () => {
    await go(page, trialPath('calm'))
    await expect(main.getByRole('heading', { name: 'calm' })).toBeVisible()
    await go(page, trialPath('form'))
    await expect(page.locator('main [data-remote="functions"]')).toHaveAttribute('data-release', release.release, {
      timeout: 1_000,
    })
  }).toPass({ timeout: 10_000 })
})

test('99 of 100 errors thrown by two releases are reported for the right release', async ({ page, stage }) => {
  const release = await pointToTrial(stage)
  const other = stage.clone(release, { digits: '0000000002fe' })
  const thrown = new Map<string, number>()
  for (const one of [release, other]) {
    stage.point('functions', one)
    for (const name of ['handler', 'promise'] as const) {
      await page.goto(stage.at(trialPath(name)))
      await page.reload()
      await expect(page.locator('main [data-remote="functions"]')).toHaveAttribute('data-release', one.release)
      // Ten errors within a minute quarantine the release.
      await page.evaluate(async () => {
        for (let i = 0; i < 25; i += 1) document.querySelector<HTMLButtonElement>('main button')?.click()
        sessionStorage.removeItem('helioport.quarantine')
      })
      thrown.set(one.release, (thrown.get(one.release) ?? 0) + 25)
      const sum = [...thrown.values()].reduce((all, count) => all + count, 0)
      await expect
        .poll(() => stage.door.beacons.filter(({ kind }) => kind === 'crash').length)
        .toBeGreaterThanOrEqual(sum)
    }
  }
  const right = [release, other].reduce(
    (sum, one) => sum + Math.min(crashes(stage, one).length, thrown.get(one.release) ?? 0),
    0,
  )
  console.log(`${right} of 100 errors told of the right release`)
  expect(right).toBeGreaterThanOrEqual(99)
  const wrong = stage.door.beacons.filter(({ kind, part }) => kind === 'crash' && part !== 'functions')
  expect(wrong).toEqual([])
})

test('a page that leaks memory is reported and replaced by a card', async ({ page, stage }) => {
  const release = await pointToTrial(stage)
  await page.goto(stage.at(trialPath('leak')))
  await expect(card(page)).toHaveAttribute('data-fault', 'memory', { timeout: 90_000 })
  await told(stage, release, 'memory')
  await smoke(page)
})

test('a page that hangs is reported, and the next load has the former release', async ({ page, stage }) => {
  const former = await pointToTrial(stage)
  const release = stage.clone(former, { digits: '0000000002fd' })
  stage.point('functions', release, former)
  await page.goto(stage.at(trialPath('loop')))
  await expect(page.locator(`[data-release="${release.release}"]`)).toBeAttached()
  await expect.poll(() => stage.door.asked.includes('/releases/watchdog.js')).toBe(true)
  const button = page.getByRole('main').getByRole('button')
  // Long enough for two heartbeats of the page.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 2_500)))
  void button.click({ noWaitAfter: true }).catch(() => undefined)
  await expect.poll(() => crashes(stage, release).map(({ fault }) => fault)).toContain('hang')
  const next = await page.context().newPage()
  await next.goto(stage.at(trialPath('loop')))
  await expect(next.locator(`[data-release="${former.release}"]`)).toBeAttached()
  await next.close()
})
