import { paths } from '@helioport/contract'
import { expect, test } from '../support/signed-in.ts'

interface Fetched {
  name: string
  startTime: number
  responseEnd: number
}

test('a first visit takes three waves: the page, all its JavaScript at once, the data', async ({ page, at }) => {
  // Records executed scripts, since the federation run time removes their elements.
  await page.addInitScript(() => {
    const ran: string[] = []
    Reflect.set(window, 'ranScripts', ran)
    document.addEventListener('load', ({ target }) => target instanceof HTMLScriptElement && ran.push(target.src), true)
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  // A slow network separates the waves.
  const slow = { offline: false, downloadThroughput: -1, uploadThroughput: -1, latency: 300 }
  await session.send('Network.emulateNetworkConditions', slow)
  await page.goto(at(paths.stationList()))
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/api\/web\/v1\/stations/.test(name)),
  )
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, startTime, responseEnd } = entry as PerformanceResourceTiming
      return { name, startTime, responseEnd }
    }),
  )
  const files = fetched.filter(({ name }) => /\/r\/.*\.(js|css)$/.test(name))
  const firstArrived = Math.min(...files.map(({ responseEnd }) => responseEnd))
  const data = fetched.find(({ name }) => /\/api\/web\/v1\/stations/.test(name))
  const asked = data?.startTime ?? Infinity
  const late = files
    .filter(({ startTime }) => startTime >= firstArrived && startTime < asked)
    .map(({ name }: Fetched) => name)
  expect(files.some(({ name }) => name.includes('/r/station/'))).toBe(true)
  expect(late, 'asked for only after another file had arrived').toEqual([])
  expect(new Set(files.map(({ name }) => name)).size, 'no file is fetched twice').toBe(files.length)
  expect(data?.startTime ?? 0).toBeGreaterThan(0)
  const unused = () =>
    page.evaluate(() => {
      const ran = Reflect.get(window, 'ranScripts') as string[]
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=script]')]
      return links.flatMap(({ href }) => (ran.includes(href) ? [] : [href]))
    })
  await expect.poll(unused, { message: 'fetched ahead, and used by nothing' }).toEqual([])
})
