import { createHash } from 'node:crypto'
import { paths } from '@helioport/contract'
import type { IndexedRelease, ReleaseIndexPayload } from '@helioport/contract/release'
import type { Browser, BrowserContext } from 'playwright/test'

/** All remotes that are registered beside the real ones begin with this. */
export const manyPrefix = 'area-'

/** A remote of its own name, routes and hashes, as large in the index as the one that it is made after. */
function another(like: IndexedRelease, at: number): IndexedRelease {
  const name = `${manyPrefix}${at}`
  const digits = createHash('sha256').update(name).digest('hex').slice(0, 12)
  const integrityOf = (file: string) => `sha384-${createHash('sha384').update(`${name} ${file}`).digest('base64')}`
  const [prefix = ''] = like.manifest?.prefixes ?? []
  const moved = JSON.parse(JSON.stringify(like).replaceAll(`"${prefix}`, `"/${name}`)) as IndexedRelease
  return {
    ...moved,
    name,
    release: `${like.version}-${digits}`,
    scope: `${name}_${digits}`.replace(/\W/g, '_'),
    files: Object.fromEntries(
      Object.entries(moved.files).map(([file, sizes]) => [file, { ...sizes, integrity: integrityOf(file) }]),
    ),
    ...(moved.manifest === undefined ? {} : { manifest: { ...moved.manifest, name } }),
  }
}

/** The index with `count` remotes in all: what is missing is made after the real ones, in turn. */
export function withRemotes(index: ReleaseIndexPayload, count: number): ReleaseIndexPayload {
  const real = Object.values(index.remotes).flatMap(([first]) => first ?? [])
  const remotes = { ...index.remotes }
  for (let at = 0; at < count - real.length; at += 1) {
    const release = another(real[at % real.length] as IndexedRelease, at)
    remotes[release.name] = [release]
  }
  return { ...index, remotes }
}

export interface StartUp {
  /** Files of the portal asked for until the menu could be used. */
  requests: number
  /** Of the page itself, as it came over the wire. */
  pageBytes: number
  /** From the start of the navigation until the menu can be used, ms. */
  ms: number
  /** Work of the page's main thread until then, by the processor's clock, ms: other processes do not count. */
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
    const until = requests
    const { metrics } = await session.send('Performance.getMetrics')
    const cpuMs = 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    return { requests: until, pageBytes, ms, cpuMs }
  } finally {
    await context.close()
  }
}
