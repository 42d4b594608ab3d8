import { readFileSync } from 'node:fs'
import { maxBeacons } from '@helioport/contract/beacon'
import type { Report } from '../operator/report.ts'
import { beaconOf, sendBeacons, startTestHost, type TestHost } from '../testing/host.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
let now = start
let host: TestHost

beforeEach(async () => {
  now = start
  host = await startTestHost(new Date(start), { now: () => now })
})
afterEach(() => host.close())

async function stationOf({ url, authorization }: TestHost) {
  const reply = await fetch(`${url}/releases/door/status`, { headers: { authorization } })
  const report = (await reply.json()) as Report
  const station = report.parts.find(({ name }) => name === 'station')
  if (station === undefined) throw new Error('there is no station')
  return { ...station, tabs: report.tabs }
}

test('counts the running releases, and forgets a tab two minutes after its last beacon', async () => {
  const { url, former, current } = host
  await sendBeacons(url, [
    beaconOf(1, 'load', current, { serial: 3 }),
    beaconOf(2, 'load', current, { serial: 3 }),
    beaconOf(3, 'load', former, { serial: 2 }),
  ])
  expect(await stationOf(host)).toMatchObject({
    running: [
      { release: current, tabs: 2 },
      { release: former, tabs: 1 },
    ],
    tabs: { open: 3, behind: 1 },
  })
  now += 90_000
  await sendBeacons(url, [
    beaconOf(1, 'alive', current, { serial: 3 }),
    beaconOf(3, 'unload', former),
    beaconOf(3, 'load', current, { serial: 3 }),
  ])
  expect((await stationOf(host)).running).toEqual([{ part: 'station', release: current, cohort: 'stable', tabs: 3 }])
  now += 60_000
  expect((await stationOf(host)).tabs).toEqual({ open: 2, behind: 0 })
  now += 120_000
  expect((await stationOf(host)).running).toEqual([])
})

test('counts errors by release and class; repeated failures of a tab count once', async () => {
  const { url, current } = host
  for (let i = 0; i < 5; i += 1) await sendBeacons(url, [beaconOf(1, 'fault', current, { fault: 'integrity' })])
  await sendBeacons(url, [
    beaconOf(2, 'load', current),
    beaconOf(2, 'crash', current, { fault: 'render' }),
    beaconOf(3, 'load', current),
    beaconOf(3, 'vital', current, { vital: { name: 'LCP', value: 800 } }),
  ])
  const [hour] = (await stationOf(host)).hour
  expect(hour).toMatchObject({ tabs: 3, bad: 2, loads: 2, crashes: 1, faults: { integrity: 5, render: 1 } })
  expect(hour?.paint).toBeGreaterThan(760)
  expect(hour?.paint).toBeLessThan(840)
  now += 3 * 3_600_000
  const later = await stationOf(host)
  expect([later.hour, later.day[0]?.tabs]).toEqual([[], 3])
})

test('counts survive a restart of the host; the file contains no tabs or addresses', async () => {
  const { url, layout, current } = host
  await sendBeacons(url, [beaconOf(0xabcdef, 'load', current), beaconOf(0xabcdef, 'crash', current)])
  await host.close()
  const text = readFileSync(layout.beacons, 'utf8')
  expect(text).not.toMatch(/abcdef|127\.0\.0\.1/)
  host = await startTestHost(new Date(start), { now: () => now }, layout)
  expect((await stationOf(host)).hour[0]).toMatchObject({ tabs: 1, bad: 1, loads: 1, crashes: 1 })
})

test.each<[string, unknown, number]>([
  ['no list', {}, 400],
  ['an empty list', [], 400],
  ['too many', Array.from({ length: maxBeacons + 1 }, (_, i) => beaconOf(i, 'load', '0.1.0-222222222222')), 400],
  ['another kind', [{ ...beaconOf(1, 'load', '0.1.0-222222222222'), kind: 'click' }], 400],
  ['another class', [{ ...beaconOf(1, 'fault', '0.1.0-222222222222'), fault: 'gremlins' }], 400],
  ['a further field', [{ ...beaconOf(1, 'load', '0.1.0-222222222222'), user: 'me' }], 400],
  ['a path for a release', [beaconOf(1, 'load', '../../keys')], 400],
  ['a number as text', [{ ...beaconOf(1, 'load', '0.1.0-222222222222'), serial: '1' }], 400],
  ['no JSON', '[{', 400],
  ['a prototype', '[{"__proto__":{"kind":"load"}}]', 400],
  ['too much', `[${' '.repeat(40_000)}]`, 413],
])('%s is refused and not counted', async (_, body, status) => {
  expect((await sendBeacons(host.url, body)).status).toBe(status)
  expect((await stationOf(host)).hour).toEqual([])
})

test('refuses another content type and cross-site requests', async () => {
  const beacons = [beaconOf(1, 'load', host.current)]
  const status = async (headers: Record<string, string>) => (await sendBeacons(host.url, beacons, headers)).status
  expect(await status({ 'content-type': 'text/plain' })).toBe(415)
  expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await status({ origin: 'https://evil.example' })).toBe(403)
  expect(await status({ origin: host.url, 'sec-fetch-site': 'same-origin' })).toBe(204)
})

test('a release that is not in the store is not counted', async () => {
  expect((await sendBeacons(host.url, [beaconOf(1, 'load', '6.6.6-666666666666')])).status).toBe(204)
  expect(await stationOf(host)).toMatchObject({ running: [], hour: [] })
})

test('limits the rate of an address until time has passed', async () => {
  const many = Array.from({ length: maxBeacons }, (_, i) => beaconOf(i, 'load', host.current))
  const statuses: number[] = []
  for (let i = 0; i < 130; i += 1) statuses.push((await sendBeacons(host.url, many)).status)
  expect(statuses.slice(0, 100).every((status) => status === 204)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  const other = await sendBeacons(host.url, many, { 'x-forwarded-for': '192.0.2.7' })
  expect(other.status).toBe(204)
  now += 10_000
  expect((await sendBeacons(host.url, many)).status).toBe(204)
})
