import { rmSync } from 'node:fs'
import { paths } from '@helioport/contract'
import { createAccount } from '../support/account.ts'
import { portal } from '../support/portal.ts'
import { release } from '../support/release.ts'
import { apiOf, expect, test } from '../support/signed-in.ts'
import { change, workspaceWithCopyOf } from '../support/workspace.ts'

test('what belongs to somebody else does not exist for the operator’s account either', async ({ api }) => {
  const stations = (await (await api.get('/api/web/v1/stations')).json()) as { data: { id: string }[] }
  const stranger = await apiOf(portal().operator)
  for (const { id } of stations.data) {
    const foreign = await stranger.get(`/api/web/v1/stations/${id}`)
    const missing = await stranger.get('/api/web/v1/stations/00000000-0000-4000-8000-000000000000')
    expect(foreign.status()).toBe(404)
    const [one, two] = [await foreign.json(), await missing.json()]
    expect({ ...one, traceId: '' }).toEqual({ ...two, traceId: '' })
  }
  await stranger.dispose()
})

test('the service refuses a page that is not signed in any more, and the person comes back to it', async ({
  page,
  api,
  at,
}) => {
  await page.goto(at(paths.record()))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await api.delete('/api/web/v1/session')).status()).toBe(200)
  await page.goto(at(paths.setting('basic')))
  await page.reload()
  await expect(page).toHaveURL(/#\/login\/index/)
  await page.getByLabel('账户').fill(portal().owner.userName)
  await page.getByLabel('密码', { exact: true }).fill(portal().owner.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/#\/setting\/basic/)
})

test('a page whose access name no flag grants is refused in words, and gone from the menu; others see it', async ({
  page,
  browser,
  at,
}) => {
  test.setTimeout(120_000)
  const guest = await createAccount('guest', ['--state-name', 'dontHaveAccess'])
  const workspace = workspaceWithCopyOf('mfe-record')
  try {
    change(workspace, 'mfe-record/remote.json', '"access": "isLogin"', '"access": "canSeeAdmin"')
    await release('publish', 'record', '--root', workspace)
    await page.goto(at(paths.bulletin()))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('公告')

    const api = await apiOf(guest)
    const context = await browser.newContext({ storageState: await api.storageState() })
    await context.addInitScript(() => localStorage.setItem('token', '1'))
    const stranger = await context.newPage()
    await stranger.goto(at(paths.bulletin()))
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('无权访问')
    const menu = stranger.getByRole('navigation', { name: '主菜单' })
    await expect(menu.getByRole('link', { name: '电站' })).toBeVisible()
    await expect(menu.getByRole('link', { name: '公告' })).toHaveCount(0)
    await stranger.getByRole('main').getByRole('link').first().click()
    await expect(stranger).toHaveURL(/#\/station\/list/)
    await context.close()
    await api.dispose()
  } finally {
    await release('rollback', 'record', '--reason', 'browser test')
    rmSync(workspace, { recursive: true, force: true })
  }
})
