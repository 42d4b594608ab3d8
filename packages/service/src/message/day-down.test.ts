import type { Courier, Service } from '../base/service.ts'
import { killMailServers, readMail, startMailServer, until } from '../testing/server/mail-server.ts'
import { testSettings } from '../testing/mailbox.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openCourier } from './courier.ts'
import { deliverMessages, queueMail } from './outbox.ts'

let database: TestDatabase
const clock = { now: Date.parse('2026-06-10T00:00:00Z') }
const minute = 60_000

beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(async () => {
  killMailServers()
  await database?.stop()
})

const courierTo = (port: number): Courier =>
  openCourier({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'portal@portal.example', smsUrl: undefined }, '/nowhere')

const serviceWith = (courier: Courier): Service => ({
  db: database.db,
  now: () => clock.now,
  settings: testSettings,
  courier,
})

async function rows() {
  const { rows: all } = await database.db.pool.query<{ id: string; sent: boolean; failed: boolean; error: string }>(
    `select id, sent_at is not null as sent, failed_at is not null as failed, last_error as error from message order by id`,
  )
  return all
}

test('each mail arrives once after a day with a mostly unreachable mail server and dying instances', async () => {
  const first = await startMailServer()
  const { port } = first
  await first.stop()
  const service = serviceWith(courierTo(port))
  // This instance dies with a leased message before the server has it; after the lease another takes the message over.
  const dying = serviceWith({ ...service.courier, mail: () => new Promise<void>(() => {}) })
  const received: string[] = []
  let server: Awaited<ReturnType<typeof startMailServer>> | null = null
  const stop = async () => {
    if (!server) return
    received.push(...server.received.map(({ raw }) => raw))
    await server.stop()
    server = null
  }
  let queued = 0
  for (let hour = 0; hour < 30; hour += 1) {
    if (hour < 24) {
      await service.db.transaction((tx) =>
        queueMail(service, tx, 'activation', {
          id: null,
          email: `p${queued}@plants.example`,
          userName: 'ada',
          locale: 'en-US',
        }),
      )
      queued += 1
    }
    // The server is up in two hours of the day, and again when the day is over.
    if (hour === 5 || hour === 15 || hour === 24) server = await startMailServer({ PORT: String(port) })
    for (let at = 0; at < 60; at += 5) {
      if (at === 30) void deliverMessages(dying).catch(() => {})
      await deliverMessages(service)
      clock.now += 5 * minute
    }
    const sent = (await rows()).filter((row) => row.sent).length
    await until(() => received.length + (server?.received.length ?? 0) >= sent)
    if (hour === 5 || hour === 15) await stop()
  }
  await stop()
  const mails = received.map(readMail)
  expect(queued).toBe(24)
  expect((await rows()).filter(({ sent, failed }) => !sent || failed)).toEqual([])
  expect(mails).toHaveLength(24)
  expect(new Set(mails.map(({ headers }) => /^to: (.*)$/im.exec(headers)?.[1])).size).toBe(24)
  expect(mails.map(({ messageId }) => messageId).toSorted()).toEqual(
    (await rows()).map(({ id }) => `<${id}@helioport>`),
  )
})

test('a mail sent again after a lost confirmation is the same message', async () => {
  await database.db.pool.query('delete from message')
  const server = await startMailServer()
  const service = serviceWith(courierTo(server.port))
  await service.db.transaction((tx) =>
    queueMail(
      service,
      tx,
      'passwordCode',
      { id: null, email: 'a@b.example', userName: 'ada', locale: 'ar' },
      { code: '123456' },
    ),
  )
  // The server confirms the message, but the connection breaks before the confirmation arrives.
  const deaf = serviceWith({
    ...service.courier,
    mail: async (letter) => {
      await service.courier.mail(letter)
      throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
    },
  })
  await deliverMessages(deaf)
  clock.now += 60 * minute
  await deliverMessages(service)
  await until(() => server.received.length === 2)
  const [one, other] = server.received.map(({ raw }) => readMail(raw))
  expect(other?.messageId).toBe(one?.messageId)
  const dateOf = (headers = '') => /^date: (.*)$/im.exec(headers)?.[1]
  expect(dateOf(other?.headers)).toBe(dateOf(one?.headers))
  expect([other?.html, other?.text]).toEqual([one?.html, one?.text])
  expect(one?.html).toContain('<html lang="en-US" dir="rtl">')
  await server.stop()
})
