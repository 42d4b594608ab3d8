import type { Browser, CDPSession, Page } from 'playwright'
import { chromium } from 'playwright'
import type { Subject } from './subject.ts'

/** Typical networks and processors; download and upload in bytes/s, latency in ms, CPU slowdown factor. */
export const profiles = {
  fast: { network: null, slowdown: 1 },
  cable: { network: { down: 1_250_000, up: 625_000, latency: 40 }, slowdown: 1 },
  'mid-phone': { network: { down: 500_000, up: 187_500, latency: 100 }, slowdown: 4 },
} as const

export type Profile = keyof typeof profiles

/** Waiting times by the page's own clock, ms, and bytes over the wire. Absent: the subject has no step. */
export interface Visit {
  /** Bodies as sent, from the navigation to 2.5 s after the page is complete, bytes. */
  bytes: number
  /** From the start of the navigation until the subject's main content is shown. */
  firstMs: number
  /** From the press until the other area's content is shown; the pointer has rested on the link before. */
  intoMs?: number
  /** Number of requests from the moment when the pointer reaches the link. */
  intoRequests?: number
  /** The same with the browser state (cache) of the first visit. */
  againBytes: number
  againMs: number
  intoAgainMs?: number
}

/** Traffic later than this after the page is complete, ms, does not count. */
const afterMs = 2_500
/** Time that the pointer rests on a link before it presses, ms. */
const pointerMs = 150
const patienceMs = 30_000

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/**
 * `trusted`: key hash of a self-signed certificate to trust; the browser does not cache responses of untrusted ones.
 */
export function launch(trusted?: string): Promise<Browser> {
  const args = trusted === undefined ? quiet : [...quiet, `--ignore-certificate-errors-spki-list=${trusted}`]
  return chromium.launch({ executablePath: process.env['CHROME'] ?? '/usr/bin/chromium', args })
}

/** Time at which a matching element is first on screen, by the page's own clock. */
function whenShown({ selector, patience }: { selector: string; patience: number }): Promise<number> {
  const end = performance.now() + patience
  return new Promise((done, refuse) => {
    const look = () => {
      if (performance.now() > end) return refuse(new Error(`${selector} is not shown at ${window.location.href}`))
      const found = [...document.querySelectorAll<HTMLElement>(selector)]
      const isShown = found.some((one) => one.checkVisibility() && one.getBoundingClientRect().height > 0)
      if (isShown) requestAnimationFrame(() => done(performance.now()))
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

/** State of a response when its headers have arrived: bytes so far, and Content-Length if given. */
interface Head {
  bytes: number
  length: number | undefined
}

/**
 * Bytes of a body as sent: its Content-Length, and nothing of a body from the cache; without the header what came after
 * the headers. Chromium (156) tells the headers when part of the body, and over a throttled network all of it, has come.
 */
const bodyOf = (all: number, head: Head) => (head.length === undefined ? all - head.bytes : Math.min(all, head.length))

/** Counts bodies and requests of a page from now on. */
function watchWire(session: CDPSession) {
  const counted = { bytes: 0, requests: 0 }
  const heads = new Map<string, Head>()
  session.on('Network.requestWillBeSent', () => (counted.requests += 1))
  session.on('Network.responseReceived', ({ requestId, response: { encodedDataLength, headers } }) => {
    const told = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-length')?.[1]
    heads.set(requestId, { bytes: encodedDataLength, length: told === undefined ? undefined : Number(told) })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    counted.bytes += bodyOf(encodedDataLength, heads.get(requestId) ?? { bytes: 0, length: undefined })
  })
  return counted
}

/** A step into another area: the pointer moves to the link, rests, and presses. */
async function step(page: Page, { press, shown }: { press: string; shown: string }): Promise<number> {
  const link = page.locator(press).first()
  await link.hover()
  await page.waitForTimeout(pointerMs)
  const since = await link.evaluate((one) => {
    const now = performance.now()
    ;(one as HTMLElement).click()
    return now
  })
  return (await page.evaluate(whenShown, { selector: shown, patience: patienceMs })) - since
}

async function load(page: Page, { url, shown, step: into }: Subject, profile: Profile) {
  const session = await page.context().newCDPSession(page)
  await slowDown(session, profile)
  const wire = watchWire(session)
  await page.goto(url, { waitUntil: 'commit' })
  const ms = await page.evaluate(whenShown, { selector: shown, patience: patienceMs })
  await page.waitForTimeout(afterMs)
  const { bytes, requests } = wire
  const intoMs = into && (await step(page, into))
  return { bytes, ms, intoMs, intoRequests: wire.requests - requests }
}

/** A visit with an empty browser and one with its resulting state, each with the step into another area. */
export async function visit(browser: Browser, subject: Subject, profile: Profile): Promise<Visit> {
  const { storage = {}, cookies = [], step: into } = subject
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  context.setDefaultTimeout(patienceMs)
  try {
    await context.addCookies(cookies)
    await context.addInitScript((kept) => {
      for (const [key, value] of Object.entries(kept)) if (localStorage.getItem(key) === null) localStorage.setItem(key, value) // prettier-ignore
    }, storage)
    const page = await context.newPage()
    const first = await load(page, subject, profile)
    await page.close()
    const again = await load(await context.newPage(), subject, profile)
    return {
      bytes: first.bytes,
      firstMs: first.ms,
      againBytes: again.bytes,
      againMs: again.ms,
      ...(into && {
        intoMs: first.intoMs ?? Number.NaN,
        intoRequests: first.intoRequests,
        intoAgainMs: again.intoMs ?? Number.NaN,
      }),
    }
  } finally {
    await context.close()
  }
}
