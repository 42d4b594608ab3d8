import { paths } from '@helioport/contract'
import type { Page } from 'playwright/test'
import { expect, test } from './support/stage.ts'

/** The version constant that the page's own code carries; the index is not asked. */
const shownRelease = (page: Page, remote: string) =>
  page.locator(`main [data-remote="${remote}"]`).getAttribute('data-release')

/** A tab that follows the release host: the code for it comes after the first page. */
async function follow(page: Page, door: { asked: string[] }): Promise<void> {
  const before = door.asked.filter((path) => path === '/releases/events').length
  await expect
    .poll(() => door.asked.filter((path) => path === '/releases/events').length, { timeout: 15_000 })
    .toBeGreaterThan(before)
  await expect(page.getByRole('banner')).toBeVisible()
}

/** Leaves the remote and enters it again, as the menu's links do, until this release of it stands; ms it took. */
function stepsUntil(page: Page, release: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const since = performance.now()
    const shown = (remote: string) => document.querySelector<HTMLElement>(`main [data-remote="${remote}"]`)
    const stands = async (remote: string) => {
      while (!shown(remote)) await new Promise((done) => setTimeout(done, 5))
      return shown(remote)?.dataset['release']
    }
    while (performance.now() - since < 30_000) {
      location.hash = '#/bulletin'
      await stands('record')
      location.hash = '#/functionSetting'
      if ((await stands('functions')) === wanted) return performance.now() - since
    }
    return Number.POSITIVE_INFINITY
  }, release)
}

test('after a promote and a rollback every open tab shows the new version at its next step, without a reload', async ({
  page,
  context,
  stage,
}) => {
  const former = stage.current('functions')
  const next = stage.clone(former, { digits: '00000000000a' })
  const tabs = [page, await context.newPage(), await context.newPage()]
  for (const tab of tabs) {
    const following = follow(tab, stage.door)
    await tab.goto(stage.at(tab === page ? paths.functionSetting() : paths.bulletin()))
    await tab.evaluate(() => Reflect.set(window, 'neverReloaded', true))
    await following
  }
  expect(await shownRelease(page, 'functions')).toBe(former.release)
  const swaps = [
    { wanted: next, other: former },
    { wanted: former, other: next },
  ]
  for (const { wanted, other } of swaps) {
    stage.point('functions', wanted, other)
    const took = await Promise.all(tabs.map((tab) => stepsUntil(tab, wanted.release)))
    console.log(`in three tabs after ${took.map((ms) => ms.toFixed(0)).join(', ')} ms`)
    expect(Math.max(...took)).toBeLessThan(5_000)
    for (const tab of tabs) expect(await tab.evaluate(() => Reflect.get(window, 'neverReloaded'))).toBe(true)
  }
})

test('with events blocked the index is asked for, and every tab has it within 20 s', async ({ page, stage }) => {
  test.setTimeout(60_000)
  const former = stage.current('functions')
  const next = stage.clone(former, { digits: '00000000000b' })
  stage.door.set(/^\/releases\/events/, { status: 503 })
  await page.goto(stage.at(paths.bulletin()))
  await expect.poll(() => stage.door.asked.includes('/releases/events'), { timeout: 15_000 }).toBe(true)
  stage.point('functions', next, former)
  const took = await stepsUntil(page, next.release)
  console.log(`with events blocked after ${took.toFixed(0)} ms`)
  expect(took).toBeLessThan(20_000)
})

test('two hundred swaps there and back: never a wrong version, no growth, no stylesheet left, one React', async ({
  page,
  stage,
}) => {
  test.setTimeout(120_000)
  const a = stage.current('functions')
  const b = stage.clone(a, { digits: '00000000000c' })
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.collectGarbage')
    return ((await session.send('Runtime.getHeapUsage')) as { usedSize: number }).usedSize
  }
  const following = follow(page, stage.door)
  await page.goto(stage.at(paths.bulletin()))
  await following
  /** One swap, seen by the page's own clock: the menu's links are followed until the wanted version stands. */
  const swap = async (wanted: typeof a, other: typeof a) => {
    stage.point('functions', wanted, other)
    const { serial } = stage.index()
    await page.waitForFunction(
      (newest) => (JSON.parse((JSON.parse(localStorage.getItem('helioport.release-index') ?? '{}') as { payload: string }).payload) as { serial: number }).serial >= newest, // prettier-ignore
      serial,
      { polling: 20 },
    )
    return page.evaluate(async () => {
      const frame = () => new Promise((done) => setTimeout(done, 5))
      const shown = (remote: string) => document.querySelector<HTMLElement>(`main [data-remote="${remote}"]`)
      location.hash = '#/functionSetting'
      while (!shown('functions')) await frame()
      const release = shown('functions')?.dataset['release']
      const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[href*="/r/functions/"][rel="stylesheet"]')]
      location.hash = '#/bulletin'
      while (!shown('record')) await frame()
      return { release, sheets: sheets.map((link) => link.href) }
    })
  }
  for (let i = 0; i < 10; i += 1) await swap(...(i % 2 === 0 ? [b, a] as const : [a, b] as const)) // prettier-ignore
  const before = await heap()
  const wrong: string[] = []
  for (let i = 0; i < 200; i += 1) {
    const [wanted, other] = i % 2 === 0 ? [b, a] : [a, b]
    const { release, sheets } = await swap(wanted, other)
    if (release !== wanted.release) wrong.push(`swap ${i}: ${release}`)
    if (sheets.some((href) => href.includes(other.release))) wrong.push(`swap ${i}: styles of ${other.release}`)
  }
  expect(wrong).toEqual([])
  const growth = ((await heap()) - before) / 1024
  console.log(`heap after 200 swaps: ${growth.toFixed(0)} KB more`)
  expect(growth).toBeLessThan(2 * 1024)
  const reacts = await page.evaluate(() => {
    const scope = (
      Reflect.get(globalThis, '__FEDERATION__') as { __SHARE__: Record<string, { default: { react: object } }> }
    ).__SHARE__
    return new Set(Object.values(scope).flatMap((one) => Object.keys(one.default.react ?? {}))).size
  })
  expect(reacts).toBe(1)
})
