import { type Account, type Device, paths } from '@helioport/contract'
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

test('every page shows itself with a translated title, and no remote’s code is fetched before its route is entered', async ({
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

test('redirects, the menu, the bare pages and the page that does not exist', async ({ page, at }) => {
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

test('basic settings are saved, and a wrong value is refused where it stands', async ({ page, api, at }) => {
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
