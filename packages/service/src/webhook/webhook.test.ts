import { createHmac } from 'node:crypto'
import { webhookRules } from '@helioport/contract'
import { noticeAlarms } from '../alarm/notice.ts'
import { watchSilence } from '../alarm/silence.ts'
import { acceptedShare } from '../testing/own/accepted-share.ts'
import { deliverAll } from '../testing/mailbox.ts'
import { type Receiver, startReceiver, testOutside } from '../testing/server/receiver.ts'
import {
  addTestPlant,
  frame,
  type Person,
  proved,
  startTestPortal,
  type TestPlant,
  type TestPortal,
} from '../testing/test-portal.ts'
import { deliverWebhooks, webhooksIdle } from './deliver.ts'
import { findEvents } from './find-events.ts'

const minute = 60_000
const hour = 60 * minute
let portal: TestPortal
let receiver: Receiver
let owner: Person
let plant: TestPlant

beforeAll(async () => {
  receiver = await startReceiver()
  portal = await startTestPortal('2026-06-10T10:00:00Z', testOutside())
  owner = await portal.signIn('owner')
})
beforeEach(async () => {
  await portal.db.kysely.deleteFrom('webhook').execute()
  portal.clock.now += 10 * minute
  plant = await addTestPlant(portal, owner)
  await run()
  receiver.received.length = 0
  receiver.answer = (_request, response) => void response.writeHead(200).end()
})
afterAll(async () => {
  await portal?.stop()
  await receiver.close()
})

/** Runs the jobs of webhooks once. */
async function run(service = portal.service): Promise<void> {
  await findEvents(service)
  await deliverWebhooks(service)
  await webhooksIdle(service)
}

const all = [
  'alarm.raised',
  'alarm.cleared',
  'station.offline',
  'station.online',
  'command.finished',
  'share.received',
] as const
type Events = (typeof all)[number][]

async function add(person = owner, events: Events = [...all], path = '/hook') {
  const { data, errorCode } = await proved(portal, person).call('POST /webhooks', {
    body: { name: 'Desk', url: receiver.url(path), events },
  })
  if (errorCode !== undefined) throw new Error(errorCode)
  return data
}

/** Frames of the first device; an error word raises an alarm with the second of them. */
async function send(errorWord: number): Promise<void> {
  for (let nth = 0; nth < 2; nth += 1) {
    portal.clock.now += 5 * minute
    const [device] = plant.devices
    await plant.logger.send({ devices: [frame(device?.serial ?? '', portal.clock.now, { errorWord, powerW: 5000 })] })
  }
}

const messages = () =>
  receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
const logOf = async (webhookId: string, person = owner) =>
  (await person.call('GET /webhooks/:webhookId/deliveries', { params: { webhookId } })).data

/** Verifies as a receiver does, by the specification of Standard Webhooks alone. */
function isSigned({ headers, body }: Receiver['received'][number], secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

describe('the webhook of an alarm', () => {
  test('is sent once when raised and once when cleared, signed', async () => {
    const { secret, id } = await add()
    await send(1)
    await run()
    await run()
    expect(messages()).toMatchObject([
      {
        type: 'alarm.raised',
        data: { code: 'E1', stationId: plant.stationId, clearedAt: null, deviceIds: [plant.devices[0]?.id] },
      },
    ])
    await send(0)
    await noticeAlarms(portal.service)
    await run()
    expect(messages().map(({ type }) => type)).toEqual(['alarm.raised', 'alarm.cleared'])
    const [raised] = receiver.received
    expect(raised?.headers['webhook-timestamp']).toMatch(/^\d{10}$/)
    expect(receiver.received.map((each) => isSigned(each, secret))).toEqual([true, true])
    expect(isSigned({ ...raised, body: `${raised?.body} ` } as never, secret)).toBe(false)
    const log = await logOf(id)
    expect(log.map(({ event, state, status, tries }) => [event, state, status, tries])).toEqual([
      ['alarm.cleared', 'done', 200, 1],
      ['alarm.raised', 'done', 200, 1],
    ])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set(log.map((one) => one.id)),
    )
    const alarm = await owner.call('GET /alarms/:alarmId', {
      params: { alarmId: String(messages()[0]?.data['alarmId']) },
    })
    expect(alarm.data.code).toBe('E1')
  })

  test("is not sent if it is more than a day old or of another account's station", async () => {
    const stranger = await portal.signIn('stranger')
    await add(stranger)
    await add(owner, ['alarm.raised'])
    for (const ago of [30 * hour, 29 * hour])
      await plant.logger.send({
        devices: [frame(plant.devices[0]?.serial ?? '', portal.clock.now - ago, { errorWord: 1, powerW: 1 })],
      })
    await run()
    expect(messages()).toEqual([])
  })

  test('is not sent after its share has ended, not even a waiting delivery', async () => {
    const guest = await portal.signIn('guest')
    await acceptedShare(portal, plant.stationId, guest, ['view', 'alarms'])
    const { id } = await add(guest)
    receiver.answer = (_request, response) => void response.writeHead(503).end()
    await send(1)
    await run()
    expect((await logOf(id, guest)).map(({ state, failure, status }) => [state, failure, status])).toEqual([
      ['waiting', 'status', 503],
    ])
    await portal.db.kysely.deleteFrom('station_share').where('account_id', '=', guest.accountId).execute()
    portal.clock.now += hour
    await run()
    expect(receiver.received).toHaveLength(1)
    expect((await logOf(id, guest)).map(({ state }) => state)).toEqual(['dropped'])
  })

  test('is not sent for a disabled account, not even a waiting delivery', async () => {
    await add()
    receiver.answer = (_request, response) => void response.writeHead(503).end()
    await send(1)
    await run()
    expect(receiver.received).toHaveLength(1)
    await portal.db.pool.query("update account set disabled_at = now() where user_name = 'owner'")
    portal.clock.now += hour
    await run()
    expect(receiver.received).toHaveLength(1)
    await portal.db.pool.query("update account set disabled_at = null where user_name = 'owner'")
  })
})

test('station.offline is sent when all devices are silent, station.online when they report again', async () => {
  await add(owner, ['station.offline', 'station.online'])
  await send(0)
  await run()
  portal.clock.now += 2 * hour
  await watchSilence(portal.service)
  await run()
  const ofPlant = () => messages().flatMap(({ type, data }) => (data['stationId'] === plant.stationId ? [type] : []))
  expect(ofPlant()).toEqual(['station.offline'])
  await send(0)
  await watchSilence(portal.service)
  await run()
  expect(ofPlant()).toEqual(['station.offline', 'station.online'])
})

test('share.received and command.finished are sent to the accounts concerned', async () => {
  const friend = await portal.signIn('friend')
  await add(friend, ['share.received'], '/friend')
  const body = { userName: 'friend', rights: ['view' as const], endsOn: null }
  await proved(portal, owner).call('POST /stations/:stationId/shares', { params: { stationId: plant.stationId }, body })
  await run()
  expect(receiver.received.map(({ path }) => path)).toEqual(['/friend'])
  expect(messages()).toMatchObject([{ type: 'share.received', data: { ownerUserName: 'owner', rights: ['view'] } }])
  await add(owner, ['command.finished'], '/owner')
  await send(0)
  const order = await proved(portal, owner).call('POST /commands/reactive-power', {
    body: { deviceIds: [plant.devices[0]?.id ?? ''], powerFactor: 0.9, revertAfterMinutes: null, canary: false },
  })
  expect(order.errorCode).toBeUndefined()
  await proved(portal, owner).call('POST /commands/:commandId/cancellation', { params: { commandId: order.data.id } })
  await run()
  await run()
  expect(messages().slice(1)).toMatchObject([
    { type: 'command.finished', data: { commandId: order.data.id, devices: [{ deviceId: plant.devices[0]?.id }] } },
  ])
})

describe('a webhook whose address fails', () => {
  test('is tried 11 times in a day under one id; its owner can repeat the delivery', async () => {
    const { id } = await add(owner, ['alarm.raised'])
    receiver.answer = (_request, response) => void response.writeHead(500).end()
    await send(1)
    await run()
    const began = portal.clock.now
    let last = began
    for (let step = 0; portal.clock.now < began + 30 * hour; step += 1) {
      const before = receiver.received.length
      await run()
      if (receiver.received.length > before) last = portal.clock.now
      portal.clock.now += step < 20 ? 30_000 : 10 * minute
    }
    expect(receiver.received).toHaveLength(11)
    expect(last - began).toBeGreaterThan(23 * hour)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const [failed] = await logOf(id)
    expect(failed).toMatchObject({ state: 'failed', tries: 11, status: 500, failure: 'status', nextAt: null })
    receiver.answer = (_request, response) => void response.writeHead(200).end()
    const params = { webhookId: id, webhookDeliveryId: failed?.id ?? '' }
    await owner.call('POST /webhooks/:webhookId/deliveries/:webhookDeliveryId/repeat', { params })
    await run()
    expect((await logOf(id)).map(({ state, tries }) => [state, tries])).toEqual([['done', 1]])
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(failed?.id)
    expect((await owner.call('GET /webhooks')).data[0]).toMatchObject({ failingSince: null, enabled: true })
  })

  test('gets a waiting delivery at once when its owner repeats it', async () => {
    const { id } = await add(owner, ['alarm.raised'])
    receiver.answer = (_request, response) => void response.writeHead(500).end()
    await send(1)
    for (let nth = 0; nth < 4; nth += 1) {
      await run()
      portal.clock.now += 3 * minute
    }
    const [waiting] = await logOf(id)
    expect(waiting).toMatchObject({ state: 'waiting', failure: 'status' })
    receiver.answer = (_request, response) => void response.writeHead(200).end()
    const params = { webhookId: id, webhookDeliveryId: waiting?.id ?? '' }
    await owner.call('POST /webhooks/:webhookId/deliveries/:webhookDeliveryId/repeat', { params })
    await run()
    expect((await logOf(id)).map(({ state }) => state)).toEqual(['done'])
  })

  test('is switched off after three days, and its owner gets a mail', async () => {
    const { id } = await add(owner)
    receiver.answer = (_request, response) => void response.writeHead(500).end()
    const params = { webhookId: id }
    for (let day = 0; day < 4; day += 1) {
      await owner.call('POST /webhooks/:webhookId/test', { params })
      await run()
      portal.clock.now += 24 * hour
    }
    const [stopped] = (await owner.call('GET /webhooks')).data
    expect(stopped).toMatchObject({ enabled: false })
    expect(stopped?.stoppedAt).not.toBeNull()
    await deliverAll(portal.service)
    expect(portal.mailbox.mails('owner@example.org').at(-1)?.text).toContain('receiver.test')
    expect((await owner.call('POST /webhooks/:webhookId/test', { params })).errorCode).toBe('webhook.off')
    expect((await logOf(id)).some(({ state }) => state === 'waiting')).toBe(false)
    const { name, url, events } = stopped as never as { name: string; url: string; events: Events }
    const on = await proved(portal, owner).call('PUT /webhooks/:webhookId', {
      params,
      body: { name, url, events, enabled: true },
    })
    expect(on.data).toMatchObject({ enabled: true, stoppedAt: null, failingSince: null })
  })

  test('delays no other account and gets at most 4 deliveries at a time', async () => {
    const slow = await add(owner, ['alarm.raised'], '/slow')
    const other = await portal.signIn('other')
    const quick = await add(other, ['alarm.raised'], '/quick')
    receiver.answer = (request, response) => void (request.path === '/quick' && response.writeHead(200).end())
    for (let nth = 0; nth < 8; nth += 1)
      await owner.call('POST /webhooks/:webhookId/test', { params: { webhookId: slow.id } })
    await other.call('POST /webhooks/:webhookId/test', { params: { webhookId: quick.id } })
    await deliverWebhooks(portal.service)
    while (!receiver.received.some(({ path }) => path === '/quick')) await new Promise(setImmediate)
    expect(receiver.received.filter(({ path }) => path === '/slow').length).toBeLessThanOrEqual(4)
    await webhooksIdle(portal.service)
    expect((await logOf(quick.id, other)).map(({ state }) => state)).toEqual(['done'])
    expect(new Set((await logOf(slow.id)).map(({ failure }) => failure))).toEqual(new Set(['timeout']))
  })
})

describe('a process that dies', () => {
  /** Another instance, with its own memory, on the same database. */
  const another = () => ({ ...portal.service, db: { ...portal.service.db } })

  test('during a delivery: another process sends the message under the same id', async () => {
    await add(owner, ['alarm.raised'])
    await send(1)
    await findEvents(portal.service)
    const { db } = portal.service
    let isDead = false
    // This instance has sent the message and dies before it stores the outcome.
    const dying = {
      ...another(),
      db: {
        ...db,
        transaction: ((work) =>
          isDead ? Promise.reject(new Error('dead')) : db.transaction(work)) as typeof db.transaction,
      },
    }
    receiver.answer = (_request, response) => {
      isDead = true
      response.writeHead(200).end()
    }
    await deliverWebhooks(dying).catch(() => {})
    await webhooksIdle(dying)
    expect(receiver.received).toHaveLength(1)
    receiver.answer = (_request, response) => void response.writeHead(200).end()
    await run(another())
    expect(receiver.received).toHaveLength(1)
    portal.clock.now += 2 * minute
    await run(another())
    await run(portal.service)
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('while finding events: nothing is lost or sent twice, with any number of processes', async () => {
    await add(owner, ['alarm.raised'])
    await send(1)
    const broken = new Error('dead')
    const { db } = portal.service
    const dying = {
      ...portal.service,
      db: {
        ...db,
        transaction: ((work) =>
          db.transaction(async (tx) => {
            await work(tx)
            throw broken
          })) as typeof db.transaction,
      },
    }
    await expect(findEvents(dying)).rejects.toBe(broken)
    await Promise.all([run(another()), run(another()), run(another())])
    await run()
    expect(messages().map(({ type }) => type)).toEqual(['alarm.raised'])
  })
})

describe('the address of a webhook', () => {
  const body = { name: 'Desk', url: '', events: ['alarm.raised' as const] }

  test('is refused when entered if it is private, and when sent to if it resolves to a private one', async () => {
    const add = async (url: string) =>
      (await proved(portal, owner).call('POST /webhooks', { body: { ...body, url } })).errorCode
    for (const url of [
      'https://169.254.169.254/',
      'https://[::ffff:10.0.0.1]/',
      'https://0x7f.1/x',
      'https://a:b@receiver.test/',
    ])
      expect([url, await add(url)]).toEqual([url, url.includes('0x7f') ? undefined : 'webhook.addressRefused'])
    expect(await add('ftp://receiver.test/')).toBe('request.invalid')
    // With the default rules of a service.
    const { outside: _own, ...bare } = portal.service
    const { id } = await (async () =>
      (
        await proved(portal, owner).call('POST /webhooks', {
          body: { ...body, url: receiver.url('/', 'localhost.test') },
        })
      ).data)()
    await owner.call('POST /webhooks/:webhookId/test', { params: { webhookId: id } })
    await deliverWebhooks(bare)
    await webhooksIdle(bare)
    expect((await logOf(id))[0]).toMatchObject({ state: 'waiting', failure: 'address', status: null })
    expect(receiver.received).toEqual([])
  })

  test('is one of ten at most, unknown to other accounts, and its secret is sealed', async () => {
    expect((await owner.call('POST /webhooks', { body: { ...body, url: receiver.url() } })).errorCode).toBe(
      'session.proofRequired',
    )
    const made = await add()
    const rest = await Promise.allSettled(Array.from({ length: webhookRules.max }, () => add()))
    const refused = rest.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    expect(refused).toEqual([expect.stringContaining('webhook.tooMany')])
    const thief = await portal.signIn('thief')
    const params = { webhookId: made.id }
    for (const name of [
      'POST /webhooks/:webhookId/test',
      'GET /webhooks/:webhookId/deliveries',
      'DELETE /webhooks/:webhookId',
    ] as const)
      expect((await thief.call(name, { params })).errorCode).toBe('notFound')
    const { rows } = await portal.db.pool.query<{ row: string }>('select to_jsonb(w)::text as row from webhook w')
    expect(rows.map(({ row }) => row).join()).not.toContain(made.secret.slice(6, 30))
    expect(JSON.stringify((await owner.call('GET /webhooks')).data)).not.toContain('whsec_')
  })
})
