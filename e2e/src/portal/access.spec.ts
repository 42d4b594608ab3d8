import { paths } from '@helioport/contract'
import { portal } from '../support/portal.ts'
import { apiOf, expect, test } from '../support/signed-in.ts'

test('the operator’s account gets the same 404 for another account’s station as for a missing one', async ({ api }) => {
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

test('an ended session leads to the sign-in page, and signing in returns to the requested page', async ({
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

test('operator pages are 403 and not linked for another account, and open for the operator', async ({
  page,
  browser,
  at,
}) => {
  for (const path of [paths.accountHealth(), paths.bulletinEdit()]) {
    await page.goto(at(path))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('无权访问')
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page).toHaveURL(/#\/station\/list/)
  }
  await page.goto(at(paths.bulletin()))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('公告')
  await expect(page.getByRole('link', { name: '编辑公告' })).toHaveCount(0)

  const api = await apiOf(portal().operator)
  const context = await browser.newContext({ storageState: await api.storageState() })
  await context.addInitScript(() => localStorage.setItem('token', '1'))
  const operator = await context.newPage()
  await operator.goto(at(paths.bulletin()))
  await operator.getByRole('link', { name: '编辑公告' }).click()
  await expect(operator.getByRole('heading', { level: 1 })).toHaveText('编辑公告')
  await operator.goto(at(paths.accountHealth()))
  await expect(operator.getByRole('heading', { level: 1 })).toHaveText('账户运行状况')
  await context.close()
  await api.dispose()
})
