import type { Browser, CDPSession, Page } from 'playwright'
import { chromium } from 'playwright'
import type { Subject } from './subject.ts'

/** Networks and processors as they are met; download and upload in bytes/s, latency in ms, slowdown of the processor. */
export const profiles = {
  fast: { network: null, slowdown: 1 },
  cable: { network: { down: 1_250_000, up: 625_000, latency: 40 }, slowdown: 1 },
  'mid-phone': { network: { down: 500_000, up: 187_500, latency: 100 }, slowdown: 4 },
} as const

export type Profile = keyof typeof profiles

/** What a person waits for, ms by the page's own clock, and what came over the wire. Absent: the subject has no step. */
export interface Visit {
  /** Bodies as sent, from the navigation to 2.5 s after the page stood, bytes. */
  bytes: number
  /** From the start of the navigation to what the subject is visited for. */
  firstMs: number
  /** From the press to the other area's own content; the pointer has rested on the link before. */
  intoMs?: number
  /** What is asked for from where the pointer reached the link. */
  intoRequests?: number
  /** The same with what the first visit left in the browser. */
  againBytes: number
  againMs: number
  intoAgainMs?: number
}

/** What comes later than this after a page stands, ms, is no part of it. */
const afterMs = 2_500
/** A pointer that reaches a link presses it after so long, ms. */
const pointerMs = 150
const patienceMs = 30_000

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/** `trusted`: hash of the key of a certificate that nobody has signed; of others the browser would keep nothing. */
export function launch(trusted?: string): Promise<Browser> {
  const args = trusted === undefined ? quiet : [...quiet, `--ignore-certificate-errors-spki-list=${trusted}`]
  return chromium.launch({ executablePath: process.env['CHROME'] ?? '/usr/bin/chromium', args })
}

/** Time at which something that fits is first on screen, by the page's own clock. */
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

/** What a browser says of a reply when its head has come: bytes so far, and the length of its body where it is told. */
interface Head {
  bytes: number
  length: number
}

/**
 * Bytes of a body as sent. Over HTTP/2 and a slowed network Chromium (156) counts all of a reply before its head has come:
 * there the server's own word is taken.
 */
const bodyOf = (all: number, head: Head) => (all > head.bytes ? all - head.bytes : Math.min(all, head.length))

/** Counts bodies and requests of a page from now on. */
function watchWire(session: CDPSession) {
  const counted = { bytes: 0, requests: 0 }
  const heads = new Map<string, Head>()
  session.on('Network.requestWillBeSent', () => (counted.requests += 1))
  session.on('Network.responseReceived', ({ requestId, response: { encodedDataLength, headers } }) => {
    const told = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-length')?.[1]
    heads.set(requestId, { bytes: encodedDataLength, length: told === undefined ? encodedDataLength : Number(told) })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    counted.bytes += bodyOf(encodedDataLength, heads.get(requestId) ?? { bytes: 0, length: 0 })
  })
  return counted
}

/** The way into another area: the pointer comes to the link, rests, and presses. */
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

/** A visit with an empty browser and one with what that left there, each with the step into another area. */
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
