import { apiBasePath, paths, tokenStorageKey } from '@helioport/contract'
import type { BrowserContext, Page } from 'playwright/test'
import { createAccount } from '../support/account.ts'
import { portal } from '../support/portal.ts'
import { prefer } from '../support/preferences.ts'
import { apiOf, expect, prove, test } from '../support/signed-in.ts'

const run = Date.now().toString(36)
const at = (path: string) => `${portal().url}/#${path}`

/** A page of a new account with a valid proof. */
async function own(context: BrowserContext, page: Page, name: string) {
  const account = await createAccount(`${name}-${run}`)
  const api = await apiOf(account)
  await prove(api, account)
  await context.clearCookies()
  await context.addCookies((await api.storageState()).cookies)
  await prefer(page, { locale: 'en-US', theme: 'light' })
  return { account, api }
}

test('leaving a typed phone number that is not bound yet asks for confirmation', async ({ context, page }) => {
  const { api } = await own(context, page, 'leaving')
  await page.goto(at(paths.setting('binding')))
  await page.getByLabel('Phone number').fill('+8613800138000')
  await page.evaluate((hash) => (location.hash = hash), paths.account())
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Leave without saving?')
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByLabel('Phone number')).toHaveValue('+8613800138000')
  await api.dispose()
})

test('by keyboard alone: a form gets the focus from its button and returns it', async ({ context, page }) => {
  const { api } = await own(context, page, 'keys')
  await page.goto(at(paths.setting('security')))
  const begin = page.getByRole('button', { name: 'Set up an authenticator app' })
  await begin.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code of the app')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(begin).toBeFocused()
  await api.dispose()
})

test('going back from the proof dialog closes it and leaves the page', async ({ context, page }) => {
  const { account, api } = await own(context, page, 'unproved')
  const unproved = await apiOf(account)
  await context.addCookies((await unproved.storageState()).cookies)
  await page.goto(at(paths.account()))
  await page.goto(at(paths.setting('security')))
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden({ timeout: 15_000 })
  await expect(page).toHaveURL(at(paths.account()))
  await unproved.dispose()
  await api.dispose()
})

test('a session ended elsewhere leads to the sign-in page at once', async ({ context, page }) => {
  const { account, api } = await own(context, page, 'elsewhere')
  await page.addInitScript((key) => localStorage.setItem(key, '1'), tokenStorageKey)
  const asked = page.waitForRequest(/\/releases\/events\?hints/)
  await page.goto(at(paths.account()))
  await asked
  const other = await apiOf(account)
  await other.delete(`${apiBasePath}/sessions`)
  // The session has ended, so the page must leave.
  await expect(page).toHaveURL(/#\/login\/index/, { timeout: 15_000 })
  await other.dispose()
  await api.dispose()
})
