import { createHash } from 'node:crypto'
import { paths } from '@helioport/contract'
import type { IndexedRelease, ReleaseIndexPayload } from '@helioport/contract/release'
import type { Browser, BrowserContext } from 'playwright/test'

/** Name prefix of all registered remotes beside the real ones. */
export const manyPrefix = 'area-'

/** A remote with its own name, routes, texts and hashes, and a former release, like a real index entry. */
function another(like: IndexedRelease, at: number): IndexedRelease[] {
  const name = `${manyPrefix}${at}`
  const hashOf = (what: string) => createHash('sha256').update(`${name} ${what}`)
  const integrityOf = (what: string) => `sha256-${hashOf(what).digest('base64')}`
  const [version = ''] = like.release.split('-')
  const releaseOf = (what: string): IndexedRelease => {
    const digits = hashOf(what).digest('hex').slice(0, 12)
    return {
      name,
      release: `${version}-${digits}`,
      scope: `${name}_${version}_${digits}`.replace(/\W/g, '_'),
      entry: `remoteEntry.${hashOf(`${what} entry`).digest('hex').slice(0, 12)}.js`,
      integrity: integrityOf(`${what} entry`),
      record: integrityOf(`${what} record`),
    }
  }
  const { manifest } = like
  if (manifest === undefined) return [releaseOf('current')]
  const [prefix = ''] = manifest.prefixes
  const text = JSON.stringify({ ...manifest, name })
    .replaceAll(`"${prefix}`, `"/${name}`)
    .replace(/"(en-US|zh-CN|zh-TW|pt-BR)":"([^"]*)"/g, (_, locale, title) => `"${locale}":"${title} ${at}"`)
  return [{ ...releaseOf('current'), manifest: JSON.parse(text) as typeof manifest }, releaseOf('former')]
}

/** The index with `count` remotes in total: the additional ones are modelled on the real ones, in turn. */
export function withRemotes(index: ReleaseIndexPayload, count: number): ReleaseIndexPayload {
  const real = Object.values(index.remotes).flatMap(([first]) => first ?? [])
  const remotes = { ...index.remotes }
  for (let at = 0; at < count - real.length; at += 1) {
    remotes[`${manyPrefix}${at}`] = another(real[at % real.length] as IndexedRelease, at)
  }
  return { ...index, remotes }
}

export interface StartUp {
  /**
   * Files of the portal requested until the page was complete; the number of its own files before the menu is usable
   * varies.
   */
  requests: number
  /** Size of the page itself over the wire. */
  pageBytes: number
  /** From the start of the navigation until the menu is usable, ms. */
  ms: number
  /** CPU time of the page's main thread until then, ms: other processes do not count. */
  cpuMs: number
}

/** A first visit with an empty cache. */
export async function startUp(
  browser: Browser,
  url: string,
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<StartUp> {
  const context = await browser.newContext({ storageState, locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
  try {
    await context.addInitScript(() => localStorage.setItem('token', '1'))
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    let pageBytes = 0
    let first: string | undefined
    session.on('Network.requestWillBeSent', ({ requestId }) => (first ??= requestId))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (requestId === first) pageBytes = encodedDataLength
    })
    let requests = 0
    page.on('request', (request) => {
      if (!/\/(api|releases)\//.test(request.url())) requests += 1
    })
    await page.goto(`${url}/#${paths.bulletin()}`, { waitUntil: 'commit' })
    const ms = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          const look = () => {
            const link = document.querySelector<HTMLElement>('header nav a')
            if (link?.checkVisibility() === true) done(performance.now())
            else requestAnimationFrame(look)
          }
          look()
        }),
    )
    const { metrics } = await session.send('Performance.getMetrics')
    const cpuMs = 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    return { requests, pageBytes, ms, cpuMs }
  } finally {
    await context.close()
  }
}
