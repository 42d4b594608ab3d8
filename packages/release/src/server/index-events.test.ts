import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../publish/build.ts'
import { publishReleases } from '../store/change.ts'
import { readEvents } from '../testing/event-stream.ts'
import { layRelease } from '../testing/store.ts'
import { startTestHost, type TestHost } from '../testing/host.ts'
import { Places } from './index-events.ts'

const now = new Date('2026-11-21T12:00:00Z')
let host: TestHost

beforeEach(async () => {
  host = await startTestHost(now)
})
afterEach(() => host.close())

const openEvents = async (url: string) => {
  const reader = await readEvents(`${url}/releases/events`)
  /** The first event with another serial: events are repeated. */
  const nextAfter = (serial: number) => reader.next((event) => !event.includes(`{"serial":${serial}}`))
  return { ...reader, nextAfter }
}

test('sends the serial at once and after each change to every stream', async () => {
  const readers = await Promise.all([openEvents(host.url), openEvents(host.url)])
  expect(readers[0]?.reply.headers.get('content-type')).toMatch('text/event-stream')
  expect(readers[0]?.reply.headers.get('cache-control')).toMatch('no-store')
  expect(readers[0]?.reply.headers.get('x-content-type-options')).toBe('nosniff')
  for (const { next } of readers) expect(await next()).toMatch(/event: index\nid: 3\ndata: {"serial":3}$/)
  let waited = 0
  for (const serial of [4, 5, 6, 7]) {
    await publishReleases(host.layout, [{ name: 'station', release: layRelease(host.layout, 'station', serial) }], now)
    const began = performance.now()
    for (const { nextAfter } of readers) expect(await nextAfter(serial - 1)).toContain(`data: {"serial":${serial}}`)
    waited += performance.now() - began
  }
  // Too fast for the repeated event, which comes every five seconds.
  expect(waited).toBeLessThan(10_000)
})

test('a change by another process is sent at once, before the next repeated event', async () => {
  const { next, nextAfter } = await openEvents(host.url)
  await next()
  const told = nextAfter(3).then((event) => ({ event, at: Date.now() }))
  const cli = join(projectRoot, 'packages/release/src/cli.ts')
  await promisify(execFile)(process.execPath, [cli, 'rollback', 'station', '--reason', 'test', '--data', host.layout.root]) // prettier-ignore
  const ended = Date.now()
  const { event, at } = await told
  expect(event).toMatch(/data: {"serial":4}$/)
  expect(at - ended).toBeLessThan(4_000)
})

test('repeats the event within 12 seconds', async () => {
  const { next } = await openEvents(host.url)
  const first = await next()
  const began = performance.now()
  expect(await next()).toBe(first?.replace(/^retry: \d+\n/, ''))
  expect(performance.now() - began).toBeLessThan(12_000)
})

test('closing the host ends all streams at once', async () => {
  const { next, nextAfter } = await openEvents(host.url)
  await next()
  const ended = nextAfter(3)
  const began = performance.now()
  await host.close()
  expect(await ended).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(4_000)
})

test('HEAD of the event stream is 404', async () => {
  expect((await fetch(`${host.url}/releases/events`, { method: 'HEAD' })).status).toBe(404)
})

test('an account that holds all places yields them one by one to other accounts', () => {
  const places = new Places<string>(10)
  for (let nth = 0; nth < 10; nth += 1) expect(places.take('stranger', `s${nth}`)).toEqual({ left: [] })
  expect(places.take('stranger', 's10')).toBe(false)
  expect(places.take('ada', 'a0')).toEqual({ left: ['s0'] })
  expect(places.take('bea', 'b0')).toEqual({ left: ['s1'] })
  // Leaving twice frees no further place.
  places.leave('stranger', 's0')
  expect(places.take('stranger', 's0')).toBe(false)
  for (let nth = 1; nth < 4; nth += 1) expect(places.take('ada', `a${nth}`)).toEqual({ left: [`s${nth + 1}`] })
  // The stranger has five places, Ada four: giving her one more would only swap their shares.
  expect(places.take('ada', 'a4')).toBe(false)
  places.leave('bea', 'b0')
  expect(places.take('ada', 'a4')).toEqual({ left: [] })
})
