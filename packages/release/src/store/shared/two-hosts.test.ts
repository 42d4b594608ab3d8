import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { openOperatorKey } from '../../operator/operator-key.ts'
import { failingDisk } from '../../testing/failing-disk.ts'
import { startS3Server } from '@helioport/object-store/testing'
import { layRelease, releaseOf } from '../../testing/store.ts'
import { readAudit, verifyAudit } from '../audit.ts'
import { bucketState } from '../bucket.ts'
import { commitChange, currentSerial, publishReleases, rotateIndexKeys } from '../change.ts'
import { followOthers } from '../changing.ts'
import { type Layout, layoutOf } from '../layout.ts'
import { breakLock } from '../lock.ts'
import { openObjectStore } from '@helioport/object-store'
import { readPointer } from '../pointer.ts'
import { readIndex } from '../release-index.ts'
import { proveConditions } from './conditions.ts'
import { openSharedState } from './shared-state.ts'

const secret = 'known to the hosts of this portal alone'
const now = new Date('2026-11-21T12:00:00Z')
const why = { reason: 'wrong totals', by: 'CI' }
let server: Awaited<ReturnType<typeof startS3Server>>
const folders: string[] = []

beforeAll(async () => {
  server = await startS3Server()
})
afterAll(async () => {
  await server.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

let buckets = 0
const bucketAt = (url: string) =>
  openObjectStore({ url, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' })

/** Hosts of one portal; each has an empty folder. */
function portal() {
  buckets += 1
  const url = `${server.strictUrl}/${buckets}`
  const host = (options: Parameters<typeof layoutOf>[2] = {}, known = secret) => {
    const root = mkdtempSync(join(tmpdir(), 'release-shared-'))
    folders.push(root)
    const objects = bucketAt(url)
    return layoutOf(root, objects, { ...options, shared: openSharedState(objects, known) })
  }
  return { url, host }
}

/** A new process on another one's folder. */
function again({ root, objects }: Layout): Layout {
  if (objects === undefined) throw new Error('there is no bucket')
  return layoutOf(root, objects, { shared: openSharedState(objects, secret) })
}

async function publishFirst(layout: Layout) {
  await publishReleases(layout, [{ name: 'shell', release: layRelease(layout, 'shell', 1) }], now)
  for (const digit of [1, 2, 3])
    await publishReleases(layout, [{ name: 'station', release: layRelease(layout, 'station', digit) }], now)
}

test('refuses a bucket that ignores conditional writes', async () => {
  await proveConditions(bucketAt(server.strictUrl))
  const lax = bucketAt(server.url)
  await expect(proveConditions(lax)).rejects.toThrow('writes whatever If-Match and If-None-Match say')
  const layout = { ...portal().host(), objects: lax, shared: openSharedState(lax, secret) }
  layRelease(layout, 'shell', 1)
  await expect(publishReleases(layout, [{ name: 'shell', release: releaseOf(1) }], now)).rejects.toThrow('run one release host on it') // prettier-ignore
  expect(await currentSerial(layout)).toBe(0)
})

test('a host with an empty folder gets state and keys of another; without the secret it gets nothing', async () => {
  const { host, url } = portal()
  const [one, other] = [host(), host()]
  await publishFirst(one)
  await followOthers(other)
  expect(await readIndex(other)).toEqual(await readIndex(one))
  const { nextKeyId } = await rotateIndexKeys(other, why, now)
  await commitChange(one, [{ name: 'station', move: { action: 'rollback' } }], why, now)
  expect((await readIndex(one))?.signed.keyId).not.toBe(nextKeyId)
  expect((await rotateIndexKeys(one, why, now)).keyId).toBe(nextKeyId)
  expect((await verifyAudit(one)).brokenAt).toBeNull()

  await expect(followOthers(host({}, 'of another portal altogether, by mistake'))).rejects.toThrow('give all hosts the same') // prettier-ignore
  const state = Buffer.from(await (await fetch(`${url}/state/release-hosts`)).arrayBuffer())
  expect(state.length).toBeGreaterThan(1_000)
  for (const open of ['PRIVATE KEY', 'wrong totals', releaseOf(1)]) expect(state.includes(open)).toBe(false)
})

test('of two changes with the same serial one is done, the other refused; without a serial both are done', async () => {
  const { host } = portal()
  const [one, other] = [host(), host()]
  await publishFirst(one)
  await followOthers(other)
  const move = (release: number) => [{ name: 'station', move: { action: 'publish', release: releaseOf(release) } }] as const // prettier-ignore
  for (let round = 0; round < 3; round += 1) {
    const options = { ...why, expectSerial: await currentSerial(one) }
    const ends = await Promise.allSettled([one, other].map((at, i) => commitChange(at, move(i + 1), options, now)))
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await Promise.all([one, other].map(followOthers))
  }
  const before = await currentSerial(one)
  const done = await Promise.all([one, other].map((at, i) => commitChange(at, move(i + 1), why, now)))
  expect(done.map(({ serial }) => serial).toSorted((a, b) => a - b)).toEqual([before + 1, before + 2])
  await Promise.all([one, other].map(followOthers))
  expect(await readIndex(one)).toEqual(await readIndex(other))
  expect(await bucketState(one)).toMatchObject({ serial: before + 2, missing: [], error: null })
})

test('a host that dies at any step leaves the change done or not done for all, and both continue', async () => {
  const { host } = portal()
  const [one, other] = [host(), host()]
  const change = (layout: Layout, no: number) =>
    publishReleases(layout, [{ name: 'shell', release: releaseOf(1 + (no % 3)) }], now, why)
  for (const digit of [1, 2, 3]) layRelease(one, 'shell', digit)
  await change(one, 0)
  const outcomes = new Set<boolean>()
  let isOver = false
  for (let step = 1; !isOver; step += 1) {
    const before = await currentSerial(one)
    const disk = failingDisk(step, 'dead')
    await change({ ...again(one), disk }, 2 * step).catch(() => undefined)
    isOver = disk.steps() < step
    await breakLock(one.lock)
    await followOthers(other)
    const isDone = (await currentSerial(other)) > before
    outcomes.add(isDone)
    const back = again(one)
    await followOthers(back)
    expect([step, await readIndex(back)]).toEqual([step, await readIndex(other)])
    expect([step, (await change(back, 2 * step + 1)).serial]).toEqual([step, before + (isDone ? 2 : 1)])
    expect([step, (await verifyAudit(back)).brokenAt]).toEqual([step, null])
  }
  expect(outcomes).toEqual(new Set([true, false]))
})

/** `server.ts` as a separate process with its own folder. */
class HostProcess {
  readonly layout: Layout
  readonly #bucket: string
  #url = ''
  #child: ChildProcess | undefined
  #key = ''

  constructor(layout: Layout, bucket: string) {
    this.layout = layout
    this.#bucket = bucket
  }

  async start(): Promise<void> {
    const env = {
      ...process.env,
      RELEASE_S3_URL: this.#bucket,
      RELEASE_S3_KEY: 'S3RVER',
      RELEASE_S3_SECRET: 'S3RVER',
      RELEASE_S3_REGION: 'us-east-1',
      RELEASE_STATE_SECRET: secret,
    }
    this.#key = await openOperatorKey(this.layout)
    const program = join(import.meta.dirname, '../../server.ts')
    this.#child = spawn(process.execPath, [program, '--port', '0', '--data', this.layout.root, '--api', 'http://127.0.0.1:9', '--init'], { env, stdio: ['ignore', 'pipe', 'inherit'] }) // prettier-ignore
    if (this.#child.stdout === null) throw new Error('nothing is heard of the host')
    for await (const line of createInterface({ input: this.#child.stdout }))
      if (line.startsWith('release: ready at ')) {
        this.#url = line.slice('release: ready at '.length)
        return
      }
    throw new Error('the host ended before it was ready')
  }

  async stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async serial(): Promise<number> {
    const { payload } = (await (await fetch(`${this.#url}/releases/index.json`)).json()) as { payload: string }
    return (JSON.parse(payload) as { serial: number }).serial
  }

  /** Status and serial of the reply; 0 where the connection broke. */
  async ask(action: string, body: object): Promise<{ status: number; serial: number }> {
    try {
      const reply = await fetch(`${this.#url}/releases/door/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#key}` },
        body: JSON.stringify({ part: 'station', ...why, ...body }),
      })
      const { serial = 0 } = (await reply.json()) as { serial?: number }
      return { status: reply.status, serial }
    } catch {
      return { status: 0, serial: 0 }
    }
  }
}

async function until(what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await pause(50)
}

describe('two hosts as processes, each with its own folder', () => {
  const { host, url } = portalLater()
  let hosts: [HostProcess, HostProcess]
  let ci: Layout

  beforeAll(async () => {
    ci = host()
    await publishFirst(ci)
    hosts = [new HostProcess(host(), url()), new HostProcess(host(), url())]
    await Promise.all(hosts.map((one) => one.start()))
  })
  afterAll(async () => {
    await Promise.all(hosts.map((one) => one.stop('SIGTERM')))
  })

  test('concurrent canary, rollback and publish with a killed host: each acknowledged change is done once', async () => {
    const told: { serial: number; by: string }[] = []
    let conflicts = 0
    const others = new Set<number>()
    const over = new AbortController()
    const moves = [
      ['promote', { release: releaseOf(1) }],
      ['promote', { release: releaseOf(2), percent: 10 }],
      ['rollback', {}],
      ['promote', { release: releaseOf(3) }],
      ['halt', {}],
    ] as const
    const change = async (no: 0 | 1) => {
      const by = `operator ${no}`
      for (let turn = no; !over.signal.aborted; turn += 1) {
        const [action, body] = moves[turn % moves.length] ?? moves[0]
        const expectSerial = await hosts[no].serial().catch(() => -1)
        if (expectSerial === -1) return
        const { status, serial } = await hosts[no].ask(action, { ...body, by, expectSerial })
        if (status === 200) told.push({ serial, by })
        else if (status === 409) conflicts += 1
        else others.add(status)
      }
    }
    const publishes = async () => {
      while (!over.signal.aborted) {
        const { serial } = await publishReleases(ci, [{ name: 'station', release: releaseOf(1 + (told.length % 3)) }], now, why) // prettier-ignore
        told.push({ serial, by: why.by })
        const seen = told.length
        await until(async () => over.signal.aborted || told.length > seen + 2)
      }
    }
    const survivor = change(1)
    const ciJob = publishes()
    for (let kill = 0; kill < 2; kill += 1) {
      const victim = change(0)
      const mine = () => told.filter(({ by }) => by === 'operator 0').length
      const before = mine()
      await until(async () => mine() > before + 1)
      await hosts[0].stop('SIGKILL')
      await victim
      await hosts[0].start()
    }
    await until(async () => conflicts > 0)
    over.abort()
    await Promise.all([survivor, ciJob])

    const serials = told.map(({ serial }) => serial)
    expect(new Set(serials).size).toBe(serials.length)
    await followOthers(ci)
    const latest = await currentSerial(ci)
    await until(async () => (await Promise.all(hosts.map((one) => one.serial()))).every((serial) => serial === latest))
    const done = new Map((await readAudit(ci, 10_000)).map(({ serial, by }) => [serial, by]))
    for (const { serial, by } of told) expect([serial, done.get(serial)]).toEqual([serial, by])
    // A move that an earlier one made impossible is refused; a killed host gives no answer.
    expect([...others].filter((status) => ![0, 422].includes(status))).toEqual([])
    for (const { layout } of [...hosts, { layout: ci }]) {
      expect((await verifyAudit(layout)).brokenAt).toBeNull()
      expect(readFileSync(layout.index, 'utf8')).toBe(readFileSync(ci.index, 'utf8'))
    }
    expect(await bucketState(ci)).toMatchObject({ serial: latest, missing: [], error: null })
  })

  test('of two concurrent revokes one is 409 and succeeds when repeated', async () => {
    await followOthers(ci)
    const { serial } = await publishReleases(ci, [{ name: 'station', release: releaseOf(1) }], now, why)
    await until(async () => (await Promise.all(hosts.map((one) => one.serial()))).every((at) => at === serial))
    const revoke = (no: 0 | 1) => hosts[no].ask('revoke', { release: releaseOf(2 + no), expectSerial: serial })
    const replies = await Promise.all([revoke(0), revoke(1)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const loser = replies[0]?.status === 409 ? 0 : 1
    await until(async () => (await hosts[loser].serial()) === serial + 1)
    const { status } = await hosts[loser].ask('revoke', { release: releaseOf(2 + loser), expectSerial: serial + 1 })
    expect(status).toBe(200)
    await followOthers(ci)
    expect((await readPointer(ci, 'station'))?.revoked.toSorted()).toEqual([releaseOf(2), releaseOf(3)])
  })
})

/** A portal that is created on first use: its bucket starts with the tests. */
function portalLater() {
  let found: ReturnType<typeof portal> | undefined
  const get = () => (found ??= portal())
  return { host: (...options: Parameters<ReturnType<typeof portal>['host']>) => get().host(...options), url: () => get().url } // prettier-ignore
}
