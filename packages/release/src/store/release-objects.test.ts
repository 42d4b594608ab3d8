import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createReleaseHost } from '../server/app.ts'
import { startS3Server } from '@helioport/object-store/testing'
import { createTestLayout, layRelease } from '../testing/store.ts'
import { publishReleases } from './change.ts'
import { type Layout, layoutOf } from './layout.ts'
import type { ObjectStore } from '@helioport/object-store'
import { pullRelease, pushRelease, retainedReleases } from './release-objects.ts'
import { prune } from './retention.ts'

const now = new Date('2026-11-21T12:00:00Z')
let server: Awaited<ReturnType<typeof startS3Server>>
let objects: ObjectStore
let layout: Layout
let app: FastifyInstance | undefined

beforeAll(async () => {
  server = await startS3Server()
  objects = server.open()
})
afterAll(() => server.stop())

/** Publishes parts to the bucket and empties the folder, as on a new machine. */
beforeEach(async () => {
  layout = layoutOf(createTestLayout().root, objects)
  for (const [name, digits] of [
    ['shell', [1]],
    ['station', [1, 2]],
  ] as const) {
    // prettier-ignore
    for (const digit of digits) {
      const release = layRelease(layout, name, digit, '2026-01-01T00:00:00Z')
      await pushRelease(objects, layout, name, release)
      await publishReleases(layout, [{ name, release }], now)
    }
  }
  rmSync(join(layout.root, 'r'), { recursive: true })
})
afterEach(async () => {
  await app?.close()
  app = undefined
  for (const name of ['shell', 'station'])
    for (const release of await retainedReleases(layout, name)) await objects.remove(await objects.list(`r/${name}/${release}/`)) // prettier-ignore
  rmSync(layout.root, { recursive: true, force: true })
})

const station = '0.1.0-222222222222'

async function serve() {
  app = await createReleaseHost({ data: layout.root, objects, api: 'http://127.0.0.1:9', logLevel: 'silent' })
  return app
}

test('a host with an empty folder serves the portal from the bucket, with immutable files', async () => {
  const host = await serve()
  expect((await host.inject({ url: '/' })).statusCode).toBe(200)
  const file = await host.inject({ url: `/r/station/${station}/list.js`, headers: { 'accept-encoding': 'br' } })
  expect([file.statusCode, file.headers['cache-control'], file.headers['content-encoding']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'br',
  ])
  expect((await host.inject({ url: '/releases/index.json' })).headers['cache-control']).toBe('no-cache')
})

test('objects in the bucket have the headers that a CDN serves', async () => {
  const keys = await objects.list('')
  expect(keys).toContain('releases/index.json')
  expect(keys).toContain(`r/station/${station}/list.js.br`)
  for (const key of keys) {
    const { headers } = await fetch(`${server.url}/${key}`)
    const [cache, encoding] = [headers.get('cache-control'), headers.get('content-encoding')]
    expect([key, cache]).toEqual([key, key === 'releases/index.json' ? 'no-cache' : 'public, max-age=31536000, immutable']) // prettier-ignore
    expect(encoding).toBe(key.endsWith('.br') ? 'br' : key.endsWith('.gz') ? 'gzip' : null)
    expect(headers.get('content-type')).toMatch(/javascript|css|json|html/)
  }
})

test('refuses a file in the bucket that differs from the released one', async () => {
  const headers = { type: 'text/javascript', cache: 'no-store' }
  await objects.put(`r/station/${station}/list.js`, Buffer.from('evil()'), headers)
  await expect(pullRelease(objects, layout, 'station', station)).rejects.toThrow(
    'list.js in the bucket is not the file',
  )
  const host = await serve()
  expect((await host.inject({ url: `/r/station/${station}/list.js` })).statusCode).toBe(404)
})

test('a second push of a release changes nothing', async () => {
  await pullRelease(objects, layout, 'station', station)
  await objects.remove([`r/station/${station}/list.js`])
  await pushRelease(objects, layout, 'station', station)
  expect(await objects.get(`r/station/${station}/list.js`)).toBeUndefined()
})

test('pruned releases are removed from the bucket, others stay', async () => {
  for (let i = 3; i <= 23; i += 1) {
    const release = layRelease(layout, 'station', i, '2026-01-01T00:00:00Z')
    await pushRelease(objects, layout, 'station', release)
    await publishReleases(layout, [{ name: 'station', release }], new Date(now.getTime() + i * 60_000))
  }
  await publishReleases(layout, [{ name: 'station', release: station }], new Date(now.getTime() + 3_600_000))
  expect((await retainedReleases(layout, 'station')).size).toBe(23)
  const pruned = await prune(layout, new Set(), { dryRun: false, by: 'test' }, new Date('2027-06-01T00:00:00Z'))
  expect(pruned).toHaveLength(3)
  const kept = await retainedReleases(layout, 'station')
  expect(kept.size).toBe(20)
  expect(kept.has(station)).toBe(true)
})
