import { paths, recordTabs, settingTabs, type Station } from '@helioport/contract'
import type { Locator, Page } from 'playwright/test'
import { pngFile } from '../support/picture-file.ts'
import { portal } from '../support/portal.ts'
import { prefer } from '../support/preferences.ts'
import { expect, read, test } from '../support/signed-in.ts'
import { seriousFindings } from '../support/violations.ts'

/** Horizontal overflow of a page, px. */
const sidewaysOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const looks = [
  { theme: 'light', locale: 'zh-CN', width: 1440 },
  { theme: 'dark', locale: 'en-US', width: 320 },
  { theme: 'dark', locale: 'he', width: 1440 },
]

/** Pages of forms and tables with the same components: each is checked in one look only. */
const further = [
  ...recordTabs.filter((tab) => tab !== 'alarms').map((tab) => paths.record(tab)),
  ...settingTabs.filter((tab) => tab !== 'basic').map((tab) => paths.setting(tab)),
  paths.bulletin(),
  paths.customized(),
]

for (const [look, { theme, locale, width }] of looks.entries()) {
  test(`no serious accessibility finding on any page: ${theme}, ${locale}, ${width} wide`, async ({
    page,
    api,
    at,
  }) => {
    const [station] = await read<Station[]>(api, '/stations')
    if (!station) throw new Error('there are stations')
    await page.setViewportSize({ width, height: 844 })
    await prefer(page, { theme, locale })
    const ofStation = [
      `${paths.station('charts', station.memberId, station.id)}?view=energy`,
      paths.station('sharing', station.memberId, station.id),
      paths.station('information', station.memberId, station.id),
      paths.stationAdd(),
    ]
    for (const path of [
      ...ofStation.filter((_, nth) => nth % looks.length === look),
      paths.dashboard(),
      paths.stationList(),
      `${paths.stationList()}?layout=cards`,
      paths.station('charts', station.memberId, station.id),
      paths.station('devices', station.memberId, station.id),
      paths.station('performance', station.memberId, station.id),
      paths.station('alarms', station.memberId, station.id),
      paths.deviceList(),
      paths.record(),
      paths.account(),
      paths.setting('basic'),
      paths.functionSetting(),
      paths.screen(),
      ...further.filter((_, at) => at % looks.length === look),
    ]) {
      await page.goto(at(path))
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      await page.waitForLoadState('networkidle')
      await expect(page.locator('[data-fault]')).toHaveCount(0)
      expect(await sidewaysOf(page), `${path} does not scroll sideways`).toBeLessThanOrEqual(1)
      expect(await seriousFindings(page), path).toEqual([])
    }
  })
}

for (const [theme, locale, width] of [
  ['light', 'en-US', 1440],
  ['dark', 'he', 320],
] as const) {
  test(`no serious accessibility finding in calendar and picture cropper: ${theme}, ${locale}, ${width} wide`, async ({
    page,
    api,
    at,
  }) => {
    const [station] = await read<Station[]>(api, '/stations')
    if (!station) throw new Error('there are stations')
    await page.setViewportSize({ width, height: 844 })
    await prefer(page, { theme, locale })
    await page.goto(at(paths.station('charts', station.memberId, station.id)))
    await page.locator('[data-day-shown] button').nth(1).click()
    await expect(page.getByRole('grid')).toBeVisible()
    expect(await sidewaysOf(page)).toBeLessThanOrEqual(1)
    expect(await seriousFindings(page)).toEqual([])

    await page.goto(at(paths.stationAdd()))
    await page
      .locator('input[type=file][name=picture]')
      .setInputFiles({ name: 'roof.png', mimeType: 'image/png', buffer: pngFile(600, 400) })
    await expect(page.getByRole('dialog').getByRole('application')).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
  })
}

for (const [theme, locale, width] of [
  ['light', 'zh-CN', 1440],
  ['dark', 'he', 320],
] as const) {
  test(`no serious accessibility finding on signed-out pages and in their language list: ${theme}, ${locale}, ${width} wide`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' })
    await prefer(context, { theme, locale })
    const page = await context.newPage()
    const token = 'a'.repeat(43)
    for (const path of [
      paths.login(),
      paths.register(),
      paths.forgotPassword(),
      paths.activate(token),
      paths.unsubscribe(token),
      `${paths.company()}?why=notLetIn`,
    ]) {
      await page.goto(`${portal().url}/#${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await sidewaysOf(page), `${path} does not scroll sideways`).toBeLessThanOrEqual(1)
      expect(await seriousFindings(page), path).toEqual([])
    }
    await page.getByRole('banner').getByRole('button').first().click()
    await page.getByRole('menuitem').last().click()
    await expect(page.getByRole('searchbox')).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await context.close()
  })
}

test('by keyboard alone: from the list into a station, its tabs, its curves and its table', async ({
  page,
  api,
  at,
}) => {
  const [station] = await read<Station[]>(api, '/stations')
  if (!station) throw new Error('there are stations')
  await page.goto(at(`${paths.stationList()}?search=${encodeURIComponent(station.name)}`))
  await expect(page.getByRole('row')).toHaveCount(2)
  /** Presses Tab until the target is focused; then it must be visible with a focus ring. */
  const walkTo = async (target: Locator, most = 60) => {
    for (let step = 0; step < most; step += 1) {
      await page.keyboard.press('Tab')
      // Checked immediately: an element that is redrawn when its figures arrive loses the focus.
      const outline = await target.evaluate((element) =>
        element === document.activeElement ? getComputedStyle(element).outlineStyle : undefined,
      )
      if (outline === undefined) continue
      await expect(target).toBeInViewport()
      return expect(outline, 'a focus ring').not.toBe('none')
    }
    throw new Error(`not reached in ${most} steps: ${String(target)}`)
  }
  const main = page.getByRole('main')
  await walkTo(main.getByRole('link', { name: station.name }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/station\/detail\/charts/)
  const tabs = main.getByRole('navigation')
  for (const [tab, name] of [
    ['devices', /^设备/],
    ['charts', /^图表/],
  ] as const) {
    const link = tabs.getByRole('link', { name }).first()
    await expect(link).toBeVisible()
    await page.evaluate(() => document.querySelector<HTMLElement>('#content')?.focus())
    await walkTo(link)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`#/station/detail/${tab}`))
  }
  const chart = page.getByTestId('day-chart')
  const drawing = chart.getByRole('img').first()
  await expect(drawing).toBeVisible()
  await walkTo(main.getByRole('radiogroup', { name: '显示内容' }).getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/view=energy/)
  await walkTo(chart.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowRight')
  await expect(chart.getByRole('row').nth(1)).toBeVisible()
})
