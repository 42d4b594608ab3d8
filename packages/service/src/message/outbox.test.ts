import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { openCourier } from './courier.ts'
import type { Service } from '../base/service.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { killMailServers, type ReceivedMail, startMailServer, until } from '../testing/server/mail-server.ts'
import { testSettings } from '../testing/mailbox.ts'
import { messageJobs } from './jobs.ts'
import { deliverMessages, queueMail, queueSms } from './outbox.ts'

/**
 * Delay of the slow mail server, s. The result does not depend on it; HELIOPORT_SLOW_MAIL_S=30 makes the wait visible.
 */
const slowS = Number(process.env.HELIOPORT_SLOW_MAIL_S ?? 0)

let database: TestDatabase
const clock = { now: Date.parse('2026-06-10T10:00:00Z') }

beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(async () => {
  killMailServers()
  await database?.stop()
})
beforeEach(() => database.db.pool.query('delete from message'))

const serviceFor = (settings: { smtpPort?: number; smsUrl?: string }): Service => ({
  db: database.db,
  now: () => clock.now,
  settings: testSettings,
  courier: openCourier(
    {
      smtpUrl: settings.smtpPort === undefined ? undefined : `smtp://127.0.0.1:${settings.smtpPort}`,
      mailFrom: 'Helioport <portal@portal.example>',
      smsUrl: settings.smsUrl,
    },
    '/nowhere',
  ),
})

const to = (email: string, userName = 'ada') => ({ id: null, email, userName, locale: 'en-US' as const })

async function addAccount(name: string): Promise<string> {
  const { rows: made } = await database.db.pool.query<{ id: string }>(
    `insert into account (user_name, email, password_hash, role, state_name, nickname, created_at)
     values ($1, $1 || '@example.org', '', 'owner', '', $1, now()) returning id`,
    [name],
  )
  return made[0]?.id ?? ''
}

async function rows() {
  const { rows: all } = await database.db.pool.query<{
    sent: boolean
    failed: boolean
    tries: number
    last_error: string
    sealed: boolean
  }>(
    `select sent_at is not null as sent, failed_at is not null as failed, tries, last_error, content is not null as sealed
     from message order by created_at, id`,
  )
  return all
}

test('a mail reaches a real server once, and its text is deleted from the database', async () => {
  const server = await startMailServer()
  const service = serviceFor({ smtpPort: server.port })
  await service.db.transaction((tx) =>
    queueMail(service, tx, 'passwordCode', to('ada@plants.example'), { code: '123456' }),
  )
  // Two instances at once.
  await Promise.all([deliverMessages(service), deliverMessages(service)])
  await until(() => server.received.length > 0)
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatchObject({ from: 'portal@portal.example', to: ['ada@plants.example'] })
  expect(server.received[0]?.raw).toMatch(/^Subject: Code for a new password: 123456\r?$/m)
  expect(await rows()).toMatchObject([{ sent: true, failed: false, sealed: false }])
  await server.stop()
})

const hostile = [
  'ada\r\nBcc: evil@evil.example',
  'ada\nTo: evil@evil.example\n\nbody',
  'ada\u2028Bcc: evil@evil.example\u2029',
  'ada\u0085Bcc: evil@evil.example',
  '=?utf-8?q?ada=0D=0ABcc:_evil@evil.example?=',
  'ada\0\u202Egpj.exe\u200B',
  '<ada@x.example>, evil@evil.example',
]

test('a hostile name adds no recipient and no header', async () => {
  const server = await startMailServer()
  const service = serviceFor({ smtpPort: server.port })
  await service.db.transaction((tx) =>
    queueMail(service, tx, 'registrationCode', to('ada@plants.example'), { code: 'plain' }),
  )
  for (const name of hostile)
    await service.db.transaction((tx) =>
      queueMail(service, tx, 'registrationCode', to('ada@plants.example', name), { code: name }),
    )
  await deliverMessages(service)
  await until(() => server.received.length === hostile.length + 1)
  const headersOf = ({ raw }: ReceivedMail) =>
    (raw.split(/\r?\n\r?\n/)[0] ?? '').split(/\r?\n(?![ \t])/).map((line) => line.split(':')[0]?.toLowerCase())
  const plain = server.received.find(({ raw }) => raw.includes('plain'))
  const expected = new Set(plain ? headersOf(plain) : [])
  expect(expected.has('subject')).toBe(true)
  for (const message of server.received) {
    expect(message.to).toEqual(['ada@plants.example'])
    expect(new Set(headersOf(message))).toEqual(expected)
    expect(message.raw.split(/\r?\n\r?\n/)[0]).not.toMatch(/^(bcc|cc):/im)
  }
  await server.stop()
})

test('mails to a server that is away for two hours are delivered later', async () => {
  const away = await startMailServer()
  await away.stop()
  const service = serviceFor({ smtpPort: away.port })
  for (let nth = 0; nth < 10; nth += 1)
    await service.db.transaction((tx) => queueMail(service, tx, 'activation', to(`p${nth}@plants.example`)))
  for (let minute = 0; minute < 120; minute += 1) {
    await deliverMessages(service)
    clock.now += 60_000
  }
  const waiting = await rows()
  expect(waiting).toHaveLength(10)
  for (const row of waiting)
    expect(row).toMatchObject({ sent: false, failed: false, sealed: true, last_error: 'ESOCKET' })
  // Growing pauses: a server that is down is not asked every minute.
  expect(Math.max(...waiting.map(({ tries }) => tries))).toBeLessThan(15)

  const back = await startMailServer({ PORT: String(away.port) })
  for (let minute = 0; minute < 35; minute += 1) {
    await deliverMessages(service)
    clock.now += 60_000
  }
  await until(() => back.received.length === 10)
  expect(new Set(back.received.flatMap((message) => message.to)).size).toBe(10)
  expect((await rows()).every(({ sent }) => sent)).toBe(true)
  await back.stop()
})

test('a refused recipient (550) is given up after 5 tries, a busy server (451) is not', async () => {
  const [refusing, busy] = [await startMailServer({ REFUSE: '550' }), await startMailServer({ REFUSE: '451' })]
  const [first, second] = [serviceFor({ smtpPort: refusing.port }), serviceFor({ smtpPort: busy.port })]
  const tryFor = async (service: Service) => {
    for (let turn = 0; turn < 8; turn += 1) {
      await deliverMessages(service)
      clock.now += 30 * 60_000
    }
    return rows()
  }
  await first.db.transaction((tx) => queueMail(first, tx, 'activation', to('gone@plants.example')))
  expect(await tryFor(first)).toMatchObject([
    { sent: false, failed: true, tries: 5, sealed: false, last_error: 'EENVELOPE 550' },
  ])
  await database.db.pool.query('delete from message')
  await second.db.transaction((tx) => queueMail(second, tx, 'activation', to('later@plants.example')))
  expect(await tryFor(second)).toMatchObject([
    { sent: false, failed: false, tries: 8, sealed: true, last_error: 'EMESSAGE 451' },
  ])
  await Promise.all([refusing.stop(), busy.stop()])
})

test('a slow mail server blocks no connection to the database and no instance, and gets each mail once', async () => {
  const server = await startMailServer({ HOLD: '1' })
  const service = serviceFor({ smtpPort: server.port })
  for (const name of ['first', 'second'])
    await service.db.transaction((tx) => queueMail(service, tx, 'activation', to(`${name}@plants.example`)))
  const deliveries = [service, service].map((one) => deliverMessages(one))
  const { pool } = database.db
  await until(() => server.holding() === 2)
  await wait(slowS * 1000)
  // Both deliveries wait for the server, and neither holds a connection or a transaction.
  expect(pool.totalCount - pool.idleCount).toBe(0)
  expect((await pool.query('select 1')).rowCount).toBe(1)
  expect(await rows()).toMatchObject([{ sent: false }, { sent: false }])
  server.answer()
  await Promise.all(deliveries)
  await until(() => server.received.length === 2)
  expect(new Set(server.received.flatMap((message) => message.to)).size).toBe(2)
  expect(await rows()).toMatchObject([
    { sent: true, tries: 1 },
    { sent: true, tries: 1 },
  ])
  await server.stop()
})

test('a message of an instance that died is sent by another one', async () => {
  const server = await startMailServer()
  const service = serviceFor({ smtpPort: server.port })
  await service.db.transaction((tx) => queueMail(service, tx, 'activation', to('ada@plants.example')))
  const dead = { ...service, courier: { ...service.courier, mail: () => new Promise<void>(() => {}) } }
  void deliverMessages(dead)
  let taken = 0
  while (taken === 0) taken = (await rows())[0]?.tries ?? 0
  await deliverMessages(service)
  expect(await rows()).toMatchObject([{ sent: false }])
  clock.now += 5 * 60_000
  await deliverMessages(service)
  expect(await rows()).toMatchObject([{ sent: true, tries: 2 }])
  await server.stop()
})

test('an SMS is posted to the gateway as JSON; after a 503 it is retried unchanged', async () => {
  const bodies: string[] = []
  let status = 503
  const gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(status).end()
    })
  })
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const service = serviceFor({ smsUrl: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send` })
  const to = { accountId: await addAccount('sms'), phone: '+49 30 123456', locale: 'en-US' } as const
  await service.db.transaction((tx) => queueSms(service, tx, to, '654321'))
  await deliverMessages(service)
  status = 202
  clock.now += 60_000
  await deliverMessages(service)
  const [first, second] = bodies.map((body) => JSON.parse(body) as Record<'id' | 'receiptUrl', string>)
  // The second try sends the same message with the same receipt address.
  expect(second).toEqual(first)
  expect(first).toMatchObject({
    to: '+49 30 123456',
    text: '654321 is your Helioport code. It is valid for 30 minutes.',
  })
  expect(first?.receiptUrl).toContain(`https://portal.example/api/web/v1/sms-receipts/${first?.id}.`)
  expect(await rows()).toMatchObject([{ sent: true }])
  gateway.closeAllConnections()
  gateway.close()
})

test('a mail server that never answers does not delay an SMS', async () => {
  const sent: string[] = []
  let release: (() => void) | undefined
  const service: Service = {
    ...serviceFor({}),
    courier: {
      ...serviceFor({}).courier,
      mail: () => new Promise<void>((resolve) => (release = resolve)),
      sms: async ({ to: phone }) => void sent.push(phone),
    },
  }
  const accountId = await addAccount('tarpit')
  await service.db.transaction(async (tx) => {
    await queueMail(service, tx, 'activation', to('ada@example.org'))
    await queueSms(service, tx, { accountId, phone: '+49 30 1', locale: 'en-US' }, '123456')
  })
  const running = messageJobs.map((job) => job.run(service))
  await until(() => sent.length > 0 && release !== undefined)
  expect(sent).toEqual(['+49 30 1'])
  release?.()
  await Promise.all(running)
})
