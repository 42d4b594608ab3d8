import { paths } from '@helioport/contract'
import type { Page } from 'playwright/test'
import { expect, type Stage, test } from '../support/stage.ts'

/** Requested files of a remote, with repetitions. */
const askedOf = (stage: Stage, remote: string) => {
  const base = `/r/${remote}/${stage.current(remote).release}/`
  return stage.door.asked.flatMap((path) => (path.startsWith(base) ? path.slice(base.length) : [])).sort()
}

/** Files of its first page: record, entry, page with styles, Chinese texts. */
function filesOf(stage: Stage, remote: string, page: string): string[] {
  const { always, pages, locales } = stage.current(remote).preload
  return [...new Set(['release.json', ...always, ...(pages[page] ?? []), ...(locales['zh-CN'] ?? [])])].sort()
}

/** Globals that a remote's code creates as soon as it runs. */
const tracesOf = (page: Page, scope: string) =>
  page.evaluate(
    (name) => [name, `rspackChunk${name}`].filter((global) => Reflect.get(window, global) !== undefined),
    scope,
  )

test('a page is prefetched while pointer or focus rest on its menu entry; other pages are not', async ({
  page,
  stage,
}) => {
  const menu = page.getByRole('navigation', { name: '主菜单' }).first()
  await page.goto(stage.at(paths.bulletin()))
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('公告')
  await page.waitForLoadState('networkidle')
  for (const remote of ['device', 'account', 'functions']) expect(askedOf(stage, remote), remote).toEqual([])

  const { scope } = stage.current('device')
  await menu.getByRole('link', { name: '设备', exact: true }).hover()
  await expect.poll(() => askedOf(stage, 'device')).toEqual(filesOf(stage, 'device', 'list'))
  await expect.poll(() => tracesOf(page, scope)).toHaveLength(2)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('公告')

  // By keyboard.
  await menu.getByRole('link', { name: '账户', exact: true }).focus()
  await expect.poll(() => askedOf(stage, 'account')).toEqual(filesOf(stage, 'account', 'center'))
  await expect.poll(() => tracesOf(page, stage.current('account').scope)).toHaveLength(2)

  await menu.getByRole('link', { name: '设备', exact: true }).click()
  await expect(page.locator('main [data-remote="device"]')).toBeAttached()
  // The prefetched files are the ones that run: none is requested again.
  expect(askedOf(stage, 'device')).toEqual(filesOf(stage, 'device', 'list'))
  expect(askedOf(stage, 'functions')).toEqual([])
})
