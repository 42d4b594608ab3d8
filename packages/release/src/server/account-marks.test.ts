import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Report } from '../operator/report.ts'
import { beaconOf, sendBeacons, startTestHost, type TestHost } from '../testing/host.ts'
import { layRelease } from '../testing/store.ts'
import { createAccountMarks } from './account-marks.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
let now: number
let asked: number
let isAway: boolean
let service: Server
let api: string
let host: TestHost | undefined

/** `a7` is a session of account 7; `s7` is one of its sub-account. */
beforeAll(async () => {
  service = createServer((request, reply) => {
    asked += 1
    const [, kind, of] = /helioport_session=(a|s)(\d+)/.exec(request.headers.cookie ?? '') ?? []
    if (isAway) return void request.socket.destroy()
    if (of === undefined) return void reply.writeHead(401).end('{}')
    const data =
      kind === 'a' ? { accountId: of, mainAccountId: null } : { accountId: `sub of ${of}`, mainAccountId: of }
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success: true, data }))
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  api = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => {
  service.closeAllConnections()
  service.close()
})
beforeEach(() => {
  now = start
  asked = 0
  isAway = false
})
afterEach(async () => {
  await host?.close()
  host = undefined
})

const requestWith = (cookie?: string) =>
  ({ headers: { cookie }, ip: '192.0.2.1', host: 'portal', protocol: 'http' }) as Parameters<ReturnType<typeof createAccountMarks>>[0] // prettier-ignore

test('asks for a session once in five minutes; an account and its sub-accounts share a mark; no session, no mark', async () => {
  const markOf = createAccountMarks({ pick: () => api }, () => now)
  const mark = await markOf(requestWith('helioport_session=a7'))
  expect(mark).toMatch(/^[\w-]{16}$/)
  expect(await markOf(requestWith('x=1; helioport_session=a7; y=2'))).toBe(mark)
  expect(asked).toBe(1)
  expect(await markOf(requestWith('helioport_session=s7'))).toBe(mark)
  expect(await markOf(requestWith('helioport_session=a8'))).not.toBe(mark)
  expect(await markOf(requestWith('helioport_session=old'))).toBeUndefined()
  expect(await markOf(requestWith())).toBeUndefined()
  expect(asked).toBe(4)
  now += 6 * 60_000
  isAway = true
  expect(await markOf(requestWith('helioport_session=a7'))).toBeUndefined()
})

async function startCanary(): Promise<string> {
  host = await startTestHost(new Date(start), { now: () => now, api })
  const canary = layRelease(host.layout, 'station', 3)
  const body = { part: 'station', release: canary, percent: 10, auto: true, reason: 'trial', by: 'Li', expectSerial: 3 }
  const headers = { 'content-type': 'application/json', authorization: host.authorization }
  const reply = await fetch(`${host.url}/releases/door/promote`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(await reply.text()).toContain(canary)
  return canary
}

/** Sends crashes of the canary from 100 tabs at 100 addresses, each with a session; returns the part's report. */
async function crashIn100Tabs(canary: string, sessionOf: (tab: number) => string | undefined) {
  if (host === undefined) throw new Error('there is no host')
  for (let tab = 1; tab <= 100; tab += 1) {
    now += 1_000
    const session = sessionOf(tab)
    const cookie = session === undefined ? {} : { cookie: `helioport_session=${session}` }
    await sendBeacons(host.url, [beaconOf(tab, 'crash', canary, { fault: 'render' })], cookie, `192.0.2.${tab}`)
  }
  now += 10_000
  await sendBeacons(host.url, [beaconOf(500, 'load', host.current)])
  const reply = await fetch(`${host.url}/releases/door/status`, { headers: { authorization: host.authorization } })
  return ((await reply.json()) as Report).parts.find(({ name }) => name === 'station')
}

test('one account in 100 tabs at 100 addresses counts as one tab, including its sub-accounts', async () => {
  const station = await crashIn100Tabs(await startCanary(), (tab) => (tab % 2 === 0 ? 'a7' : 's7'))
  expect(station?.canary).not.toBeNull()
  expect(station?.evidence?.canary).toMatchObject({ tabs: 1, bad: 1, badVoices: 1 })
})

test.each([
  ['a hundred accounts', (tab: number) => `a${tab}`],
  ['nobody who is signed in, at as many addresses,', () => undefined],
])('crash reports of %s halt a canary', async (_, sessionOf) => {
  const station = await crashIn100Tabs(await startCanary(), sessionOf)
  expect(station?.canary).toBeNull()
})
