import { paths } from '@helioport/contract'
import { type Browser, chromium } from 'playwright'
import type { CDPSession } from 'playwright'

/** Networks and processors as they are met; download and upload in bytes/s, latency in ms, slowdown of the processor. */
export const profiles = {
  fast: { network: null, slowdown: 1 },
  cable: { network: { down: 1_250_000, up: 625_000, latency: 40 }, slowdown: 1 },
  'mid-phone': { network: { down: 500_000, up: 187_500, latency: 100 }, slowdown: 4 },
} as const

export type Profile = keyof typeof profiles

export interface Visit {
  /** All that was transferred until the list stood, bytes. */
  bytes: number
  /** From the start of the navigation to the first station on screen, ms. */
  listMs: number
  /** From the click on the menu to the first device on screen, ms. */
  secondMs: number
}

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CHROME'] ?? '/usr/bin/chromium', args: quiet })
}

/** Time at which a link whose address begins with the prefix is first on screen, by the page's own clock. */
function whenLinked(prefix: string): Promise<number> {
  return new Promise((done) => {
    const look = () => {
      const links = [...document.querySelectorAll<HTMLElement>(`main a[href^="${prefix}"]`)]
      if (links.some((link) => link.checkVisibility())) requestAnimationFrame(() => done(performance.now()))
      else requestAnimationFrame(look)
    }
    look()
  })
}

async function slowDown(session: CDPSession, profile: Profile): Promise<void> {
  const { network, slowdown } = profiles[profile]
  await session.send('Network.enable')
  if (network) {
    const { down, up, latency } = network
    const conditions = { offline: false, downloadThroughput: down, uploadThroughput: up, latency }
    await session.send('Network.emulateNetworkConditions', conditions)
  }
  if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** A first visit with an empty cache: the station list, then the menu's way to the devices. */
export async function visit(
  browser: Browser,
  url: string,
  storage: { cookies: { name: string; value: string; domain: string; path: string }[] },
  profile: Profile,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  try {
    await context.addCookies(storage.cookies)
    await context.addInitScript(() => localStorage.setItem('token', '1'))
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await slowDown(session, profile)
    let bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await page.goto(`${url}/#${paths.stationList()}`, { waitUntil: 'commit' })
    const listMs = await page.evaluate(whenLinked, '#/station/detail/')
    await page.waitForLoadState('networkidle')
    const firstBytes = bytes
    const devices = page.locator(`nav a[href="#/device"], nav a[href="#${paths.deviceList()}"]`).first()
    const since = await devices.evaluate((link) => {
      const now = performance.now()
      ;(link as HTMLElement).click()
      return now
    })
    const secondMs = (await page.evaluate(whenLinked, '#/device/detail/')) - since
    return { bytes: firstBytes, listMs, secondMs }
  } finally {
    await context.close()
  }
}
