import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { askHost, type Credentials, HostRefuses, keyCredentials } from '@helioport/remote-kit'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { readAudit, verifyAudit } from '../store/audit.ts'
import { readPointer } from '../store/pointer.ts'
import { startTestHost, type TestHost } from '../testing/host.ts'
import { layRelease, releaseOf } from '../testing/store.ts'
import { addTestKey } from '../testing/team.ts'
import { addTeamKey, askForTwo, revokeTeamKey, rotateTeamKey } from './change-teams.ts'
import type { TeamAction, TeamKey } from './team-key.ts'

const hourMs = 3_600_000
const why = { reason: 'a test', by: 'test' }
let time = Date.parse('2026-11-23T12:00:00Z')
const clock = () => time
const now = () => new Date(time)
let host: TestHost

beforeAll(async () => {
  host = await startTestHost(now(), { now: clock, allowOverrides: true })
})
afterAll(async () => {
  await host.close()
  rmSync(host.layout.root, { recursive: true })
})

const keyFor = (name: string, actions: TeamAction[], about: Partial<TeamKey> = {}) =>
  addTestKey(host.layout, host.url, { name, actions, ...about }, clock)
/** Result of a request to the door: `done` or a proposal, or status and message. */
const ask = (key: Credentials, path: string, body: object) =>
  askHost<{ proposal?: string }>(host.url, `/releases/team/${path}`, key, { method: 'POST', body }).then(
    (reply) => reply.proposal ?? 'done',
    (error: unknown) => (error instanceof HostRefuses ? `${error.status} ${error.message}` : String(error)),
  )
const promote = (release: string, more: object = {}) => ({ part: 'station', release, reason: 'a test', ...more })
const givenNow = async () => (await readPointer(host.layout, 'station'))?.current

test('a key may do only its actions for its parts, and the audit log has its name', async () => {
  const { former, current } = host
  const canary = await keyFor('canary-ci', ['canary', 'halt'])
  const point = await keyFor('point-ci', ['point', 'rollback'])
  expect(await ask(canary, 'promote', promote(former))).toBe('403 canary-ci may not point station')
  // A canary that is automatic, or for 100 %, needs the right to point.
  expect(await ask(canary, 'promote', promote(former, { percent: 10, auto: true }))).toMatch(/^403/)
  expect(await ask(canary, 'promote', promote(former, { percent: 100 }))).toMatch(/^403/)
  expect(await ask(canary, 'rollback', { part: 'station', reason: 'x' })).toMatch(/^403/)
  expect(await ask(point, 'promote', { ...promote(former), part: 'device' })).toBe('403 point-ci may not point device')
  expect(await ask(point, 'halt', { part: 'station', reason: 'x' })).toMatch(/^403/)
  for (const extra of [{ by: 'the operator' }, { force: true }])
    expect(await ask(point, 'promote', promote(former, extra))).toBe('400 The request does not fit')
  expect(await ask(point, 'revoke', promote(former))).toMatch(/^404/)
  expect(await givenNow()).toBe(current)

  // Nobody ever had this release: going "back" to it is a promote.
  const back = await keyFor('back-ci', ['upload', 'rollback'])
  const unseen = { part: 'station', release: layRelease(host.layout, 'station', 9), reason: 'x' }
  expect(await ask(back, 'rollback', unseen)).toBe('403 back-ci may not point station')
  expect(await ask(back, 'rollback', { ...unseen, release: former, dryRun: true })).toBe('done')

  expect(await ask(canary, 'promote', promote(former, { percent: 10 }))).toBe('done')
  expect(await ask(canary, 'halt', { part: 'station', reason: 'enough' })).toBe('done')
  expect(await ask(point, 'promote', promote(former, { dryRun: true }))).toBe('done')
  expect(await givenNow()).toBe(current)
  expect(await ask(point, 'promote', promote(former, { expectSerial: 1 }))).toMatch(/^409/)
  expect(await ask(point, 'rollback', { part: 'station', release: former, reason: 'x' })).toBe('done')
  expect(await givenNow()).toBe(former)
  expect(await ask(point, 'promote', promote(current))).toBe('done')
  const by = (await readAudit(host.layout, 4)).map((entry) => [entry.action, entry.by])
  expect(by).toEqual([['promote', 'point-ci'], ['rollback', 'point-ci'], ['halt', 'canary-ci'], ['canary', 'canary-ci']]) // prettier-ignore
})

test('a rollback key cannot restore a withdrawn release', async () => {
  const { former, current } = host
  const point = await keyFor('forward-ci', ['point', 'rollback'])
  const back = await keyFor('backward-ci', ['canary', 'halt', 'rollback'])
  expect(await ask(point, 'rollback', { part: 'station', reason: 'wrong totals' })).toBe('done')
  // An operator rolled this release back: it needs the right to point again.
  const again = { part: 'station', release: current, reason: 'x' }
  expect(await ask(back, 'rollback', again)).toBe('403 backward-ci may not point station')
  // A release that was only a canary was never current.
  const tried = layRelease(host.layout, 'station', 8)
  expect(await ask(back, 'promote', promote(tried, { percent: 1 }))).toBe('done')
  expect(await ask(back, 'rollback', { ...again, release: tried })).toBe('403 backward-ci may not point station')
  expect(await ask(back, 'halt', { part: 'station', reason: 'x' })).toBe('done')
  expect(await ask(back, 'rollback', { ...again, release: tried })).toBe('403 backward-ci may not point station')
  expect(await givenNow()).toBe(former)
  expect(await ask(point, 'rollback', again)).toBe('done')
  expect(await givenNow()).toBe(current)
})

test('of two parts that claim the same prefix at once one gets it, the other is refused', async () => {
  const parts = ['roof', 'wind']
  const asked = parts.map(async (part) => {
    const release = layRelease(host.layout, part, 1)
    const file = join(host.layout.release(part, release), 'release.json')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`"/${part}"`, '"/sky"'))
    const key = await keyFor(`${part}-ci`, ['point'], { parts: [part] })
    return () => ask(key, 'promote', { part, release, reason: 'first' })
  })
  const said = await Promise.all((await Promise.all(asked)).map((one) => one()))
  expect(said.toSorted()).toEqual([expect.stringMatching(/^422 .* prefix \/sky meets \/sky of \w+ \[prefix-taken\]$/), 'done']) // prettier-ignore
})

test('many previews of one key queue up to a limit (429), without delaying other keys or a halt', async () => {
  const { former, current } = host
  const [many, other] = [await keyFor('many-ci', ['point', 'canary', 'halt']), await keyFor('beside-ci', ['point'])]
  expect(await ask(many, 'promote', promote(former, { percent: 1 }))).toBe('done')
  const looks = Array.from({ length: 100 }, () => ask(many, 'promote', promote(former, { dryRun: true })))
  const beside = [ask(other, 'promote', promote(former, { dryRun: true })), ask(many, 'halt', { part: 'station', reason: 'enough' })] // prettier-ignore
  expect(await Promise.all(beside)).toEqual(['done', 'done'])
  const said = new Set(await Promise.all(looks))
  expect([...said].toSorted()).toEqual(['429 many-ci has 8 requests that wait: look again when they are answered', 'done']) // prettier-ignore
  expect(await givenNow()).toBe(current)
})

test('limits the moves of a key (429) and removes control characters from reasons', async () => {
  const key = await keyFor('moving-ci', ['canary', 'halt'])
  const said = []
  for (let i = 0; i < 31; i += 1) {
    said.push(await ask(key, 'promote', promote(host.former, { percent: 10, reason: 'a\u001b[2Jb' })))
    said.push(await ask(key, 'halt', { part: 'station', reason: 'enough' }))
  }
  expect([...new Set(said.slice(0, 60)), ...said.slice(60)]).toEqual(['done', '429 moving-ci moves too often', '429 moving-ci moves too often']) // prettier-ignore
  expect((await readAudit(host.layout, 2))[1]?.reason).toBe('a\ufffd[2Jb')
})

test('a part that requires two persons needs a confirmation by another holder', async () => {
  const { former, current } = host
  const ann = await keyFor('ann', ['point'], { holder: 'Ann' })
  const annAtHome = await keyFor('ann-at-home', ['point', 'rollback'], { holder: ' ann' })
  const bob = await keyFor('bob', ['point'], { holder: 'Bob' })
  const canary = await keyFor('carl', ['canary'], { holder: 'Carl' })
  await askForTwo(host.layout, 'station', ['point'], why, now())
  const proposal = await ask(ann, 'promote', promote(former))
  expect(proposal).toMatch(/^[0-9a-f]{16}$/)
  expect(await givenNow()).toBe(current)
  expect(await ask(ann, 'confirm', { proposal })).toBe('403 Ann proposed it: somebody else has to confirm')
  expect(await ask(annAtHome, 'confirm', { proposal })).toMatch(/^403/)
  // A rollback is no way around it: a release that nobody had needs two persons under any name.
  expect(await ask(annAtHome, 'rollback', { part: 'station', release: releaseOf(9), reason: 'x' })).toMatch(/^[0-9a-f]{16}$/) // prettier-ignore
  expect(await givenNow()).toBe(current)
  expect(await ask(canary, 'confirm', { proposal })).toBe('403 carl may not point station')
  expect(await ask(bob, 'confirm', { proposal })).toBe('done')
  expect(await givenNow()).toBe(former)
  expect((await readAudit(host.layout, 1))[0]).toMatchObject({ action: 'promote', by: 'ann and bob', to: former })
  expect(await ask(bob, 'confirm', { proposal })).toMatch(/^422 there is no such proposal/)

  const late = await ask(ann, 'promote', promote(current))
  time += 25 * hourMs
  expect(await ask(bob, 'confirm', { proposal: late })).toMatch(/^422 there is no such proposal, or it is older/)
  const overtaken = await ask(ann, 'promote', promote(current))
  expect(await ask(canary, 'promote', promote(current, { percent: 10 }))).toBe('done')
  expect(await ask(bob, 'confirm', { proposal: overtaken })).toMatch(/^409/)
  await askForTwo(host.layout, 'station', [], why, now())
  expect(await ask(ann, 'promote', promote(current))).toBe('done')
  expect(await verifyAudit(host.layout)).toMatchObject({ brokenAt: null })
})

test('a proposal stays valid when other parts change; of two confirmations at once one succeeds', async () => {
  const { former, current } = host
  const persons = ['eve', 'fay', 'gil'].map((name) => keyFor(name, ['point'], { holder: name }))
  const [eve, fay, gil] = (await Promise.all(persons)) as [Credentials, Credentials, Credentials]
  const device = await keyFor('device-ci', ['canary'], { parts: ['device'] })
  await askForTwo(host.layout, 'station', ['point'], why, now())
  const { serial: expectSerial } = await askHost<{ serial: number }>(host.url, '/releases/team/status', eve)
  // As the page sends it: with the serial that the person saw.
  const proposal = await ask(eve, 'promote', promote(former, { expectSerial }))
  expect(await ask(device, 'promote', { ...promote(former, { percent: 1 }), part: 'device' })).toBe('done')
  const said = await Promise.all([fay, gil].map((key) => ask(key, 'confirm', { proposal })))
  expect(said.toSorted()).toEqual([expect.stringMatching(/^4(?:09|22)/), 'done'])
  expect(await givenNow()).toBe(former)
  await askForTwo(host.layout, 'station', [], why, now())
  expect(await ask(eve, 'promote', promote(current))).toBe('done')
})

test('a rotated key is valid during the overlap, a revoked one no longer', async () => {
  const dry = promote(host.former, { dryRun: true })
  const first = await keyFor('rotated-ci', ['point'])
  const pair = await rotateTeamKey(host.layout, 'rotated-ci', hourMs, why, now())
  const second = keyCredentials(pair.privateKey, host.url, clock)
  expect([await ask(first, 'promote', dry), await ask(second, 'promote', dry)]).toEqual(['done', 'done'])
  time += hourMs + 1
  expect(await ask(first, 'promote', dry)).toMatch(/^401/)
  expect(await ask(second, 'promote', dry)).toBe('done')
  const proposal = await proposedBy('rotated-ci', second)
  await revokeTeamKey(host.layout, 'rotated-ci', why, now())
  expect(await ask(second, 'promote', dry)).toMatch(/^401/)
  const other = await keyFor('dan', ['point'], { holder: 'Dan' })
  expect(await ask(other, 'confirm', { proposal })).toBe('403 rotated-ci was revoked')
  await askForTwo(host.layout, 'station', [], why, now())
})

async function proposedBy(name: string, key: Credentials): Promise<string> {
  await askForTwo(host.layout, 'station', ['point'], why, now())
  const proposal = await ask(key, 'promote', promote(host.former))
  expect([name, proposal]).toEqual([name, expect.stringMatching(/^[0-9a-f]{16}$/)])
  return proposal
}

test('a developer’s key allows an override in the own browser and nothing else', async () => {
  const dev = await keyFor('dora', ['develop'], { holder: 'Dora' })
  const origin = 'http://127.0.0.1:3100'
  expect(await askHost(host.url, '/releases/team/key', dev)).toMatchObject({ name: 'dora', actions: ['develop'] })
  expect(await ask(dev, 'override', { part: 'station', origin })).toBe('done')
  expect(await ask(dev, 'override', { part: 'device', origin })).toBe('403 dora may not develop device')
  expect(await ask(dev, 'override', { part: 'station', origin: 'https://evil.example' })).toMatch(/^422/)
  expect(await ask(dev, 'promote', promote(host.former, { dryRun: true }))).toMatch(/^403/)
  expect(await ask(dev, 'rollback', { part: 'station', reason: 'x' })).toMatch(/^403/)
})

test('a token is valid for this host, for minutes, and only with the key’s signature', async () => {
  const dry = promote(host.former, { dryRun: true })
  const pair = await addTeamKey(host.layout, { name: 'elsewhere', team: 't', holder: 'E', parts: ['station'], actions: ['point'] }, undefined, why, now()) // prettier-ignore
  const pem = pair?.privateKey ?? ''
  const tokenOf = (url: string, at: number) => keyCredentials(pem, url, () => at)
  expect(await ask(tokenOf(host.url, time), 'promote', dry)).toBe('done')
  expect(await ask(tokenOf('https://other.example', time), 'promote', dry)).toMatch(/^401/)
  for (const at of [time - hourMs, time + hourMs])
    expect(await ask(tokenOf(host.url, at), 'promote', dry)).toMatch(/^401/)
  const [head = '', body = ''] = (await tokenOf(host.url, time).token()).split('.')
  const none = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(head, 'base64url').toString()), alg: 'none' })).toString('base64url') // prettier-ignore
  for (const token of [`${none}.${body}.`, `${none}.${body}.x`, `${head}.${body}.AAAA`, 'x.y.z'])
    expect(await ask({ token: async () => token, sign: async (text) => text }, 'promote', dry)).toMatch(/^401/)
})

interface Issuer {
  url: string
  server: Server
  token: (claims: object, audience?: string) => Promise<string>
}

/** An issuer of tokens, like GitHub's and GitLab's for their jobs. */
async function startIssuer(keysAt?: string): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]
  const server = createServer((request, reply) => {
    const isKeys = request.url === '/keys'
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(isKeys ? { keys } : { issuer: url, jwks_uri: keysAt ?? `${url}/keys` }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const token = (claims: object, audience = host.url) => {
    const at = Math.floor(time / 1000)
    const draft = new SignJWT({ sub: 'repo:org/station', ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'one' })
    return draft.setIssuer(url).setAudience(audience).setIssuedAt(at).setExpirationTime(at + 300).sign(privateKey) // prettier-ignore
  }
  return { url, server, token }
}

const bearer = (token: string): Credentials => ({ token: async () => token, sign: async (text) => text })

test('accepts a CI job’s OIDC token only with the right issuer, audience, claims and age', async () => {
  const dry = promote(host.former, { dryRun: true })
  const issuer = await startIssuer()
  const stranger = await startIssuer()
  const liar = await startIssuer(`${issuer.url}/keys`)
  const claims = { repository: 'org/station', ref: 'refs/heads/main' }
  const about = { team: 'station team', holder: 'CI', parts: ['station'], actions: ['point'] as TeamAction[] }
  for (const [name, { url }] of Object.entries({ github: issuer, liar }))
    await addTeamKey(host.layout, { ...about, name }, { kind: 'oidc', issuer: url, claims }, why, now())
  const said = async (token: Promise<string>) => ask(bearer(await token), 'promote', dry)
  expect(await said(issuer.token(claims))).toBe('done')
  expect(await said(issuer.token({ ...claims, ref: 'refs/pull/7/merge' }))).toMatch(/^401/)
  expect(await said(issuer.token({ ...claims, repository: 'org/other' }))).toMatch(/^401/)
  expect(await said(issuer.token(claims, 'https://other.example'))).toMatch(/^401/)
  expect(await said(stranger.token(claims))).toMatch(/^401/)
  const old = issuer.token(claims)
  time += 400_000
  expect(await said(old)).toMatch(/^401/)
  expect(await said(issuer.token(claims))).toBe('done')
  // An issuer's keys are fetched from the issuer only, whatever its document says.
  expect(await said(liar.token(claims))).toMatch(/^503 .* names no keys of its own/)
  const other = await keyFor('signed-ci', ['point'])
  const forged = new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'one' })
    .setIssuer(issuer.url)
    .setSubject('x')
  expect(await said(forged.setAudience(host.url).setIssuedAt().setExpirationTime('5m').sign(Buffer.alloc(32)))).toMatch(/^401/) // prettier-ignore
  expect(await ask(other, 'promote', dry)).toBe('done')
  await revokeTeamKey(host.layout, 'github', why, now())
  expect(await said(issuer.token(claims))).toMatch(/^401/)
  for (const { server } of [issuer, stranger, liar]) {
    server.closeAllConnections()
    server.close()
  }
})

test('limits requests of one key without affecting others', async () => {
  const [flooding, other] = [await keyFor('flooding-ci', ['halt']), await keyFor('other-ci', ['halt'])]
  const key = (credentials: Credentials) => askHost(host.url, '/releases/team/key', credentials).then(() => 'let in', (error: Error) => error.message) // prettier-ignore
  const answers: string[] = []
  for (let at = 0; at < 301; at += 1) answers.push(await key(flooding))
  expect(answers.filter((answer) => answer === 'let in')).toHaveLength(300)
  expect(answers.at(-1)).toBe('flooding-ci asks too often')
  expect(await key(other)).toBe('let in')
  time += 1_000
  expect(await key(flooding)).toBe('let in')
})

test('a team sees the operator’s status for its parts only, and what its key may do', async () => {
  const key = await keyFor('seeing-ci', ['rollback'])
  interface Seen {
    viewer: object
    parts: { name: string; change: object | null }[]
    history: { name: string | null }[]
    lock: null
  }
  const seen = await askHost<Seen>(host.url, '/releases/team/status', key)
  expect(seen).toMatchObject({ viewer: { key: 'seeing-ci', actions: ['rollback'] }, lock: null })
  expect(seen.parts.map(({ name }) => name)).toEqual(['station'])
  expect(seen.parts[0]?.change).toMatchObject({ with: expect.any(String), files: { changed: expect.arrayContaining(['list.js']) } }) // prettier-ignore
  expect(seen.history.length).toBeGreaterThan(0)
  expect(new Set(seen.history.map(({ name }) => name))).toEqual(new Set(['station']))
})
