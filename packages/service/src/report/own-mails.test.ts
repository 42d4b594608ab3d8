import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorWordOf, sentSamples } from '@helioport/contract'
import { countAlarmMails } from '../alarm/queries/alarm-mail.ts'
import { openCourier } from '../message/courier.ts'
import { deliverMessages } from '../message/outbox.ts'
import { killMailServers, readMail, startMailServer, until } from '../testing/server/mail-server.ts'
import { writeSamples } from './own-mails.ts'
import { sharedPlant } from '../testing/shared-portal.ts'
import { frame } from '../testing/test-portal.ts'

const { portal, owner, plant } = sharedPlant('2026-06-10T08:00:00Z')
const hour = 3_600_000
afterAll(() => killMailServers())
beforeEach(async () => {
  await portal.db.pool.query('delete from message')
  await portal.db.pool.query('delete from attempt')
})

const send = (kind: 'report' | 'service' | 'alarm' | 'alarmOver') =>
  owner.call('POST /account/mails', { body: { kind } })
const deliver = async () => {
  await writeSamples(portal.service)
  await deliverMessages(portal.service)
}
const list = async () => (await owner.call('GET /account/mails')).data
const page = (kind: string, cookie = owner.cookie) =>
  portal.app.inject({ url: `/api/web/v1/account/mail-sample?kind=${kind}`, headers: { cookie } })
const courierTo = (port: number) =>
  openCourier({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'p@portal.example', smsUrl: undefined }, '/nowhere')

test('without an alarm, samples of alarm mails are refused with mail.nothingToTell', async () => {
  const { data } = await owner.call('GET /account/mail-samples')
  expect(data.filter(({ hasContent }) => !hasContent).map(({ kind }) => kind)).toEqual([
    'alarm',
    'alarmOver',
    'alarmDigest',
  ])
  expect(data.filter(({ sendable }) => !sendable).map(({ kind }) => kind)).toContain('passwordChanged')
  expect((await page('alarm')).json()).toMatchObject({ errorCode: 'mail.nothingToTell' })
  expect((await send('alarm')).errorCode).toBe('mail.nothingToTell')
  expect(await list()).toEqual([])
})

test("each sample mail is shown with the account's own data in a sandboxed page", async () => {
  const serial = plant.devices[0]?.serial ?? ''
  const faulty = (minute: number) => minute >= 30 && minute < 45
  const frames = Array.from({ length: 12 }, (_, nth) =>
    frame(serial, Date.parse('2026-06-10T07:00:00Z') + nth * 300_000, {
      powerW: faulty(nth * 5) ? 0 : 5000,
      ...(faulty(nth * 5) && { errorWord: errorWordOf(['F1']) }),
    }),
  )
  await plant.logger.send({ devices: frames })
  const [alarm] = (await owner.call('GET /alarms')).data
  const { data } = await owner.call('GET /account/mail-samples')
  expect(data.every(({ hasContent }) => hasContent)).toBe(true)
  for (const { kind } of data) {
    const { body, headers } = await page(kind)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none';.*frame-ancestors 'self'; sandbox allow-popups/,
    )
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('<base target="_blank">')
    expect(body).not.toContain('cid:')
    expect(body).not.toMatch(/\{\{|undefined/)
    if (sentSamples.some((each) => each === kind)) expect(body).toContain(alarm?.stationName)
  }
  expect((await page('alarm')).body).toContain(`record?alarm=${alarm?.id}`)
  expect((await page('report')).body).toContain('<img src="data:image/png;base64,')
  // Another account sees only its own data.
  const other = await portal.signIn('other')
  expect((await page('report', other.cookie)).body).not.toContain(alarm?.stationName)
  expect((await page('alarm', other.cookie)).json()).toMatchObject({ errorCode: 'mail.nothingToTell' })
})

test('a sample mail is listed as waiting, with the reason of a failed try, and as delivered', async () => {
  const down = await startMailServer({ REFUSE: '451' })
  portal.service.courier = courierTo(down.port)
  const { data: sent } = await send('report')
  expect(sent).toMatchObject({ kind: 'report', sample: true, state: 'waiting', recipient: 'owner@example.org' })
  // The request does not wait for the pictures: the mail is written later, and has no subject yet.
  expect(sent).toMatchObject({ tries: 0, failure: null, deliveredAt: null, subject: '' })
  await deliverMessages(portal.service)
  expect(await list()).toMatchObject([{ id: sent.id, state: 'waiting', tries: 0 }])
  await deliver()
  expect(await list()).toMatchObject([{ id: sent.id, state: 'waiting', tries: 1, failure: 'later', status: 451 }])
  await down.stop()
  portal.clock.now += 60_000
  await deliver()
  expect(await list()).toMatchObject([{ state: 'waiting', tries: 2, failure: 'unreachable', status: null }])

  const up = await startMailServer()
  portal.service.courier = courierTo(up.port)
  portal.clock.now += hour
  await deliver()
  await until(() => up.received.length === 1)
  expect(readMail(up.received[0]?.raw ?? '').subject).toBe((await list())[0]?.subject)
  expect(await list()).toMatchObject([{ state: 'delivered', failure: null, nextAt: null, tries: 3 }])
  await up.stop()
})

test('a mail refused for good is listed as failed with status 550; without a mail server it is kept', async () => {
  const server = await startMailServer({ REFUSE: '550' })
  portal.service.courier = courierTo(server.port)
  await send('service')
  for (let turn = 0; turn < 6; turn += 1) {
    await deliver()
    portal.clock.now += hour
  }
  expect(await list()).toMatchObject([{ state: 'failed', failure: 'refused', status: 550, nextAt: null }])
  await server.stop()
  portal.service.courier = portal.mailbox.courier
  await send('service')
  await deliver()
  expect((await list())[0]).toMatchObject({ state: 'kept' })
})

test('an SMS is "taken" until the gateway reports delivery or failure at a signed address', async () => {
  const taken: Record<'id' | 'receiptUrl', string>[] = []
  const gateway = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => taken.push(JSON.parse(chunk.toString()) as (typeof taken)[number]))
    request.on('end', () => response.writeHead(202).end())
  })
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const smsUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`
  portal.service.courier = openCourier({ smtpUrl: undefined, mailFrom: undefined, smsUrl }, portal.mailbox.folder)
  const tell = (url: string, payload: object) =>
    portal.app.inject({ method: 'POST', url: url.replace('https://portal.example', ''), payload })
  const [first, second] = ['+49 30 123456', '+49 30 654321']
  for (const phone of [first, second]) {
    await owner.call('POST /account/phone/code', { body: { phone: phone ?? '' } })
    await deliverMessages(portal.service)
    portal.clock.now += 1000
  }
  expect(await list()).toMatchObject([
    { recipient: second, state: 'taken' },
    { recipient: first, state: 'taken' },
  ])
  const [one, other] = taken.map(({ receiptUrl }) => receiptUrl)
  expect((await tell(one ?? '', { state: 'undelivered', reason: 'absent\nsubscriber' })).statusCode).toBe(200)
  expect((await tell(other ?? '', { state: 'delivered', status: 'DELIVRD' })).statusCode).toBe(200)
  // A later receipt cannot undo a delivery.
  expect((await tell(other ?? '', { state: 'undelivered' })).statusCode).toBe(200)
  const at = new Date(portal.clock.now).toISOString()
  expect(await list()).toMatchObject([
    { state: 'delivered', deliveredAt: at, gatewayReason: '' },
    { state: 'undelivered', deliveredAt: null, gatewayReason: 'absent subscriber' },
  ])
  const forged = (one ?? '').replace(taken[0]?.id ?? '', taken[1]?.id ?? '')
  expect((await tell(forged, { state: 'undelivered' })).statusCode).toBe(404)
  for (const wrong of [{ state: 'read' }, {}, { state: 'delivered', reason: 'x'.repeat(121) }])
    expect((await tell(one ?? '', wrong)).statusCode).toBe(400)
  gateway.closeAllConnections()
  gateway.close()
  portal.service.courier = portal.mailbox.courier
})

test('a sample mail that cannot be written is retried a few times, then listed as failed', async () => {
  await send('report')
  const broken = { ...portal.service, settings: { ...portal.service.settings, key: Buffer.alloc(1) } }
  for (let nth = 0; nth < 3; nth += 1) {
    await expect(writeSamples(broken)).rejects.toThrow('1 failed')
    await writeSamples(broken)
    portal.clock.now += 5 * 60_000
  }
  expect(await list()).toMatchObject([{ state: 'waiting' }])
  await writeSamples(broken)
  expect(await list()).toMatchObject([{ state: 'failed', failure: 'other' }])
})

test('sample mails are limited to 6 an hour and do not count as alarm mails; the list covers 30 days', async () => {
  for (let nth = 0; nth < 6; nth += 1) expect((await send('alarmOver')).status).toBe(200)
  const { errorCode, response } = await send('alarmOver')
  expect(errorCode).toBe('request.tooMany')
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(3000)
  const { data, total } = await owner.call('GET /account/mails', { query: { page: '2', pageSize: '4' } })
  expect([data.length, total]).toEqual([2, 6])
  const counted = portal.service.db.transaction((tx) => countAlarmMails(tx, owner.accountId, portal.clock.now - hour))
  expect(await counted).toMatchObject({ singles: 0 })
  await portal.db.pool.query(`update message set created_at = created_at - interval '31 days'`)
  expect(await list()).toEqual([])
})

test('a sample mail can be requested while the clock advances', async () => {
  const { now } = portal.service
  portal.service.now = () => (portal.clock.now += 1)
  expect((await send('service')).data).toMatchObject({ kind: 'service', state: 'waiting' })
  portal.service.now = now
})

test('an account without an address is refused with mail.noAddress', async () => {
  const { rows } = await portal.db.pool.query<{ email: string }>(
    `update account set email = null where user_name = 'other' returning email`,
  )
  expect(rows).toHaveLength(1)
  const other = await portal.anyone('POST /session', { body: { account: 'other', password: 'password of other' } })
  const cookie = String(other.response.headers['set-cookie']).split(';')[0] ?? ''
  const reply = await portal.app.inject({
    method: 'POST',
    url: '/api/web/v1/account/mails',
    headers: { cookie, 'x-requested-with': 'XMLHttpRequest' },
    payload: { kind: 'report' },
  })
  expect(reply.json()).toMatchObject({ errorCode: 'mail.noAddress' })
})
