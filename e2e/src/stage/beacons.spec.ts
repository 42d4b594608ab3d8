import { beaconPath, indexAndHintEventsPath, maxBeacons, vitalNames, type Beacon } from '@helioport/contract/beacon'
import { paths } from '@helioport/contract'
import type { Page } from 'playwright/test'
import { expect, test } from '../support/stage.ts'

const shown = (page: Page) => page.locator('main [data-remote="functions"]')

async function go(page: Page, path: string, heading: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, path)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(heading)
}

test('beacons report load, unload and web vitals with part, release, cohort and serial, in few requests', async ({
  page,
  stage,
}) => {
  const { release } = stage.current('functions')
  const shell = stage.index().shell?.release
  await page.goto(stage.at(paths.functionSetting()))
  await expect(shown(page)).toBeAttached()
  const told = (kind: Beacon['kind'], part: string) =>
    expect.poll(() => stage.door.beacons.find((one) => one.kind === kind && one.part === part))
  await told('load', 'functions').toMatchObject({ release, cohort: 'stable', serial: stage.index().serial })
  await told('load', 'shell').toMatchObject({ release: shell, cohort: 'stable' })
  await go(page, paths.bulletin(), '公告')
  await told('unload', 'functions').toMatchObject({ release })
  await told('load', 'record').toMatchObject({ release: stage.current('record').release })
  // To a page of the same origin: for another origin the browser ends the process, on a busy machine before it has sent
  // beacons.
  await page.goto(`${stage.door.url}/healthz`)
  await expect
    .poll(() => new Set(stage.door.beacons.flatMap(({ vital }) => vital?.name ?? [])))
    .toEqual(new Set(vitalNames.filter((name) => name !== 'INP')))
  for (const { vital } of stage.door.beacons.filter(({ kind }) => kind === 'vital')) {
    expect(vital?.value).toBeGreaterThanOrEqual(0)
  }
  expect(new Set(stage.door.beacons.map(({ tab }) => tab)).size).toBe(1)
  expect(stage.door.asked.filter((path) => path === beaconPath).length).toBeLessThan(stage.door.beacons.length)
  expect(stage.door.beacons.length).toBeLessThan(maxBeacons)
})

test('a canary runs permanently in the browsers of its cohort; a revoked one nowhere, not even from cache', async ({
  browser,
  page,
  stage,
  context,
}) => {
  const stable = stage.current('functions')
  const canary = stage.clone(stable, { digits: '000000000501' })
  const offer = (percent: number, revoked: string[] = []) =>
    stage.change((index) => ({
      ...index,
      canaries: { functions: { release: stage.indexed(canary), percent } },
      revoked,
    }))
  offer(10)
  const state = await context.storageState()
  const open = async (bucket: number) => {
    const own = await browser.newContext({ storageState: state, locale: 'zh-CN' })
    await own.addInitScript((number) => {
      if (localStorage.getItem('helioport.cohort') === null) localStorage.setItem('helioport.cohort', String(number))
      localStorage.setItem('token', '1')
    }, bucket)
    const tab = await own.newPage()
    await tab.goto(stage.at(paths.functionSetting()))
    return tab
  }
  const [inside, outside] = [await open(9), await open(10)]
  // On a very busy machine a release may be silent for 1.5 s, and the page falls back to the next one; then reload.
  await expect(async () => {
    if ((await shown(inside).getAttribute('data-release')) !== canary.release) await inside.reload()
    await expect(shown(inside)).toHaveAttribute('data-release', canary.release, { timeout: 5_000 })
  }).toPass()
  await expect(shown(outside)).toHaveAttribute('data-release', stable.release)
  await expect
    .poll(
      () =>
        stage.door.beacons
          .filter(({ kind, part }) => kind === 'load' && part === 'functions')
          .map(({ release, cohort }) => `${release} ${cohort}`),
      { timeout: 15_000 },
    ) // prettier-ignore
    .toEqual(expect.arrayContaining([`${stable.release} stable`, `${canary.release} canary`]))
  offer(50)
  for (const tab of [inside, outside]) {
    await tab.reload()
    await expect(shown(tab)).toHaveAttribute('data-release', canary.release)
  }
  // A cohort number is drawn once and kept.
  await page.goto(stage.at(paths.bulletin()))
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('公告')
  const drawn = await page.evaluate(() => localStorage.getItem('helioport.cohort'))
  expect(drawn).toMatch(/^\d{1,2}$/)
  await page.reload()
  expect(await page.evaluate(() => localStorage.getItem('helioport.cohort'))).toBe(drawn)

  await expect.poll(() => stage.door.asked.filter((path) => path === indexAndHintEventsPath).length).toBeGreaterThan(2) // prettier-ignore
  offer(100, [`functions/${canary.release}`])
  const isAsked = () => stage.door.asked.some((path) => path.includes(`/r/functions/${canary.release}/`))
  await expect(async () => {
    await go(inside, paths.bulletin(), '公告')
    await go(inside, paths.functionSetting(), '功能设置')
    await expect(shown(inside)).toHaveAttribute('data-release', stable.release, { timeout: 500 })
  }).toPass({ timeout: 15_000 })
  stage.door.asked.length = 0
  await inside.reload()
  await expect(shown(inside)).toHaveAttribute('data-release', stable.release)
  expect(isAsked()).toBe(false)
  for (const tab of [inside, outside]) await tab.context().close()
})
