import { paths } from '@helioport/contract'
import { expect, test } from 'playwright/test'
import { portal } from '../support/portal.ts'
import { prefer } from '../support/preferences.ts'

const hash = (path: string) => `${portal().url}/#${path}`

test('a wrong password is refused in words, the right one leads to the page asked for, signing out leads back', async ({
  page,
}) => {
  const { owner } = portal()
  await page.goto(hash(paths.deviceList()))
  await expect(page).toHaveURL(/#\/login\/index/)
  await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0)

  await page.getByLabel('账户').fill(owner.userName)
  await page.getByLabel('密码', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('用户名或密码错误')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await page.getByLabel('密码', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/#\/device\/list/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  expect(await page.evaluate(() => document.cookie)).toBe('')

  await page.getByRole('banner').getByRole('button', { name: /owner/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/#\/login\/index/)
  await page.goto(hash(paths.stationList()))
  await expect(page).toHaveURL(/#\/login\/index/)
})

test('the wrong pair reads as the specification has it in English', async ({ page }) => {
  await page.goto(hash(paths.login()))
  await page.getByRole('button', { name: /语言/ }).click()
  await page.getByRole('menuitemradio', { name: /English/ }).click()
  await page.getByLabel('Account').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('nothing')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')
})

test('a passkey is added, signs in without the password, proves its person, and is removed', async ({ page }) => {
  const { owner, url } = portal()
  // Browsers bind passkeys to names, not to addresses.
  const at = (path: string) => `${url.replace('127.0.0.1', 'localhost')}/#${path}`
  const name = `Laptop ${Date.now().toString(36)}`
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await prefer(page, { locale: 'en-US', theme: 'light' })
  await page.goto(at(paths.setting('security')))
  await page.getByLabel('Account').fill(owner.userName)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText(name)

  await page.getByRole('banner').getByRole('button', { name: /owner/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/#\/login/)
  await page.goto(at(paths.setting('security')))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  const own = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem').filter({ hasText: name })
  await expect(own).toContainText('last used')

  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(own).toHaveCount(0)
})
