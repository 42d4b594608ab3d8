import { errorWordOf } from '@helioport/contract'
import { deliverPushes } from '../push/send.ts'
import { pushKeys } from '../push/key.ts'
import { type BrowserKeys, makeBrowserKeys, readVapid } from '../testing/browser-keys.ts'
import { type Receiver, startReceiver, testOutside } from '../testing/server/receiver.ts'
import { addTestPlant, frame, type Person, proved, startTestPortal, type TestPlant, type TestPortal } from '../testing/test-portal.ts' // prettier-ignore
import { priceAlarms } from './losses.ts'
import { noticeAlarms } from './notice.ts'

let portal: TestPortal
let owner: Person
let plant: TestPlant
let receiver: Receiver
const minute = 60_000
const at = (time: string) => Date.parse(`2026-06-10T${time}:00Z`)

beforeAll(async () => {
  receiver = await startReceiver()
  portal = await startTestPortal('2026-06-10T06:00:00Z', testOutside())
  owner = await portal.signIn('owner')
  await owner.call('PUT /account/notifications', { body: { service: false, report: false, locale: 'en-US' } })
  plant = await addTestPlant(portal, owner, { devices: 3 })
})
afterAll(async () => {
  await portal?.stop()
  await receiver?.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = (_request, response) => void response.writeHead(201).end()
})

const userAgent = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
async function addBrowser(path: string, person = owner): Promise<BrowserKeys & { id: string }> {
  const browser = makeBrowserKeys(receiver.url(path))
  const headers = { 'user-agent': userAgent }
  const { data } = await proved(portal, person).call('POST /push-devices', { body: browser.subscription, headers })
  return { ...browser, id: data.id }
}
const choose = (body: object) =>
  owner.call('PUT /account/alarm-mails', {
    body: { byMail: true, faults: true, notices: true, quiet: null, stationIds: [], ...body },
  })
const devices = async () => (await owner.call('GET /push-devices')).data
const mails = async () =>
  (await portal.db.pool.query<{ count: number }>('select count(*)::int as count from message')).rows[0]?.count

/** Frames of all inverters; of the first, with the code. */
async function run(from: string, to: string, code: 'C4' | 'F1' | null, of = plant) {
  portal.clock.now = at(to)
  const times = Array.from({ length: (at(to) - at(from)) / (5 * minute) }, (_, nth) => at(from) + nth * 5 * minute)
  const fault = (nth: number) => (nth === 0 && code ? { powerW: 0, errorWord: errorWordOf([code]) } : { powerW: 6000 })
  await of.logger.send({
    devices: times.flatMap((moment) => of.devices.map(({ serial }, nth) => frame(serial, moment, fault(nth)))),
  })
}
async function look(time: string) {
  portal.clock.now = at(time)
  await priceAlarms(portal.service)
  await noticeAlarms(portal.service)
  await deliverPushes(portal.service)
  return receiver.received.splice(0)
}
const shown = (browser: BrowserKeys, bytes: Buffer | undefined) =>
  JSON.parse(browser.decrypt(bytes ?? Buffer.alloc(0))) as Record<string, string>

test('an alarm is pushed once to each device, encrypted and signed, and once more when it ends', async () => {
  const [phone, laptop] = [await addBrowser('/phone'), await addBrowser('/laptop')]
  await run('06:00', '08:00', null)
  await run('08:00', '08:30', 'F1')
  const sent = await look('08:30')
  expect(sent.map(({ path }) => path).toSorted()).toEqual(['/laptop', '/phone'])
  const [card] = (await owner.call('GET /alarms', { query: { stationId: plant.stationId } })).data
  const toPhone = sent.find(({ path }) => path === '/phone')
  const note = shown(phone, toPhone?.bytes)
  expect(note).toMatchObject({ url: `/#/record?alarm=${card?.id}`, lang: 'en-US', dir: 'ltr' })
  expect(note['title']).toMatch(new RegExp(`^${card?.stationName}: F1 `))
  expect(note['body']).toBe(`since Jun 10, 2026, 10:00 AM (Europe/Berlin), Inverter 1 (${plant.devices[0]?.serial})`)
  expect(() => laptop.decrypt(toPhone?.bytes ?? Buffer.alloc(0))).toThrow(/authenticate/)
  expect(toPhone?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' })
  const { data: key } = await owner.call('GET /push-key')
  const claims = readVapid(String(toPhone?.headers.authorization), key.publicKey)
  expect(claims).toMatchObject({ aud: new URL(receiver.url()).origin, sub: 'https://portal.example' })
  expect(await look('08:40')).toEqual([])

  await run('08:30', '09:10', null)
  const over = await look('09:10')
  expect(over).toHaveLength(2)
  const end = shown(phone, over.find(({ path }) => path === '/phone')?.bytes)
  expect(end).toMatchObject({ tag: note['tag'], title: expect.stringMatching(/^Over: /) })
  expect(over[0]?.headers.topic).toBe(toPhone?.headers.topic)
  expect(await look('09:20')).toEqual([])
  expect((await devices()).map(({ name, lastUsedAt }) => [name, lastUsedAt !== null])).toEqual([
    ['Chrome 140, Android', true],
    ['Chrome 140, Android', true],
  ])
})

test('pushes obey severity, muted stations and quiet hours; mails can be switched off', async () => {
  const other = await addTestPlant(portal, owner)
  await choose({ byMail: false, notices: false, stationIds: [other.stationId] })
  await run('09:20', '09:40', 'C4')
  await run('09:20', '09:40', 'F1', other)
  const before = await mails()
  expect(await look('09:40')).toEqual([])
  // The account's clock is that of China.
  await choose({ byMail: false, quiet: { from: 17 * 60, to: 19 * 60 } })
  await run('09:40', '10:00', 'F1')
  expect(await look('10:00')).toEqual([])
  await choose({ byMail: false })
  expect(await look('10:05')).not.toEqual([])
  expect(await mails()).toBe(before)
  await choose({})
})

test('a push device is deleted at 410; at 503 the push is retried', async () => {
  const [gone, away] = [await addBrowser('/gone'), await addBrowser('/away')]
  receiver.answer = ({ path }, response) => void response.writeHead({ '/gone': 410, '/away': 503 }[path] ?? 201).end()
  await run('10:05', '10:45', null)
  await look('10:45')
  const ids = (await devices()).map(({ id }) => id)
  expect([ids.includes(gone.id), ids.includes(away.id)]).toEqual([false, true])
  expect((await devices()).find(({ id }) => id === away.id)?.failingSince).not.toBeNull()
  receiver.answer = (_request, response) => void response.writeHead(201).end()
  portal.clock.now += minute
  await deliverPushes(portal.service)
  expect((await devices()).find(({ id }) => id === away.id)).toMatchObject({ failingSince: null })
})

test('rejects private addresses, invalid keys and too many devices; a browser moves to its latest account', async () => {
  const add = (subscription: BrowserKeys['subscription'], person = owner) =>
    proved(portal, person).call('POST /push-devices', { body: subscription })
  for (const endpoint of ['http://10.0.0.1/x', 'https://127.0.0.2/x', 'https://user@push.test/x', 'ftp://push.test/x'])
    expect([400, endpoint]).toEqual([(await add(makeBrowserKeys(endpoint).subscription)).status, endpoint])
  const good = makeBrowserKeys(receiver.url('/shared')).subscription
  expect((await add({ ...good, p256dh: `B${'A'.repeat(86)}` })).errorCode).toBe('request.invalid')
  const { data: mine } = await add(good)
  const other = await portal.signIn('other')
  expect((await add(good, other)).status).toBe(200)
  expect((await devices()).map(({ id }) => id)).not.toContain(mine.id)
  expect((await other.call('DELETE /push-devices/:pushDeviceId', { params: { pushDeviceId: mine.id } })).status).toBe(
    404,
  )
  for (let nth = 1; nth < 20; nth += 1) await add(makeBrowserKeys(receiver.url(`/${nth}`)).subscription, other)
  expect((await add(makeBrowserKeys(receiver.url('/last')).subscription, other)).errorCode).toBe('push.tooMany')
})

test("a test message goes to the named device alone; another account's device is notFound", async () => {
  const [one, other] = [await addBrowser('/one'), await addBrowser('/other')]
  const tried = (pushDeviceId: string, person = owner) =>
    person.call('POST /push-devices/:pushDeviceId/test', { params: { pushDeviceId } })
  expect((await tried(one.id)).status).toBe(200)
  await deliverPushes(portal.service)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/one'])
  expect((await tried(other.id, await portal.signIn('nobody'))).errorCode).toBe('notFound')
})

test('an address of this machine is refused unless pushTestOrigin allows it', async () => {
  const { outside } = portal.service
  delete portal.service.outside
  await portal.db.pool.query('delete from push_device')
  const { port } = new URL(receiver.url())
  const local = makeBrowserKeys(`http://127.0.0.1:${port}/local`)
  const add = () => proved(portal, owner).call('POST /push-devices', { body: local.subscription })
  expect((await add()).errorCode).toBe('push.addressRefused')
  portal.service.settings = { ...portal.service.settings, pushTestOrigin: `http://127.0.0.1:${port}` }
  expect((await add()).status).toBe(200)
  await run('11:00', '11:20', 'F1')
  const [sent] = await look('11:20')
  expect(shown(local, sent?.bytes)['title']).toContain(': F1 ')
  Object.assign(portal.service, { outside })
})

test('nothing is pushed to a disabled account', async () => {
  await addBrowser('/kept-out')
  await run('12:00', '12:40', null)
  await look('12:40')
  await run('13:00', '13:30', 'F1')
  const setActive = (disabledAt: Date | null) =>
    portal.db.pool.query('update account set disabled_at = $2 where id = $1', [owner.accountId, disabledAt])
  await setActive(new Date(portal.clock.now))
  expect(await look('13:30')).toEqual([])
  await setActive(null)
})

test("the portal's push key is derived from the service's key", () => {
  const key = Buffer.alloc(32, 1)
  expect(pushKeys({ key })).toEqual(pushKeys({ key: Buffer.from(key) }))
  expect(pushKeys({ key })).not.toEqual(pushKeys({ key: Buffer.alloc(32, 2) }))
})
