import { readFileSync } from 'node:fs'
import { type Account, type Device, paths } from '@helioport/contract'
import { prefer } from '../support/preferences.ts'
import { expect, read, test } from '../support/signed-in.ts'

const pages = [
  { area: 'station', path: paths.dashboard() },
  { area: 'station', path: paths.stationList() },
  { area: 'device', path: paths.deviceList() },
  { area: 'record', path: paths.record() },
  { area: 'record', path: paths.bulletin() },
  { area: 'record', path: paths.download() },
  { area: 'account', path: paths.account() },
  { area: 'account', path: paths.setting('basic') },
  { area: 'account', path: paths.customized() },
  { area: 'functions', path: paths.functionSetting() },
]

test('every page opens with a translated title, and a remote’s code is fetched only on its route', async ({
  page,
  at,
}) => {
  const fetched = new Set<string>()
  page.on('request', (request) => {
    const remote = /\/r\/([a-z]+)\//.exec(request.url())?.[1]
    if (remote && remote !== 'shell') fetched.add(remote)
  })
  const entered = new Set<string>()
  for (const { area, path } of pages) {
    entered.add(area)
    await page.goto(at(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(page).toHaveTitle(/[一-鿿].*Helioport/)
    expect([...fetched].sort()).toEqual([...entered].sort())
  }
})

test('redirects, menu entries, the page without a frame, and the not-found page', async ({ page, at }) => {
  for (const [from, to] of [
    ['/', '/station/list'],
    ['/setting', '/setting/basic'],
    ['/station', '/station/list'],
    ['/device', '/device/list'],
    ['/station/detail', '/station/detail/charts'],
    ['/device/detail', '/device/detail/charts'],
  ] as const) {
    await page.goto(at(from))
    await expect(page).toHaveURL(new RegExp(`#${to}`))
  }
  await page.goto(at(paths.stationList()))
  const menu = page.getByRole('navigation').first()
  const hrefs = await menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const path of [
    '/dashboard',
    '/customized',
    '/station',
    '/device',
    '/record',
    '/account',
    '/bulletin',
    '/functionSetting',
  ]) {
    expect(
      hrefs.some((href) => href?.startsWith(`#${path}`)),
      `${path} is in the menu`,
    ).toBe(true)
  }
  for (const hidden of ['/setting', '/download', '/screen', '/login']) {
    expect(
      hrefs.some((href) => href?.startsWith(`#${hidden}`)),
      `${hidden} is hidden in the menu`,
    ).toBe(false)
  }
  await page.goto(at(paths.screen()))
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0)
  await page.goto(at('/no/such/page'))
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).toHaveURL(/#\/station\/list/)
})

test('a device opens on its curve', async ({ page, api, at }) => {
  await page.goto(at(paths.deviceList()))
  const [device] = await read<Device[]>(api, '/devices')
  if (!device) throw new Error('there are devices')
  await page.getByRole('link', { name: device.name }).first().click()
  await expect(page).toHaveURL(/#\/device\/detail\/charts\//)
  const chart = page.locator('[data-points]').first()
  await expect.poll(async () => Number(await chart.getAttribute('data-points'))).toBeGreaterThan(0)
})

test('basic settings are saved, and an invalid value is marked at its field', async ({ page, api, at }) => {
  const before = await read<Account>(api, '/account')
  await page.goto(at(paths.setting('basic')))
  const nickname = page.getByLabel('昵称')
  await expect(nickname).toHaveValue(before.nickname)
  const phone = page.getByLabel('电话', { exact: false }).first()
  await phone.fill('not a phone')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  await phone.fill('+886 2 1234 5678')
  const renamed = `${before.nickname}!`.slice(-40)
  await nickname.fill(renamed)
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(async () => (await read<Account>(api, '/account')).nickname).toBe(renamed)
  await page.reload()
  await expect(page.getByLabel('昵称')).toHaveValue(renamed)
})

interface WideView {
  /** Length of the longest line of text in characters, and the text. */
  line: number
  text: string
  /** Words in view. */
  words: number
  /** Left and right edge of the visible content, as shares of the width. */
  begins: number
  ends: number
  isWhole: boolean
}

function viewed(): WideView {
  const [width, height] = [window.innerWidth, window.innerHeight]
  const main = document.querySelector('main') ?? document.body
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  const view = { line: 0, text: '', words: 0, begins: 1, ends: 0 }
  const reach = ({ left, right }: DOMRect) => {
    view.begins = Math.min(view.begins, left / width)
    view.ends = Math.max(view.ends, right / width)
  }
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim()
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = [...range.getClientRects()].filter((box) => box.width > 1)
    const boxes = lines.filter((box) => box.top >= 0 && box.bottom <= height)
    // Text for screen readers only is one pixel wide.
    const isSeen = (node.parentElement?.getBoundingClientRect().width ?? 0) > 1
    if (text === '' || boxes.length === 0 || !isSeen) continue
    boxes.forEach(reach)
    view.words += text.split(/\s+/).length
    const line = text.length / new Set(lines.map(({ top }) => Math.round(top))).size
    if (line > view.line) Object.assign(view, { line, text })
  }
  for (const canvas of main.querySelectorAll('canvas')) reach(canvas.getBoundingClientRect())
  return { ...view, isWhole: document.documentElement.scrollHeight <= height }
}

test('wide screens show more, up to both edges, in lines of at most 100 characters', async ({ page, at, api }) => {
  const [device] = await read<Device[]>(api, '/devices?sort=name')
  if (!device?.stationId) throw new Error('there is no device in a station')
  await prefer(page, { locale: 'en-US', theme: 'light' })
  for (const path of [
    paths.dashboard(),
    paths.stationList(),
    paths.deviceList(),
    paths.station('charts', device.memberId, device.stationId),
    paths.device('charts', device.memberId, device.id),
    paths.functionSetting(),
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(at(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [class*=skeleton i]')).toHaveCount(0)
    const usual = await page.evaluate(viewed)
    for (const width of [2560, 3840]) {
      await page.setViewportSize({ width, height: (width * 9) / 16 })
      const least = usual.isWhole ? usual.words : usual.words + 1
      // Charts are redrawn in their new width, so faults are polled.
      const faults = async () => {
        const { words, begins, ends, line, text } = await page.evaluate(viewed)
        return [
          ...(words < least ? [`${words} words in view, not ${least}`] : []),
          ...(begins > 0.1 || ends < 0.9 ? [`from ${begins} to ${ends} of the width`] : []),
          ...(line > 100 ? [`a line of ${line} letters: ${text}`] : []),
        ]
      }
      await expect.poll(faults, { message: `${path} at ${width}` }).toEqual([])
    }
  }
})

/** Size of a picture, and number of pixels per colour. */
async function pointsOf(png: string) {
  const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0))]))
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
  context?.drawImage(picture, 0, 0)
  const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, picture.width, picture.height) ?? {}
  const colours = new Map<number, number>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
    colours.set(colour, (colours.get(colour) ?? 0) + 1)
  }
  return { width: picture.width, height: picture.height, points: [...colours.values()].toSorted((a, b) => b - a) }
}

test('inverters compared side by side are saved as a picture, also from a right-to-left page', async ({
  page,
  at,
  api,
}) => {
  const devices = await read<Device[]>(api, '/devices?sort=name&pageSize=200')
  const byStation = [...Map.groupBy(devices, ({ stationId }) => stationId)].filter(([id]) => id !== null)
  const [stationId = '', own = []] = byStation.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  // A day that is over in every time zone.
  const date = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  const ids = own.map(({ id }) => id)
  const query = `?station=${stationId}&inverters=${ids.join(',')}&parameters=power,stringCurrents&date=${date}`
  for (const { locale, save, asPicture } of [
    { locale: 'en-US', save: 'Save', asPicture: /As a picture/ },
    // This language still has English texts; it only changes the text direction.
    { locale: 'he', save: 'Save', asPicture: /As a picture/ },
  ]) {
    await prefer(page, { locale, theme: 'dark' })
    await page.goto(at(paths.inverterAnalysis() + query))
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('dir', locale === 'he' ? 'rtl' : 'ltr')
    await expect(page.getByTestId('analysis-median')).toBeVisible()
    await page.getByRole('button', { name: save, exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: asPicture }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.png$/)
    const png = readFileSync(await download.path()).toString('base64')
    const { width, height, points } = await page.evaluate(pointsOf, png)
    expect([width, height >= 96 + 38 * own.length]).toEqual([1600, true])
    // Mostly white, and the colours of the strings per quarter-hour.
    expect(points.length).toBeGreaterThan(8)
    expect(points[0] ?? 0).toBeLessThan(width * height * 0.95)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  }
})
