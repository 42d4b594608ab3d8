import { apiBasePath, type IncomingShare, paths, type Share, type Station, type SubAccount } from '@helioport/contract'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Locator, Page } from 'playwright/test'
import { activationLink, anyCode, mailed } from '../support/outbox.ts'
import { portal } from '../support/portal.ts'
import { apiOf, expect, read, test } from '../support/signed-in.ts'

const at = (path: string) => `${portal().url}/#${path}`
/** Unique names for every run against the same portal. */
const run = Date.now().toString(36)
const newcomer = { userName: `newcomer-${run}`, email: `newcomer-${run}@example.org`, password: 'sunny roof 42!' }

const errors: string[] = []

/** A page of a browser without a session; its errors fail the test. */
async function strangersPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  page.on('pageerror', ({ message }) => errors.push(message))
  return page
}

async function signIn(page: Page, { userName, password }: { userName: string; password: string }): Promise<void> {
  await page.goto(at(paths.login()))
  await page.getByLabel('账户').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await pressUntilHeard(page, '登录')
}

/** On a busy machine a call may exceed its time-out of one second; the page says so, and the user retries. */
async function pressUntilHeard(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await expect(async () => {
    await button.click()
    await expect(button.and(page.locator('[aria-busy=true]'))).toHaveCount(0)
    await expect(page.getByText(/没有响应|响应超时/)).toHaveCount(0, { timeout: 100 })
  }).toPass()
}

/**
 * Waits for the confirmation of a write. Passwords are slow by design: on a busy machine the call may time out. Then
 * the page says so, the write succeeds nevertheless, and true is returned.
 */
async function heardOrLate(page: Page, done: Locator): Promise<boolean> {
  const late = page.getByText('服务响应超时')
  await expect(done.or(late).first()).toBeVisible()
  return late.isVisible()
}

test.describe.configure({ mode: 'serial' })

test.afterEach(() => expect(errors.splice(0)).toEqual([]))

test('a person registers, activates the account by the mailed link, signs in and finds no stations', async ({
  browser,
}) => {
  const page = await strangersPage(browser)
  await page.goto(at(paths.login()))
  await page.getByRole('link', { name: '立即注册' }).click()
  await page.getByLabel('用户名').fill(newcomer.userName)
  await page.getByLabel('邮箱').fill(newcomer.email)
  await pressUntilHeard(page, '发送验证码')
  await expect(page.getByRole('button', { name: /\d+ 秒后可重发/ })).toBeDisabled()
  await page.getByLabel('验证码').fill(await mailed(newcomer.email, anyCode))
  await page.getByLabel('密码', { exact: true }).fill(newcomer.password)
  await expect(page.getByText('密码强度: 强')).toBeVisible()
  await page.getByLabel('确认密码').fill('something else')
  await page.getByLabel('手机号').fill('+86 138 0000 0000')
  await expect(page.getByText('两次输入的密码不一致！')).toBeVisible()
  await page.getByLabel('确认密码').fill(newcomer.password)
  await expect(page.getByLabel('时区').getByRole('option')).toHaveCount(18)
  await page.getByRole('button', { name: '注册' }).click()
  await heardOrLate(page, page.getByRole('heading', { level: 1, name: /还差一步/ }))

  // Not active until the link is opened.
  await signIn(page, newcomer)
  await expect(page.getByRole('alert')).toContainText('尚未激活')
  const link = await mailed(newcomer.email, activationLink)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('您的账户已激活。')
  await page.getByRole('link', { name: '登录' }).click()
  await signIn(page, { userName: newcomer.email, password: newcomer.password })
  await expect(page).toHaveURL(/#\/station\/list/)
  await expect(page.getByRole('main')).toContainText(/还没有电站|没有电站/)

  // A link works once.
  const other = await strangersPage(browser)
  await other.goto(link)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('该链接已使用或已过期')
  await other.context().close()
  await page.context().close()
})

test('a forgotten password is reset with a mailed code', async ({ browser }) => {
  const page = await strangersPage(browser)
  const password = 'another roof 77!'
  await page.goto(at(paths.login()))
  await page.getByRole('link', { name: '忘记密码' }).click()
  await page.getByLabel('用户名或邮箱').fill(newcomer.userName)
  await pressUntilHeard(page, '发送验证码')
  await page.getByLabel('验证码').fill(await mailed(newcomer.email, /重置密码验证码：(\d{6})/))
  await page.getByLabel('新密码', { exact: true }).fill(password)
  await page.getByLabel('确认密码').fill(password)
  await page.getByRole('button', { name: '设置新密码' }).click()
  await heardOrLate(page, page.getByRole('heading', { level: 1, name: '密码已更新。' }))
  await signIn(page, newcomer)
  await expect(page.getByRole('alert')).toContainText('用户名或密码错误')
  newcomer.password = password
  await signIn(page, newcomer)
  await expect(page).toHaveURL(/#\/station\/list/)
  await page.context().close()
})

test('a sub-account for one station sees only that station, and is signed out when deleted', async ({
  page,
  api,
  browser,
}) => {
  const stations = await read<Station[]>(api, '/stations')
  const [shown, hidden] = stations
  if (!shown || !hidden) throw new Error('there are several stations')
  const sub = { userName: `helper-${run}`, password: 'ladder and gloves 9' }
  await page.goto(at(paths.setting('sub-accounts')))
  await page.getByRole('button', { name: '添加子账户' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('用户名').fill(sub.userName)
  await drawer.getByLabel('昵称').fill('Helper')
  await drawer.getByLabel('密码', { exact: true }).fill(sub.password)
  await drawer.getByLabel(shown.name, { exact: true }).check()
  await drawer.getByRole('button', { name: '添加子账户' }).click()
  const row = page.getByRole('main').getByText(sub.userName, { exact: true }).first()
  const isLate = await heardOrLate(page, row)
  // After a time-out the write completes later: only then is it in the list, which only a reload requests again.
  const made = async () => (await read<SubAccount[]>(api, '/sub-accounts')).map(({ userName }) => userName)
  await expect.poll(made).toContain(sub.userName)
  if (isLate) await page.reload()
  await expect(row).toBeVisible()

  const other = await strangersPage(browser)
  await signIn(other, sub)
  const list = other.getByRole('main')
  await expect(list.getByText(shown.name, { exact: true }).first()).toBeVisible()
  await expect(list.getByText(hidden.name, { exact: true })).toHaveCount(0)
  await other.goto(at(paths.setting('basic')))
  await expect(other.getByRole('link', { name: '账户绑定', exact: true })).toBeVisible()
  await expect(other.getByRole('link', { name: '子账户', exact: true })).toHaveCount(0)

  const own = (await read<SubAccount[]>(api, '/sub-accounts')).find(({ userName }) => userName === sub.userName)
  await api.delete(`${apiBasePath}/sub-accounts/${own?.id}`)
  await other.goto(at(paths.stationList()))
  await other.reload()
  await expect(other).toHaveURL(/#\/login\/index/)
  await other.context().close()
})

test('an invitation is declined, another accepted; a revoked share ends at the next request', async ({
  api,
  browser,
}) => {
  const [station] = await read<Station[]>(api, '/stations')
  if (!station) throw new Error('there are stations')
  const invite = async () => {
    const body = { userName: newcomer.userName, rights: ['view', 'alarms'], endsOn: null }
    const reply = await api.post(`${apiBasePath}/stations/${station.id}/shares`, { data: body })
    expect(reply.status(), await reply.text()).toBe(200)
    return ((await reply.json()) as { data: Share }).data
  }
  await invite()
  const page = await strangersPage(browser)
  await signIn(page, newcomer)
  await expect(page).toHaveURL(/#\/station\/list/)
  await page.goto(at(paths.account()))
  const invitations = page.getByRole('list', { name: '分享给您的电站' })
  await expect(invitations).toContainText(station.name)
  await invitations.getByRole('button', { name: '拒绝' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '拒绝' }).click()
  await expect(invitations).toHaveCount(0)
  const [declined] = await read<Share[]>(api, `/stations/${station.id}/shares`)
  expect(declined).toMatchObject({ userName: newcomer.userName, state: 'declined' })

  const { id } = await invite()
  await page.reload()
  await invitations.getByRole('button', { name: '接受' }).click()
  await expect(invitations).toContainText('已接受')
  await expect(page.getByRole('main')).toContainText('关注的账户')
  await page.goto(at(paths.station('charts', station.memberId, station.id)))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(station.name)

  const guest = await apiOf(newcomer)
  expect((await guest.get(`${apiBasePath}/stations/${station.id}`)).status()).toBe(200)
  expect((await api.delete(`${apiBasePath}/stations/${station.id}/shares/${id}`)).status()).toBe(200)
  expect((await guest.get(`${apiBasePath}/stations/${station.id}`)).status()).toBe(404)
  expect(await read<IncomingShare[]>(guest, '/incoming-shares')).toEqual([])
  await guest.dispose()
  await page.context().close()
})

test('an authenticator app is set up after a proof; the sign-in then asks for its code or a recovery code', async ({
  browser,
}) => {
  const page = await strangersPage(browser)
  await signIn(page, newcomer)
  await expect(page).toHaveURL(/#\/station\/list/)
  await page.goto(at(paths.setting('security')))
  await page.getByRole('button', { name: '设置身份验证器' }).click()
  const proof = page.getByRole('dialog', { name: '请确认是您本人' })
  await proof.getByLabel('密码', { exact: true }).fill('not it')
  await pressUntilHeard(page, '确定')
  await expect(proof.getByRole('alert')).toContainText('当前密码错误')
  await proof.getByLabel('密码', { exact: true }).fill(newcomer.password)
  await pressUntilHeard(page, '确定')
  await expect(page.getByRole('img', { name: '密钥二维码' })).toBeVisible()
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.getByLabel('验证器中的验证码').fill(app.generate())
  await page.getByRole('button', { name: '开启' }).click()
  const codes = page.getByRole('list', { name: '恢复代码' }).getByRole('listitem')
  // The button is enabled only after a late answer: otherwise it is busy until the codes are shown.
  const make = page.getByRole('button', { name: '生成新的恢复代码' }).and(page.locator(':not([aria-busy=true])'))
  await expect(codes.first().or(make)).toBeVisible()
  if (await make.isVisible()) await make.click()
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: '我已保存' }).click()
  await expect(page.getByText('剩余 10 个恢复代码')).toBeVisible()

  const other = await strangersPage(browser)
  await signIn(other, newcomer)
  await expect(other.getByLabel('身份验证器验证码')).toBeFocused()
  await other.getByRole('button', { name: '无法使用验证器' }).click()
  await other.getByLabel('恢复代码').fill(recovery)
  await pressUntilHeard(other, '登录')
  await expect(other).toHaveURL(/#\/station\/list/)
  await other.context().close()

  await page.reload()
  await expect(page.getByText('剩余 9 个恢复代码')).toBeVisible()
  await page.getByRole('button', { name: '退出其他所有登录' }).click()
  await expect(page.getByRole('list', { name: '登录设备' }).getByRole('listitem')).toHaveCount(1)
  await page.context().close()
})
