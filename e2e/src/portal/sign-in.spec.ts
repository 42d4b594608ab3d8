import { paths } from '@helioport/contract'
import { expect, type Locator, test } from 'playwright/test'
import { createAccount } from '../support/account.ts'
import { portal } from '../support/portal.ts'
import { prefer } from '../support/preferences.ts'

/** On a busy machine a call may exceed its time-out of one second; the page says so, and the user retries. */
const pressUntil = (button: Locator, then: Locator) =>
  expect(async () => {
    if (await then.first().isVisible()) return
    await button.click({ timeout: 5_000 })
    await expect(then.first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 90_000 })

const hash = (path: string) => `${portal().url}/#${path}`

test('a wrong password is refused, the right one leads to the requested page, and signing out leads back', async ({
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

test('the sign-in form can be filled and submitted before the shell’s code has loaded', async ({ page }) => {
  const { owner, url } = portal()
  const code = Promise.withResolvers<void>()
  await page.route(/\/r\/shell\/[^/]+\/main\.[^/]+\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto(`${url}/`, { waitUntil: 'commit' })
  await expect(page.getByLabel('账户')).toBeFocused()
  await page.keyboard.insertText(owner.userName)
  await page.keyboard.press('Tab')
  await page.keyboard.insertText(owner.password)
  await page.keyboard.press('Enter')
  await expect(page.locator('#root')).toBeEmpty()
  code.resolve()
  await expect(page).toHaveURL(/#\/station\/list/)
  await expect(page.locator('#early-form')).toHaveCount(0)
})

test('wrong credentials show the English text of the specification; a mirrored page keeps the full stop at the end', async ({
  page,
}) => {
  await page.goto(hash(paths.login()))
  await page.getByRole('button', { name: /语言/ }).click()
  await page.getByRole('menuitemradio', { name: /English/ }).click()
  await page.getByLabel('Account').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('nothing')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')

  // English sentences in a mirrored layout end with their full stop; it must not move before them.
  await prefer(page, { locale: 'he', theme: 'light' })
  await page.goto(hash(`${paths.company()}?why=refused`))
  await page.reload()
  const refusal = page.getByText('Try again.')
  await expect(refusal).toBeVisible()
  const [before, stop] = await refusal.evaluate((element) => {
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    let last = words.nextNode() as Text
    for (let next = words.nextNode(); next; next = words.nextNode()) last = next as Text
    const end = last.data.trimEnd().length
    return [end - 2, end - 1].map((at) => {
      const range = document.createRange()
      range.setStart(last, at)
      range.setEnd(last, at + 1)
      return range.getBoundingClientRect().left
    })
  })
  expect(stop).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY)
})

test('a passkey is added, signs in where the password alone fails, proves the person, and is removed', async ({
  page,
}) => {
  const { url } = portal()
  // An account of its own: a failed test must not lock others out.
  const owner = await createAccount(`keyed-${Date.now().toString(36)}`)
  // Browsers bind passkeys to host names, not to IP addresses.
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
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })
  const dialog = page.getByRole('dialog')
  const own = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem').filter({ hasText: name })
  const enter = async (then: Locator) => {
    await page.getByLabel('Account').fill(owner.userName)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await pressUntil(button('Sign in'), then)
  }
  await enter(button('Add a passkey'))
  await button('Add a passkey').click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await pressUntil(button('Add a passkey'), dialog)
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password)
  await pressUntil(dialog.getByRole('button', { name: 'Confirm', exact: true }), own)

  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const make = button('Make new recovery codes')
  await page.getByRole('switch', { name: 'The password alone is not enough' }).click()
  // The button appears only after a late answer.
  await expect(codes.first().or(make)).toBeVisible()
  if (await make.isVisible()) await pressUntil(make, codes)
  await expect(codes).toHaveCount(10)
  await button('I have kept them').click()
  await expect(page.getByText('10 recovery codes are left')).toBeVisible()

  await page.getByRole('banner').getByRole('button', { name: /keyed/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/#\/login/)
  await page.goto(at(paths.setting('security')))
  await enter(page.getByRole('alert').filter({ hasText: 'The password alone is not enough' }))
  await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeFocused()
  await pressUntil(button('Sign in with a passkey'), own)
  await expect(own).toContainText('last used')

  await button(`Remove ${name}`).click()
  await button('Remove').click()
  await pressUntil(button('Confirm with a passkey'), page.getByText('No passkey yet.'))
})
