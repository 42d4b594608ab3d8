import { copyFileSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestLayout, layRelease, releaseOf } from '../testing/store.ts'
import { type Failure, failingDisk } from '../testing/failing-disk.ts'
import { verifyAudit, readAudit } from './audit.ts'
import { commitChange, publishReleases, renewIndex, retirePart, rotateIndexKeys } from './change.ts'
import { namesIn, realDisk } from './disk.ts'
import { openKeyRing } from './keys.ts'
import { type Layout, layoutOf } from './layout.ts'
import { breakLock } from './lock.ts'
import { readPointers } from './pointer.ts'
import { readIndex } from './release-index.ts'
import { prune } from './retention.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = new Date('2027-11-21T12:00:00Z')
const why = { reason: 'wrong totals', by: 'test' }
let template: Layout
let copies = 0

beforeAll(async () => {
  template = createTestLayout()
  for (const name of ['shell', 'station', 'device']) {
    for (const digit of [1, 2]) {
      const release = layRelease(template, name, digit)
      await publishReleases(template, [{ name, release }], now)
    }
    layRelease(template, name, 3)
  }
})
afterAll(() => rmSync(template.root, { recursive: true }))

const target = (name: string) => ({ name, release: releaseOf(3) })
/** More releases than the retention keeps. */
const manyReleases = (layout: Layout) => {
  for (let i = 4; i <= 23; i += 1) layRelease(layout, 'station', i)
}
const changes: [string, (layout: Layout) => Promise<unknown>, ((layout: Layout) => void)?][] = [
  [
    'a release of three parts',
    (layout) => publishReleases(layout, ['shell', 'station', 'device'].map(target), now, why),
  ],
  ['a rollback', (layout) => commitChange(layout, [{ name: 'station', move: { action: 'rollback' } }], why, now)],
  ['a canary', (layout) => publishReleases(layout, [target('station')], now, { ...why, percent: 10 })],
  ['a revocation', (layout) => commitChange(layout, [{ name: 'station', move: { action: 'revoke', release: releaseOf(2) } }], why, now)], // prettier-ignore
  ['the end of a part', (layout) => retirePart(layout, 'device', why, now)],
  ['new keys', (layout) => rotateIndexKeys(layout, why, now)],
  ['a renewal', (layout) => renewIndex(layout, later)],
  ['a pruning', (layout) => prune(layout, new Set(), { dryRun: false, by: 'test' }, later), manyReleases],
]

/** The state of a store, without values that differ between runs. */
async function stateOf(layout: Layout) {
  const index = await readIndex(layout)
  const pointers = await readPointers(layout)
  const { current, next } = await openKeyRing(layout)
  return {
    serial: index?.payload.serial,
    signedBy: index?.signed.keyId === current.keyId,
    offered: Object.entries({ ...index?.payload.remotes, shell: [index?.payload.shell] }).map(([name, releases]) => [name, releases.map((one) => one?.release)]), // prettier-ignore
    canaries: Object.keys(index?.payload.canaries ?? {}),
    pointers: pointers.map(({ name, current: one, canary, revoked }) => [name, one, canary?.percent, revoked]),
    audit: (await readAudit(layout, 100)).map(({ action, name, serial, to }) => [action, name, serial, to]),
    releases: readdirSync(layout.release('station', '')).length,
    keys: [current.keyId, next.keyId],
  }
}

/** Releases never change: the copy uses hard links. */
function copyTree(from: string, to: string, isOfRelease = false): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [own, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyTree(own, copy, isOfRelease || entry.name === 'r')
    else if (isOfRelease) linkSync(own, copy)
    else copyFileSync(own, copy)
  }
}

function copyOf(from: Layout, disk?: Layout['disk']): Layout {
  copies += 1
  const root = `${template.root}-${copies}`
  copyTree(from.root, root)
  return layoutOf(root, undefined, disk && { disk })
}

const withoutKeys = <T extends { keys: unknown }>({ keys: _keys, ...rest }: T) => rest

/**
 * Fails at each step of a change in turn; expects the whole change or none of it, and a store that can be changed
 * again.
 */
async function tryEachStep([, change, prepare = () => undefined]: (typeof changes)[number], failure: Failure) {
  const prepared = copyOf(template)
  prepare(prepared)
  const done = copyOf(prepared, failingDisk(Infinity, failure))
  const before = await stateOf(done)
  await change(done)
  const after = await stateOf(done)
  const steps = (done.disk as ReturnType<typeof failingDisk>).steps()
  rmSync(done.root, { recursive: true })
  expect(steps).toBeGreaterThan(5)
  expect(withoutKeys(after)).not.toEqual(withoutKeys(before))
  const outcomes = new Set<string>()
  for (let at = 1; at <= steps; at += 1) {
    const layout = copyOf(prepared, failingDisk(at, failure))
    const ended = await change(layout).then(() => 'done', () => 'failed') // prettier-ignore
    // This process lives on, unlike the killed holder of the lock: the lock must be broken.
    const again = layoutOf(layout.root)
    if (failure !== 'full') await breakLock(again.lock)
    await renewIndex(again, now)
    const found = await stateOf(again)
    const isDone = found.serial === after.serial && found.releases === after.releases
    outcomes.add(isDone ? 'done' : 'undone')
    expect([at, withoutKeys(found)]).toEqual([at, withoutKeys(isDone ? after : before)])
    // A change that failed for lack of space is undone.
    if (failure === 'full' && ended === 'failed') expect([at, isDone]).toEqual([at, false])
    expect([at, (await verifyAudit(again)).brokenAt]).toEqual([at, null])
    // The next change succeeds, and no temporary file is left.
    await publishReleases(again, [{ name: 'station', release: releaseOf(1) }], now)
    const left = (await namesIn(again.root)).filter((name) => /^change|\.new$|json\../.test(name))
    expect([at, failure !== 'full' ? left.filter((name) => !name.endsWith('.new')) : left]).toEqual([at, []])
    rmSync(layout.root, { recursive: true })
  }
  rmSync(prepared.root, { recursive: true })
  expect(outcomes.has('undone')).toBe(true)
}

test.each(changes.flatMap((each) => (['dead', 'full'] as const).map((failure) => [each[0], failure, each] as const)))(
  '%s is applied completely or not at all, whichever step is the last (%s)',
  (_, failure, change) => tryEachStep(change, failure),
)

test.each(changes.filter(([name]) => name === 'a release of three parts' || name === 'the end of a part'))(
  '%s is atomic also when the power is cut and unsynced data is lost',
  (...change) => tryEachStep(change, 'power'),
)

test('syncs the content of a file before reporting it as written', async () => {
  const file = join(template.root, 'synced')
  const steps: string[] = []
  const probe = await open(file, 'w')
  const handles = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  rmSync(file)
  const spies = (['writeFile', 'sync'] as const).map((name) => {
    const real = handles[name] as (...args: unknown[]) => Promise<void>
    const spy = jest.spyOn(handles, name) as unknown as jest.SpyInstance
    return spy.mockImplementation(function (this: FileHandle, ...args: unknown[]) {
      steps.push(name)
      return real.apply(this, args)
    })
  })
  await realDisk.writeNew(file, 'index', 0o644)
  for (const spy of spies) spy.mockRestore()
  rmSync(file)
  expect(steps).toEqual(['writeFile', 'sync'])
})

test('a clock set back by a year does not affect the order of changes', async () => {
  const layout = copyOf(template)
  const past = new Date('2025-11-21T12:00:00Z')
  const { serial } = await commitChange(layout, [{ name: 'station', move: { action: 'rollback' } }], why, past)
  expect(serial).toBe(7)
  expect((await readIndex(layout))?.payload.remotes['station']?.[0]?.release).toBe(releaseOf(1))
  expect((await verifyAudit(layout)).brokenAt).toBeNull()
  expect(await renewIndex(layout, now)).toBe(true)
  rmSync(layout.root, { recursive: true })
})
