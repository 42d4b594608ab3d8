import type { AddressInfo } from 'node:net'
import type { LiveEvent } from '@helioport/contract'
import { LiveEvent as Schema } from '@helioport/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../main/app.ts'
import { openDatabase } from '../database/open-database.ts'
import type { SignedIn } from '../base/signed-in.ts'
import { maxStreamsPerAccount, openLive } from './hub.ts'
import { type EventReader, readEvents } from '../testing/event-reader.ts'
import {
  addTestPlant,
  frame,
  type Person,
  startTestPortal,
  type TestPlant,
  type TestPortal,
  proved,
} from '../testing/test-portal.ts'
import { compileTest } from '../http/validate.ts'

let portal: TestPortal
let second: { app: FastifyInstance; close: () => Promise<void> }
let urls: string[]
let owner: Person
let guest: Person
let plant: TestPlant
let hidden: TestPlant
const readers: EventReader[] = []

const listen = async (app: FastifyInstance) => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  // Another instance on the same database, with its own connections.
  const db = openDatabase(portal.databaseUrl)
  const app = await buildApp({ ...portal.service, db })
  second = { app, close: async () => app.close().then(() => db.close()) }
  urls = [await listen(portal.app), await listen(app)]
  owner = await portal.signIn('owner')
  guest = await portal.signIn('guest')
  plant = await addTestPlant(portal, owner)
  hidden = await addTestPlant(portal, owner)
})
afterAll(async () => {
  for (const reader of readers) reader.close()
  await second?.close()
  await portal?.stop()
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})

const open = async (person: Person, url = urls[0] ?? '') => {
  const reader = await readEvents(url, person.cookie)
  readers.push(reader)
  return reader
}
const about = (type: LiveEvent['type'], stationId?: string) => (event: LiveEvent) =>
  event.type === type && (stationId === undefined || ('stationId' in event && event.stationId === stationId))

let minutes = 0
const sendFrame = (to: TestPlant, errorWord = 0) => {
  portal.clock.now += 60_000
  minutes += 1
  return to.logger.send({
    devices: [frame(to.devices[0]?.serial ?? '', portal.clock.now, { powerW: 1000 + minutes, errorWord })],
  })
}

const shareWith = async (rights: ('alarms' | 'income')[] = []) => {
  const { data } = await proved(portal, owner).call('POST /stations/:stationId/shares', {
    params: { stationId: plant.stationId },
    body: { userName: 'guest', rights, endsOn: null },
  })
  await guest.call('POST /incoming-shares/:incomingShareId/acceptance', { params: { incomingShareId: data.id } })
  return data.id
}
const revoke = (shareId: string) =>
  owner.call('DELETE /stations/:stationId/shares/:shareId', { params: { stationId: plant.stationId, shareId } })

test('frames and alarms reach the streams of every instance as hints without data', async () => {
  const streams = await Promise.all(urls.map((url) => open(owner, url)))
  for (const { status, headers } of streams) {
    expect([
      status,
      headers.get('content-type'),
      headers.get('x-accel-buffering'),
      headers.get('cache-control'),
    ]).toEqual([200, 'text/event-stream; charset=utf-8', 'no', 'no-store, no-transform'])
  }
  await sendFrame(plant, 1)
  for (const stream of streams) await stream.next(about('station', plant.stationId))
  await sendFrame(plant, 1)
  for (const stream of streams) await stream.next(about('alarm', plant.stationId))
  await sendFrame(plant)
  await sendFrame(plant)
  const isEvent = compileTest(Schema)
  for (const { events } of streams) for (const event of events) expect(isEvent(event)).toBe(true)
})

test('hints about alarms, edits, exports and bulletins reach only the accounts concerned', async () => {
  const [own, foreign] = [await open(owner), await open(guest)]
  await sendFrame(plant, 2)
  await sendFrame(plant, 2)
  const { data: alarms } = await owner.call('GET /alarms', { query: { state: 'open' } })
  await own.next(about('alarm'))
  own.clear()
  await owner.call('PUT /alarms/:alarmId/acknowledgement', {
    params: { alarmId: alarms[0]?.id ?? '' },
    body: { acknowledged: true },
  })
  await own.next(about('alarm', plant.stationId))
  await portal.db.pool.query("update station set description = 'sunny' where id = $1", [hidden.stationId])
  await own.next(about('station', hidden.stationId))
  await portal.db.pool.query(
    `insert into export_task (account_id, input, created_at, expires_at) values ($1, '{}', now(), now())`,
    [owner.accountId],
  )
  await portal.db.pool.query("update export_task set state = 'done'")
  await own.next(about('export'))
  await portal.db.pool.query(
    `insert into bulletin (kind, locale, title, body, url, published_at) values ('news', 'en-US', 'x', '', '', now())`,
  )
  await foreign.next(about('bulletin'))
  // A hint about the owner's station would have arrived before this one.
  expect(foreign.events).toEqual([{ type: 'bulletin' }])
  await sendFrame(plant)
  await sendFrame(plant)
})

test("a stream gets a share's hints from acceptance until revocation, by the rights of the share", async () => {
  const stream = await open(guest, urls[1])
  const watcher = await open(owner, urls[1])
  const shareId = await shareWith()
  await stream.next(about('access'))
  await sendFrame(plant, 4)
  await sendFrame(plant, 4)
  await stream.next(about('station', plant.stationId))
  await watcher.next(about('alarm', plant.stationId))
  // Hints about alarms require the right `alarms`.
  expect(stream.events.filter(about('alarm'))).toEqual([])
  stream.clear()
  await revoke(shareId)
  await stream.next(about('access'))
  stream.clear()
  watcher.clear()
  await sendFrame(plant)
  await watcher.next(about('station', plant.stationId))
  await portal.db.pool.query('update bulletin set title = title')
  await stream.next(about('bulletin'))
  expect(stream.events.filter(about('station'))).toEqual([])
  await sendFrame(plant)
})

test('a share that has ended by its date gives no more hints', async () => {
  const shareId = await shareWith()
  await portal.db.pool.query('update station_share set ends_at = $1 where id = $2', [
    new Date(portal.clock.now + 30_000),
    shareId,
  ])
  const stream = await open(guest)
  const watcher = await open(owner)
  await sendFrame(plant)
  await watcher.next(about('station', plant.stationId))
  await portal.db.pool.query('update bulletin set title = title')
  await stream.next(about('bulletin'))
  expect(stream.events.filter(about('station'))).toEqual([])
  await revoke(shareId)
})

test('a stream ends with its session at every instance, however the session ends', async () => {
  const body = { account: 'owner', password: 'password of owner' }
  let address = 0
  const again = async (): Promise<Person> => {
    const { response } = await portal.anyone('POST /session', { body, ip: `10.9.0.${(address += 1)}` })
    return { ...owner, cookie: String(response.headers['set-cookie']).split(';')[0] ?? '' }
  }
  const idOf = async ({ cookie }: Person) => {
    const { data } = await portal.anyone('GET /sessions', { headers: { cookie } })
    return data.find(({ current }) => current)?.id ?? ''
  }
  const ends: ((person: Person) => Promise<unknown>)[] = [
    async ({ cookie }) => portal.anyone('DELETE /session', { headers: { cookie } }),
    async (person) => owner.call('DELETE /sessions/:sessionId', { params: { sessionId: await idOf(person) } }),
    async () => owner.call('DELETE /sessions'),
  ]
  const kept = await open(owner)
  for (const end of ends) {
    const person = await again()
    const streams = await Promise.all(urls.map((url) => open(person, url)))
    await end(person)
    await Promise.all(streams.map(({ ended }) => ended))
  }
  kept.clear()
  await sendFrame(plant)
  await kept.next(about('station', plant.stationId))

  const disabled = await portal.signIn('to-be-disabled')
  const stream = await open(disabled, urls[1])
  await portal.db.pool.query('update account set disabled_at = now() where id = $1', [disabled.accountId])
  await stream.ended
  expect((await open(disabled)).status).toBe(401)
})

test('a stream needs a session; an account has a limited number of them; "forS" ends one', async () => {
  expect((await readEvents(urls[0] ?? '', '')).status).toBe(401)
  const many = await Promise.all(Array.from({ length: maxStreamsPerAccount }, () => open(guest)))
  expect(many.every(({ status }) => status === 200)).toBe(true)
  const refused = await fetch(`${urls[0]}/api/web/v1/events`, { headers: { cookie: guest.cookie } })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  expect(await refused.json()).toMatchObject({ errorCode: 'request.tooMany' })
  const others = await open(owner)
  expect(others.status).toBe(200)
  for (const stream of many) stream.close()
  // The places are free again as soon as the connections are gone.
  const count = async () =>
    Number(/^helioport_event_streams (\d+)/m.exec((await portal.app.inject('/metrics')).body)?.[1])
  while ((await count()) > 1) await new Promise((resolve) => setImmediate(resolve))
  const script = await readEvents(urls[0] ?? '', guest.cookie, '?forS=0')
  await script.ended
  expect(script.status).toBe(200)
})

test('after a lost connection to the database streams get resync and further hints', async () => {
  const stream = await open(owner)
  await portal.db.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'helioport live'",
  )
  await stream.next(about('resync'))
  stream.clear()
  await sendFrame(plant)
  await stream.next(about('station', plant.stationId))
})

test('a family that holds all streams of an instance yields its oldest to another account', async () => {
  const live = openLive(portal.service, 4)
  const ended: string[] = []
  const follow = async (person: Person, name: string, mainAccountId: string | null) => {
    const { rows } = await portal.db.pool.query<{ id: string }>(
      'select id from session where account_id = $1 limit 1',
      [person.accountId],
    )
    const signedIn = { accountId: person.accountId, mainAccountId, sessionId: rows[0]?.id ?? '' } as SignedIn
    return live.follow(signedIn, { tell: () => {}, end: () => ended.push(name) })
  }
  const [first, second_, third] = [
    await portal.signIn('sub-1'),
    await portal.signIn('sub-2'),
    await portal.signIn('alone'),
  ]
  for (const [nth, person] of [owner, first, second_, first].entries()) await follow(person, `s${nth}`, owner.accountId)
  await expect(follow(second_, 's4', owner.accountId)).rejects.toMatchObject({ code: 'service.unavailable' })
  await follow(third, 'alone', null)
  expect(ended).toEqual(['s0'])
  live.close()
})
