import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OperatorResult } from '../operator/operate.ts'
import { readAudit } from '../store/audit.ts'
import { readIndex } from '../store/release-index.ts'
import { beaconOf, sendBeacons, startTestHost, type TestHost } from '../testing/host.ts'

const at = new Date('2026-11-21T12:00:00Z')
let host: TestHost

beforeEach(async () => {
  host = await startTestHost(at, { now: () => at.getTime() })
})
afterEach(() => host.close())

const ask = (action: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${host.url}/releases/door/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: host.authorization, ...headers },
    body: JSON.stringify(body),
  })

const good = { part: 'station', reason: 'wrong totals', by: 'Li Wei', expectSerial: 3 }
const serial = async () => (await readIndex(host.layout))?.payload.serial

test('a rollback is previewed, applied within two seconds, and logged with person and reason', async () => {
  await sendBeacons(host.url, [beaconOf(1, 'load', host.current), beaconOf(2, 'load', host.current)])
  const preview = (await (await ask('rollback', { ...good, reason: '', dryRun: true })).json()) as OperatorResult
  expect(preview).toMatchObject({
    applied: false,
    serial: 4,
    from: { current: host.current, former: host.former },
    to: { current: host.former, former: null },
    objections: [],
    running: [{ release: host.current, tabs: 2 }],
  })
  expect(await serial()).toBe(3)
  const began = performance.now()
  const done = (await (await ask('rollback', good)).json()) as OperatorResult
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(done).toEqual({ ...preview, applied: true })
  const index = (await readIndex(host.layout))?.payload
  expect([index?.serial, index?.remotes['station']?.[0]?.release]).toEqual([4, host.former])
  expect(await readAudit(host.layout, 1)).toMatchObject([{ action: 'rollback', by: 'Li Wei', reason: 'wrong totals' }])
})

test('of two changes based on the same serial one is applied, the other is 409', async () => {
  const replies = await Promise.all([
    ask('promote', { ...good, release: host.former }),
    ask('revoke', { ...good, release: host.former, by: 'Ana' }),
  ])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const lost = replies.find(({ status }) => status === 409)
  expect(await lost?.json()).toEqual({ error: 'conflict', message: expect.stringContaining('at serial 4, not 3') })
  expect(await serial()).toBe(4)
})

test('starts and halts a canary', async () => {
  await ask('promote', { ...good, release: host.former, percent: 10, auto: true })
  expect((await readIndex(host.layout))?.payload.canaries).toMatchObject({ station: { percent: 10 } })
  expect((await ask('halt', { ...good, expectSerial: 4 })).status).toBe(200)
  expect((await readIndex(host.layout))?.payload).toMatchObject({ serial: 5, canaries: {} })
})

test.each<[string, string, object, number]>([
  ['no reason', 'rollback', { ...good, reason: ' ' }, 400],
  ['nobody', 'rollback', { ...good, by: '' }, 400],
  ['no serial', 'rollback', { ...good, expectSerial: undefined }, 400],
  ['another part', 'rollback', { ...good, part: '../station' }, 400],
  ['a further field', 'rollback', { ...good, sudo: true }, 400],
  ['a path', 'promote', { ...good, release: '../../../etc/passwd' }, 400],
  ['another share', 'promote', { ...good, release: '0.1.0-111111111111', percent: 33 }, 400],
  ['a release that is not there', 'promote', { ...good, release: '0.1.0-999999999999' }, 422],
  ['no release', 'promote', good, 422],
  ['a part without a canary', 'halt', good, 422],
  ['an older serial', 'rollback', { ...good, expectSerial: 2 }, 409],
  ['an unknown action', 'explode', good, 404],
])('%s is refused and changes nothing', async (_, action, body, status) => {
  expect((await ask(action, body)).status).toBe(status)
  expect(await serial()).toBe(3)
})

test('every route requires the operator’s key', async () => {
  const wrong = [
    '',
    'Bearer ',
    'Bearer x',
    host.authorization.slice(0, -1),
    host.authorization.replace('Bearer', 'Basic'),
  ]
  for (const route of ['promote', 'rollback', 'revoke', 'halt', 'nowhere']) {
    for (const authorization of wrong.slice(0, 2)) {
      expect((await ask(route, good, { authorization })).status).toBe(401)
    }
  }
  for (const authorization of wrong) {
    const reply = await fetch(`${host.url}/releases/door/status`, { headers: authorization ? { authorization } : {} })
    expect([reply.status, await reply.json()]).toEqual([401, expect.objectContaining({ error: 'unauthorized' })])
  }
  const inUrl = `?key=${host.authorization.slice(7)}`
  expect((await fetch(`${host.url}/releases/door/status${inUrl}`)).status).toBe(401)
  expect(await serial()).toBe(3)
})

test('limits guesses of the key; the right key is still accepted', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 30; i += 1) statuses.push((await ask('rollback', good, { authorization: `Bearer ${i}` })).status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
  expect((await ask('rollback', good)).status).toBe(200)
})

test('refuses requests from pages of other sites, even with the key', async () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[]) {
    expect((await ask('rollback', good, headers)).status).toBe(403)
  }
  expect((await ask('rollback', good, { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await fetch(`${host.url}/releases/door/rollback`, { headers: { authorization: host.authorization } })).status).toBe(404) // prettier-ignore
  expect(await serial()).toBe(3)
})

test('the key’s file is private to its owner; replacing the file replaces the key', async () => {
  const file = join(host.layout.keys, 'operator-key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(Buffer.from(host.authorization.slice(7), 'base64url')).toHaveLength(32)
  chmodSync(file, 0o600)
  writeFileSync(file, 'another-key\n')
  expect((await ask('rollback', good)).status).toBe(401)
  expect((await ask('rollback', good, { authorization: 'Bearer another-key' })).status).toBe(200)
})
