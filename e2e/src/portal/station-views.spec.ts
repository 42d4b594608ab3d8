import {
  apiBasePath,
  paths,
  type Profile,
  type Station,
  type StationDay,
  type StationsSummary,
} from '@helioport/contract'
import { addDays, dayAt } from '@helioport/time/node'
import { createAccount } from '../support/account.ts'
import { apiOf, expect, read, test } from '../support/signed-in.ts'

const ordered = async (api: Parameters<typeof read>[0]) =>
  (await read<Station[]>(api, '/stations?sort=sortNumber')).map(({ name }) => name)

test('the order of stations is changed by keyboard and by dragging, and is saved', async ({ page, api, at }) => {
  const before = await read<Station[]>(api, '/stations?sort=sortNumber')
  const [first, second, third] = before.map(({ name }) => name)
  await page.goto(at(paths.stationList()))
  await page.getByRole('button', { name: '调整顺序' }).click()
  const list = page.getByTestId('order-list')
  const handle = (name: string | undefined) => list.getByRole('button', { name: `移动 ${name}` })
  try {
    await handle(first).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => ordered(api)).toEqual([second, first, third, ...before.slice(3).map(({ name }) => name)])
    await expect(handle(first)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => ordered(api)).toEqual(before.map(({ name }) => name))

    const [from, to] = [await handle(third).boundingBox(), await handle(first).boundingBox()]
    if (!from || !to) throw new Error('unreachable: both are in view')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y - 4, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => ordered(api)).toEqual([third, first, second, ...before.slice(3).map(({ name }) => name)])
    await page.getByRole('button', { name: '完成' }).click()
    await expect(page.getByRole('row').nth(1)).toContainText(third ?? '')
  } finally {
    await api.put(`${apiBasePath}/station-order`, { data: { stationIds: before.map(({ id }) => id) } })
  }
})

test('the card layout is in the URL; each card shows its age and links to its station', async ({ page, api, at }) => {
  const stations = await read<Station[]>(api, '/stations')
  await page.goto(at(paths.stationList()))
  await page.getByRole('radio', { name: '卡片' }).click()
  await expect(page).toHaveURL(/layout=cards/)
  await page.reload()
  const cards = page.getByTestId('station-cards').getByRole('article')
  await expect(cards).toHaveCount(Math.min(10, stations.length))
  for (const { name } of stations.slice(0, 3)) {
    const card = cards.filter({ hasText: name })
    await expect(card.locator('[data-age]')).toHaveCount(1)
    await expect(card.getByRole('link')).toHaveAttribute('href', /station\/detail\/charts/)
  }
})

test('the dashboard shows the sums of the service, each currency in its own row', async ({ page, api, at }) => {
  await page.goto(at(paths.dashboard()))
  const summary = await read<StationsSummary>(api, '/stations/summary')
  await expect(page.getByTestId('totals-total')).toHaveAttribute('data-value', String(summary.energyTotalKwh))
  const rows = page.getByTestId('incomes').locator('tbody tr')
  await expect(rows).toHaveCount(summary.incomes.length)
  expect(new Set(summary.incomes.map(({ currency }) => currency)).size).toBe(summary.incomes.length)
  await expect(page.getByTestId('ranking').getByRole('listitem')).toHaveCount(Math.min(8, summary.stations))
})

test('energy and income by the hour match the service and add up to the figures of the day', async ({
  page,
  api,
  at,
}) => {
  const stations = await read<Station[]>(api, '/stations')
  const station = stations.find(({ energyYesterdayKwh }) => (energyYesterdayKwh ?? 0) > 0)
  if (!station) throw new Error('one of them produced yesterday')
  const date = addDays(dayAt(Date.now(), station.timeZone), -1)
  const { hours, figures } = await read<StationDay>(api, `/stations/${station.id}/day?date=${date}`)
  await page.goto(at(`${paths.station('charts', station.memberId, station.id)}?date=${date}`))
  const chart = page.getByTestId('day-chart')
  const views = page.getByRole('radiogroup', { name: '显示内容' })
  // Switches views faster than they can be drawn.
  for (let turn = 0; turn < 3; turn += 1) for (const view of await views.getByRole('radio').all()) await view.click()
  for (const [view, name, whole] of [
    ['energyKwh', '发电量', figures.energyKwh],
    ['income', '收益', figures.income],
  ] as const) {
    await views.getByRole('radio', { name }).click()
    await expect(page.getByRole('heading', { name: `每小时${name}` })).toBeVisible()
    await chart.getByRole('radio').last().click()
    const cells = chart.locator('tbody td')
    await expect(cells).toHaveCount(hours.length)
    const shown = await cells.evaluateAll((all) => all.map((cell) => Number(cell.getAttribute('data-value'))))
    expect(shown).toEqual(hours.map((hour) => hour[view]))
    expect(shown.reduce((sum, value) => sum + value, 0)).toBeCloseTo(whole ?? Number.NaN, 3)
  }
})

test('a day and a month are exported as CSV files', async ({ page, api, at }) => {
  const [station] = await read<Station[]>(api, '/stations')
  if (!station) throw new Error('there are stations')
  for (const [query, name] of [
    ['', /^station-day-.*\.csv$/],
    ['?period=month', /\.csv$/],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(at(`${paths.station('charts', station.memberId, station.id)}${query}`))
    await page.getByRole('button', { name: '导出' }).click()
    const waiting = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    expect((await waiting).suggestedFilename()).toMatch(name)
  }
})

test('the wall display marks its figures as old while offline for hours, and recovers by itself', async ({
  page,
  at,
}) => {
  await page.clock.install()
  await page.goto(at(paths.screen()))
  const wall = page.getByTestId('screen')
  await expect(wall).toHaveAttribute('data-connection', 'live')
  await expect(page.locator('[data-plant]').first()).toBeVisible()
  await page.context().setOffline(true)
  for (let hours = 0; hours < 3; hours += 1) await page.clock.fastForward(3_600_000)
  await expect(wall).toHaveAttribute('data-connection', 'lost')
  await expect(page.locator('[data-plant]').first()).toBeVisible()
  await page.context().setOffline(false)
  await page.clock.fastForward(60_000)
  await expect(wall).toHaveAttribute('data-connection', 'live')
})

test('the wall display shows the figures chosen in the display settings, in their order', async ({ page, api, at }) => {
  const { infoItems } = await read<Profile>(api, '/account/profile')
  const chosen = ['treesPlanted', 'incomeTotal', 'powerNow', 'energyMonth'] as const
  const choose = async (items: readonly string[]) =>
    expect((await api.put(`${apiBasePath}/account/profile`, { data: { infoItems: items } })).status()).toBe(200)
  await choose(chosen)
  try {
    await page.goto(at(paths.screen()))
    const shown = page.getByTestId('screen-totals').locator('[data-item]')
    await expect(shown.first()).toBeVisible()
    const names = await shown.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['item']))
    expect(names).toEqual(chosen)
  } finally {
    await choose(infoItems)
  }
})

test('an account without stations is told what to do on every page that would show some', async ({
  page,
  context,
  at,
}) => {
  const empty = await createAccount(`empty-${Date.now().toString(36)}`)
  const api = await apiOf(empty)
  await context.clearCookies()
  await context.addCookies((await api.storageState()).cookies)
  for (const path of [paths.dashboard(), paths.stationList()]) {
    await page.goto(at(path))
    await expect(page.getByRole('main').getByText('还没有电站', { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: '新建第一座电站' })).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: '新建第一座电站' }).click()
  await expect(page).toHaveURL(/#\/station\/add/)
  await page.goto(at(paths.screen()))
  await expect(page.getByText('还没有电站')).toBeVisible()
  await page.goto(at(paths.deviceList()))
  await expect(page.getByRole('main').getByRole('link', { name: '接入设备' })).toBeVisible()
  await api.dispose()
})

test('while the service is down each page says so, and loads again once it is back', async ({ page, api, at }) => {
  const [station] = await read<Station[]>(api, '/stations')
  if (!station) throw new Error('there are stations')
  // After the session check no request is answered, as if the service's machine were down.
  const data = /\/api\/web\/v1\/(?!session)/
  for (const [path, said] of [
    [paths.dashboard(), '电站列表加载失败'],
    [paths.stationList(), '电站列表加载失败'],
    [paths.station('charts', station.memberId, station.id), '电站加载失败'],
  ] as const) {
    await page.route(data, (route) => route.abort('connectionrefused'))
    await page.goto('about:blank')
    await page.goto(at(path))
    await expect(page.getByText(said, { exact: true })).toBeVisible()
    const again = page.getByRole('main').getByRole('button', { name: '重试' }).first()
    await expect(again).toBeVisible()
    await page.unroute(data)
    // The page may have retried by itself, so there may be no button left.
    await again.click({ timeout: 3_000 }).catch(() => {})
    await expect(page.getByText(said, { exact: true })).toHaveCount(0)
    await expect(page.getByText(station.name).first()).toBeVisible()
  }
})

test('a month is printed on one sheet, with its name', async ({ page, api, at }) => {
  const [station] = await read<Station[]>(api, '/stations')
  if (!station) throw new Error('there are stations')
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await page.goto(at(`${paths.station('charts', station.memberId, station.id)}?period=month&date=2026-10-05`))
  await page.getByRole('button', { name: '打印' }).click()
  await expect(page.locator('html[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').getByText('2026年10月', { exact: true }).last()).toBeVisible()
  const pdf = await page.pdf({ preferCSSPageSize: true, format: 'A4' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
