import { type Account, apiBasePath, paths, tokenStorageKey } from '@helioport/contract'
import { createAccount } from '../support/account.ts'
import { recordFilm, serveFilm } from '../support/film.ts'
import { portal } from '../support/portal.ts'
import { apiOf, expect, read, test } from '../support/signed-in.ts'

const run = Date.now().toString(36)

test('videos and streams play on a phone after a tap, and nothing is fetched before', async ({ browser }) => {
  const api = await apiOf(await createAccount(`films-${run}`))
  const { cookies } = await api.storageState()
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    // The video server uses the test's own certificate.
    ignoreHTTPSErrors: true,
    storageState: { cookies, origins: [] },
  })
  const page = await context.newPage()
  await page.goto(`${portal().url}/#${paths.login()}`)
  await page.evaluate((key) => localStorage.setItem(key, '1'), tokenStorageKey)
  const film = await recordFilm(page)
  test.skip(film === null, 'this browser writes no film, so it may play none')
  const server = await serveFilm(film as Buffer)
  const { id: _id, userName: _userName, email: _email, role: _role, ...settings } = await read<Account>(api, '/account')

  for (const path of ['/film.mp4', '/stream.m3u8', '/scripts/stream.m3u8']) {
    const data = { ...settings, videoUrl: `${server.origin}${path}` }
    expect((await api.put(`${apiBasePath}/account`, { data })).status()).toBe(200)
    await page.goto(`${portal().url}/#${paths.customized()}`)
    await page.reload()
    const play = page.getByRole('main').getByRole('button', { name: /^播放/ })
    await expect(play).toBeVisible()
    expect([path, server.asked]).toEqual([path, []])
    await play.tap()
    const video = page.frameLocator('main iframe').locator('video')
    const at = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
    await expect.poll(at, { message: `${path} goes on` }).toBeGreaterThan(0.5)
    expect(await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(300)
    server.asked.length = 0
  }
  // A failed playback shows a message.
  server.stop()
  await page.reload()
  await page.getByRole('main').getByRole('button', { name: /^播放/ }).tap()
  await expect(page.getByText(/localhost:\d+ 没有响应/)).toBeVisible()
  await context.close()
  await api.dispose()
})
