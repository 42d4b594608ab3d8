import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { paths } from '@helioport/contract'
import { portal } from '../support/portal.ts'
import { expect, test } from '../support/signed-in.ts'

const root = resolve(import.meta.dirname, '../../..')
const source = join(root, 'mfe-functions/src/messages/zh-CN.ts')

const data = join(root, 'mfe-functions/remote.json')
/** Origin of its development server in the banner. */
const originIn = /http:\/\/127\.0\.0\.1:\d+/

/** Runs `npm run dev functions -- --against URL` until it prints the link. */
async function develop(): Promise<{ child: ChildProcess; link: string }> {
  const { url, data } = portal()
  const args = ['packages/standalone/src/dev.ts', 'functions', '--against', url, '--data', data]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const link = await new Promise<string>((done, refuse) => {
    child.once('exit', (code) => refuse(new Error(`the development server ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('/releases/override?code=')) done(line.trim())
    })
  })
  return { child, link }
}

test('a remote runs from source in the running portal: hot reload, banner, one browser only, one click to end', async ({
  page,
  at,
  browser,
}) => {
  const before = readFileSync(source, 'utf8')
  const dataBefore = readFileSync(data, 'utf8')
  const heading = page.getByRole('heading', { level: 1 })
  const banner = page.locator('#override-banner')
  const { child, link } = await develop()
  // A change that is compiled before the page listens for changes would count as its initial state.
  const hearing = new Promise<void>((done) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"ok"')) done()
      }),
    ),
  )
  try {
    await page.goto(link)
    // The home page redirects twice: an earlier navigation would be overridden.
    await expect(page).toHaveURL(/#\/station\/list/)
    await page.goto(at(paths.functionSetting()))
    await expect(heading).toHaveText('功能设置')
    await expect(banner).toContainText('functions')
    const [origin] = originIn.exec((await banner.textContent()) ?? '') ?? []
    await page.evaluate(() => Reflect.set(window, 'neverReloaded', true))
    const node = await heading.elementHandle()
    await hearing
    writeFileSync(source, before.replace(`title: '功能设置'`, `title: '功能设置（源码）'`))
    await expect(heading).toHaveText('功能设置（源码）')
    expect(await page.evaluate(() => Reflect.get(window, 'neverReloaded'))).toBe(true)
    // The page keeps its DOM, so opened and typed content stays.
    expect(await heading.evaluate((element, before) => element === before, node)).toBe(true)
    // A page that exists in no release appears after the next load.
    writeFileSync(data, dataBefore.replaceAll('/functionSetting/ivFile', '/functionSetting/fresh'))
    await expect.poll(async () => (await (await fetch(`${origin}/remote.json`)).text()).includes('/fresh')).toBe(true)
    await page.reload()
    await page.goto(at('/functionSetting/fresh'))
    await expect(heading).not.toHaveText('功能设置（源码）')
    await expect(page.locator('main [data-remote="functions"]')).toBeVisible()
    writeFileSync(data, dataBefore)
    // Other remotes remain the released ones.
    await page.getByRole('navigation').first().getByRole('link', { name: '设备' }).click()
    await expect(page.locator('main [data-remote="device"]')).toHaveAttribute('data-release', /^\d+\.\d+\.\d+-/)

    const other = await browser.newContext({ storageState: await page.context().storageState({}), locale: 'zh-CN' })
    await other.clearCookies({ name: 'helioport-override' })
    const colleague = await other.newPage()
    await colleague.goto(at(paths.functionSetting()))
    await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('功能设置')
    await expect(colleague.locator('#override-banner')).toHaveCount(0)
    await other.close()

    await page.goto(`${portal().url}/?safe=1#${paths.functionSetting()}`)
    await expect(heading).toHaveText('功能设置')
    await expect(banner).toHaveCount(0)

    await page.goto(at(paths.functionSetting()))
    await expect(heading).toHaveText('功能设置（源码）')
    // The click navigates to the home page, which redirects as above.
    const left = page.waitForEvent('load')
    await banner.getByRole('button').click()
    await left
    await expect(page).toHaveURL(/#\/station\/list/)
    await page.goto(at(paths.functionSetting()))
    await expect(heading).toHaveText('功能设置')
    await expect(banner).toHaveCount(0)
  } finally {
    writeFileSync(source, before)
    writeFileSync(data, dataBefore)
    child.removeAllListeners('exit')
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await ended
  }
})
