import type { ReleaseIndexPayload, SignedReleaseIndex } from '@helioport/contract/release'
import { type Beacon, maxBeacons } from '@helioport/contract/beacon'
import { readAudit, verifyAudit } from '../store/audit.ts'
import type { Report } from '../operator/report.ts'
import { beaconOf, beaconToken, forgeBeacons, sendBeacons, startTestHost, type TestHost } from '../testing/host.ts'
import { layRelease } from '../testing/store.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const browsers = 1_000
const minuteMs = 60_000
let now = start
let host: TestHost
let random: () => number

/** A generator of numbers below 1 that is the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

beforeEach(async () => {
  now = start
  random = seeded(42)
  host = await startTestHost(new Date(start), { now: () => now })
})
afterEach(() => host.close())

async function readIndex(): Promise<ReleaseIndexPayload> {
  const signed = (await (await fetch(`${host.url}/releases/index.json`)).json()) as SignedReleaseIndex
  return JSON.parse(signed.payload) as ReleaseIndexPayload
}

/** Beacons of a browser that opens station with the index of that moment. Its number decides its cohort. */
function visit(browser: number, minute: number, index: ReleaseIndexPayload, failsIn: ReadonlyMap<string, number>) {
  const canary = index.canaries?.['station']
  const isIn = canary !== undefined && browser % 100 < canary.percent
  const [current, former] = index.remotes['station'] ?? []
  const release = (isIn ? canary.release : current)?.release ?? ''
  const more = { cohort: isIn ? ('canary' as const) : ('stable' as const), serial: index.serial }
  // Each visit is a new tab.
  const tab = browser + minute * browsers
  const beacons: Beacon[] = []
  if (random() < (failsIn.get(release) ?? 0.01)) {
    const kind = random() < 0.5 ? 'fault' : 'crash'
    const shown = (isIn ? current : former)?.release ?? ''
    beacons.push(beaconOf(tab, kind, release, { ...more, fault: kind === 'fault' ? 'network' : 'render', shown }))
  } else beacons.push(beaconOf(tab, 'load', release, more))
  return { release, beacons }
}

/**
 * Every browser visits once a minute, until three minutes after the end of the canary. Returns, per minute, how many
 * browsers
 * had been given it by then.
 */
async function simulate(minutes: number, canary: string, failsIn: ReadonlyMap<string, number>) {
  const given = new Set<number>()
  const history: { minute: number; given: number; percent: number | undefined; current: string | undefined }[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    for (let first = 0; first < browsers; first += maxBeacons) {
      // A batch of simultaneous visits.
      now = start + minute * minuteMs + first * (minuteMs / browsers)
      const index = await readIndex()
      const visits = Array.from({ length: maxBeacons }, (_, i) => {
        // Mixes the cohorts: 7 and 1,000 are coprime.
        const browser = ((first + i) * 7) % browsers
        return { browser, ...visit(browser, minute, index, failsIn) }
      })
      for (const { browser, release } of visits) if (release === canary) given.add(browser)
      const reply = await sendBeacons(
        host.url,
        visits.flatMap(({ beacons }) => beacons),
        {},
        // Twenty companies, each with fifty people behind one address.
        `10.0.0.${first / maxBeacons + 1}`,
      )
      if (reply.status !== 204) throw new Error(`beacons: ${reply.status}`)
    }
    const index = await readIndex()
    const percent = index.canaries?.['station']?.percent
    history.push({ minute, given: given.size, percent, current: index.remotes['station']?.[0]?.release })
    if (history.length > 3 && history.slice(-4).every((one) => one.percent === undefined)) break
  }
  return history
}

async function startCanary(percent: number): Promise<string> {
  const release = layRelease(host.layout, 'station', 3)
  const body = { part: 'station', release, percent, auto: true, reason: 'trial', by: 'Li', expectSerial: 3 }
  const reply = await fetch(`${host.url}/releases/door/promote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: host.authorization },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return release
}

test.each([
  ['never loads, from 1 % on', 1, 1],
  ['never loads, from 10 % on', 10, 1],
  ['fails in one of five tabs', 1, 0.2],
  ['fails in one of eight tabs', 1, 0.125],
])('a canary that %s never reaches more than a tenth of the browsers', async (_, percent, share) => {
  const bad = await startCanary(percent)
  const history = await simulate(20, bad, new Map([[bad, share]]))
  const last = history.at(-1)
  expect(last?.given).toBeGreaterThan(0)
  expect(last?.given).toBeLessThanOrEqual(browsers / 10)
  expect(last).toMatchObject({ percent: undefined, current: host.current })
  const [halt] = await readAudit(host.layout, 1)
  expect(halt).toMatchObject({ action: 'halt', from: bad, to: host.current, by: 'canary control' })
  expect(halt?.reason).toMatch(/^failed in \d+ of \d+ tabs \(.*\); the current release \d+ of \d+ tabs .* are allowed$/)
  expect((await verifyAudit(host.layout)).brokenAt).toBeNull()
})

test('a bad canary is halted within a minute of its fiftieth tab', async () => {
  const bad = await startCanary(10)
  await simulate(1, bad, new Map([[bad, 1]]))
  const [halt] = await readAudit(host.layout, 1)
  expect(halt?.action).toBe('halt')
  // A tenth of 1,000 browsers per minute: the fiftieth visit comes half a minute after the start.
  expect(Date.parse(halt?.at ?? '') - (start + minuteMs / 2)).toBeLessThan(minuteMs)
})

test('a good canary climbs to all browsers and becomes the current release', async () => {
  const good = await startCanary(1)
  const history = await simulate(40, good, new Map([[good, 0.012]]))
  const percents = [...new Set(history.map(({ percent }) => percent))]
  expect(percents).toEqual([1, 10, 50, 100, undefined])
  expect(history.at(-1)).toMatchObject({ given: browsers, current: good })
  const actions = (await readAudit(host.layout, 5)).map(({ action }) => action).toReversed()
  expect(actions).toEqual(['canary', 'step', 'step', 'step', 'finish'])
  const index = await readIndex()
  expect(index.remotes['station']?.map(({ release }) => release)).toEqual([good, host.current])
})

/** The report of the operator's page. */
async function shownOf(): Promise<Report> {
  const { authorization } = host
  return (await fetch(`${host.url}/releases/door/status`, { headers: { authorization } })).json() as Promise<Report>
}

describe('forged beacons', () => {
  const many = 10_000
  /** Many beacons about a release, each of its own tab, in bodies of fifty. */
  const bodies = (release: string, kind: 'load' | 'fault') =>
    Array.from({ length: many / maxBeacons }, (_, i) =>
      Array.from(
        { length: maxBeacons },
        (_tab, j) =>
        beaconOf(1_000_000 + i * maxBeacons + j, kind, release, { cohort: 'canary', ...(kind === 'fault' ? { fault: 'network' as const } : {}) }), // prettier-ignore
      ),
    )
  const station = async () => {
    const index = await readIndex()
    return { percent: index.canaries?.['station']?.percent, current: index.remotes['station']?.[0]?.release }
  }

  test.each(['load', 'fault'] as const)('ten thousand without a valid token (%s) change nothing', async (kind) => {
    const canary = await startCanary(10)
    for (const body of bodies(canary, kind)) {
      // Time passes, because the host limits the rate.
      now += 1_000
      expect((await forgeBeacons(host.url, body)).status).toBe(204)
      expect((await forgeBeacons(host.url, body, 'WyJhIl0.aaaa')).status).toBe(204)
    }
    now += 20 * minuteMs
    await sendBeacons(host.url, [beaconOf(1, 'load', host.current)])
    expect(await station()).toEqual({ percent: 10, current: host.current })
    expect((await shownOf()).parts.find(({ name }) => name === 'station')?.evidence?.canary.tabs).toBe(0)
  })

  test.each(['load', 'fault'] as const)('ten thousand tokens of one address (%s) change nothing', async (kind) => {
    const canary = await startCanary(10)
    for (const body of bodies(canary, kind)) {
      now += 1_000
      expect((await sendBeacons(host.url, body)).status).toBe(204)
    }
    // The operators' figures show no crowd either.
    const shown = (await shownOf()).parts.find(({ name }) => name === 'station')
    expect(shown?.hour.map(({ tabs }) => tabs)).toEqual([20])
    expect(shown?.running.reduce((sum, { tabs }) => sum + tabs, 0)).toBeLessThanOrEqual(20)
    now += 20 * minuteMs
    await sendBeacons(host.url, [beaconOf(1, 'load', host.current)])
    expect(await station()).toEqual({ percent: 10, current: host.current })
  })

  test('a thousand errors of one tab count as 30 crashes of one bad tab', async () => {
    const body = Array.from({ length: maxBeacons }, () => beaconOf(1, 'crash', host.current, { fault: 'handler' }))
    for (let sent = 0; sent < 1_000; sent += maxBeacons) expect((await sendBeacons(host.url, body)).status).toBe(204)
    const shown = (await shownOf()).parts.find(({ name }) => name === 'station')
    expect(shown?.hour).toMatchObject([{ tabs: 1, bad: 1, crashes: 30 }])
  })

  test('addresses of one IPv6 network count as one address', async () => {
    const canary = await startCanary(10)
    for (const [nth, body] of bodies(canary, 'fault').entries()) {
      now += 1_000
      expect((await sendBeacons(host.url, body, {}, `2001:db8:1:${(nth + 1).toString(16)}::7`)).status).toBe(204)
    }
    expect(await station()).toEqual({ percent: 10, current: host.current })
  })

  test('a bad baseline from one address does not excuse a bad canary', async () => {
    const bad = await startCanary(10)
    for (const body of bodies(host.current, 'fault')) await sendBeacons(host.url, body, {}, '192.0.2.1').then(() => (now += 1_000)) // prettier-ignore
    await simulate(3, bad, new Map([[bad, 0.2]]))
    expect((await station()).percent).toBeUndefined()
  })
})

test('a beacon token is valid once, for one address and its releases, for five minutes', async () => {
  const beacons = [beaconOf(1, 'load', host.current)]
  const counted = async () => {
    return (await shownOf()).parts.find(({ name }) => name === 'station')?.hour[0]?.loads ?? 0
  }
  const token = await beaconToken(host.url, beacons)
  const reply = await forgeBeacons(host.url, beacons, token)
  expect([reply.status, await counted()]).toEqual([204, 1])
  await forgeBeacons(host.url, beacons, token)
  expect(await counted()).toBe(1)
  // Each reply brings the next token.
  await forgeBeacons(host.url, beacons, reply.headers.get('x-beacon-token') ?? '')
  expect(await counted()).toBe(2)
  await forgeBeacons(host.url, beacons, await beaconToken(host.url, beacons, { 'x-forwarded-for': '192.0.2.9' }))
  await forgeBeacons(host.url, beacons, await beaconToken(host.url, [beaconOf(1, 'load', host.former)]))
  const late = await beaconToken(host.url, beacons)
  now += 6 * minuteMs
  await forgeBeacons(host.url, beacons, late)
  expect(await counted()).toBe(2)
})
