import { rmSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { ownData, type SecondPortal, startOn } from '../support/second-portal.ts'
import { button, field, inEnglish } from '../support/station-form.ts'

let own: SecondPortal
let base: string

test.beforeAll(async () => {
  const made = ownData()
  base = made.base
  own = await startOn(made.data, ['--empty', '--port=18290'], /^ {4}((?:\w{4}-){2}\w{4})$/)
})
test.afterAll(async () => {
  own?.process.removeAllListeners('exit')
  const ended = new Promise((done) => own?.process.once('exit', done))
  own?.process.kill('SIGTERM')
  await ended
  rmSync(base, { recursive: true, force: true })
})

test('the first run of an empty portal creates its first account and leads to the first station', async ({
  page,
  context,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await inEnglish(context)
  await page.goto(own.url)
  await page.waitForURL(/#\/login\/first-run$/)
  await expect(page.getByRole('heading', { name: 'Set up this portal' })).toBeVisible()
  await expect(page.getByText('restore --from /backups')).toBeVisible()

  await field(page, 'One-time code').fill('AAAA-AAAA-AAAA')
  await field(page, 'User name').fill('ada')
  await field(page, 'Email').fill('ada@plants.example')
  await field(page, 'Password').fill('sunny roof 12')
  await field(page, 'Confirm password').fill('sunny roof 12')
  await button(page, 'Create the account').click()
  await expect(page.getByText('Invalid verification code')).toBeVisible()

  await field(page, 'One-time code').fill(own.said.toLowerCase().replaceAll('-', ' '))
  await button(page, 'Create the account').click()
  await expect(page.getByRole('heading', { name: 'Welcome, ada' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Restore a backup' })).toBeVisible()

  await page.getByRole('link', { name: 'Add the station' }).click()
  await expect(page.getByRole('heading', { name: 'Add a station' })).toBeVisible()
  await page.goto(`${own.url}/#/station/list`)
  await expect(page.getByText('No station yet')).toBeVisible()
  expect(errors).toEqual([])
})

test('after the first run its page leads to the sign-in, and its endpoint replies firstRun.done', async ({
  page,
  request,
}) => {
  await page.goto(`${own.url}/#/login/first-run`)
  await page.waitForURL(/#\/login\/index$/)
  const reply = await request.post(`${own.url}/api/web/v1/first-run`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest', Origin: own.url },
    data: {
      code: own.said,
      userName: 'bea',
      email: 'bea@plants.example',
      password: 'sunny roof 12',
      passwordAgain: 'sunny roof 12',
      timeZoneOffset: 60,
      locale: 'en-US',
    },
  })
  expect([reply.status(), ((await reply.json()) as { errorCode: string }).errorCode]).toEqual([409, 'firstRun.done'])
})
