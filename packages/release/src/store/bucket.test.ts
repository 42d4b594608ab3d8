import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { statusOf } from '../operator/status.ts'
import { startS3Server } from '@helioport/object-store/testing'
import { createTestLayout, goBack, layRelease, releaseOf } from '../testing/store.ts'
import { bucketState, createBucketWatch } from './bucket.ts'
import { publishReleases } from './change.ts'
import { type Layout, layoutOf } from './layout.ts'
import { type ObjectStore, openObjectStore } from '@helioport/object-store'
import { pushRelease } from './release-objects.ts'

const now = new Date('2026-11-21T12:00:00Z')
const keys = { accessKeyId: 'k', secretAccessKey: 's', region: 'auto' }
let real: Awaited<ReturnType<typeof startS3Server>>
/** Accepts connections and never answers. */
let silent: Server
let asked = 0
let layout: Layout

beforeAll(async () => {
  real = await startS3Server()
  silent = createServer(() => void (asked += 1))
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  await real.stop()
})
afterEach(() => rmSync(layout.root, { recursive: true }))

const silentStore = () => openObjectStore({ url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/b`, ...keys }) // prettier-ignore
const deadStore = () => openObjectStore({ url: 'http://127.0.0.1:9/b', ...keys })

async function releasedWith(objects: ObjectStore): Promise<Layout> {
  layout = layoutOf(createTestLayout().root, objects)
  for (const [name, digit] of [
    ['shell', 1],
    ['station', 1],
    ['station', 2],
  ] as const) {
    const release = layRelease(layout, name, digit)
    await pushRelease(objects, layout, name, release)
    await publishReleases(layout, [{ name, release }], now)
  }
  return layout
}

test.each([
  ['refuses connections', deadStore],
  ['takes them and says nothing', silentStore],
])('a rollback between local releases succeeds with a store that %s; status reports the store', async (_, away) => {
  const { root } = await releasedWith(real.open())
  const cut = layoutOf(root, away())
  asked = 0
  await goBack(cut, 'station', now, releaseOf(1))
  // Each time-out takes two seconds, and the change must take less than five.
  expect(asked).toBeLessThanOrEqual(2)
  const { parts, bucket } = await statusOf(cut)
  expect(parts.find(({ name }) => name === 'station')?.current).toBe(releaseOf(1))
  expect(bucket?.error).toMatch(/^the object store http:\/\/127\.0\.0\.1:\d+\/b\/ cannot be reached: /)

  // The bucket is reachable again, and is updated until it agrees.
  const back = layoutOf(root, real.open())
  expect(await bucketState(back)).toMatchObject({ serial: 3, error: null })
  await createBucketWatch(back)()
  expect(await bucketState(back)).toMatchObject({ serial: 4, missing: [], error: null })
})

test('uploads to the store what was published while it was unreachable', async () => {
  const { root } = await releasedWith(real.open())
  const cut = layoutOf(root, deadStore())
  await publishReleases(cut, [{ name: 'station', release: layRelease(cut, 'station', 3) }], now)
  const back = layoutOf(root, real.open())
  expect((await bucketState(back))?.missing).toEqual([`station/${releaseOf(3)}`])
  const watch = createBucketWatch(back)
  await watch()
  expect(await bucketState(back)).toMatchObject({ serial: 4, missing: [] })
})
