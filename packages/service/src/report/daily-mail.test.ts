import type { MailLocale } from '@helioport/contract'
import { deliverAll } from '../testing/mailbox.ts'
import { addTestPlant, frame, type Person, startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { sendDailyMails } from './daily-mail.ts'

let portal: TestPortal
let ada: Person

// 20:00 in Berlin; the account's own clock is an hour ahead of UTC.
beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T18:00:00Z')
  ada = await portal.signIn('ada')
  const plant = await addTestPlant(portal, ada)
  const serial = plant.devices[0]?.serial ?? ''
  await plant.logger.send({
    devices: [
      frame(serial, '2026-06-09T06:00:00Z', { energyTotalKwh: 100, powerW: 1000 }),
      frame(serial, '2026-06-09T16:00:00Z', { energyTotalKwh: 130, powerW: 1000 }),
      frame(serial, '2026-06-10T06:00:00Z', { energyTotalKwh: 130, powerW: 1000 }),
      frame(serial, '2026-06-10T18:00:00Z', { energyTotalKwh: 155.5, powerW: 1000, errorWord: 1 }),
    ],
  })
  const { data } = await ada.call('GET /account')
  const { id: _id, userName: _name, email: _email, role: _role, ...settings } = data
  await ada.call('PUT /account', { body: { ...settings, timeZoneOffset: 60 } })
})
afterAll(() => portal?.stop())

const choose = (chosen: { service: boolean; report: boolean }, locale: MailLocale = 'en-US') =>
  ada.call('PUT /account/notifications', { body: { ...chosen, locale } })

async function newMails(): Promise<{ subject: string; text: string }[]> {
  const before = portal.mailbox.mails('ada@example.org').length
  await Promise.all([sendDailyMails(portal.service), sendDailyMails(portal.service)])
  await deliverAll(portal.service)
  return portal.mailbox.mails('ada@example.org').slice(before)
}

test('nobody who did not ask for them gets daily mails', async () => {
  expect((await ada.call('GET /account/notifications')).data).toMatchObject({ service: false, report: false })
  portal.clock.now += 3 * 3_600_000
  expect(await newMails()).toEqual([])
  portal.clock.now -= 3 * 3_600_000
})

test('the report comes once a day, after 21 by the clock of the account, whatever runs twice', async () => {
  await choose({ service: false, report: true })
  // 19:00 there, then 20:59, then 21:00.
  expect(await newMails()).toEqual([])
  portal.clock.now = Date.parse('2026-06-10T19:59:59Z')
  expect(await newMails()).toEqual([])
  portal.clock.now += 1000
  const [mail, ...more] = await newMails()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Generation on 2026-06-10')
  expect(mail?.text).toMatch(/Plant .*: today 25\.5 kWh, yesterday 30 kWh, income today EUR\s?2\.55/)
  portal.clock.now += 60 * 60_000
  expect(await newMails()).toEqual([])
  portal.clock.now += 86_400_000
  expect(await newMails()).toHaveLength(1)
})

test.each([
  ['2026-06-12', 'zh-CN', '2026-06-12 电站情况', /1 台逆变器中 0 台在线/],
  ['2026-06-13', 'pt-BR', 'Suas usinas em 2026-06-13', /0 de 1 inversores enviam dados/],
] as const)(
  'the service message of %s says what reports and what is wrong, in the language of the account: %s',
  async (day, locale, subject, text) => {
    await choose({ service: true, report: false }, locale)
    portal.clock.now = Date.parse(`${day}T06:00:00Z`)
    const [mail, ...more] = await newMails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject, text: expect.stringMatching(text) })
  },
)

test('the link at its end stops it, signed out, and works once', async () => {
  await choose({ service: false, report: true })
  portal.clock.now = Date.parse('2026-06-14T20:00:00Z')
  const [mail] = await newMails()
  const token = /#\/login\/unsubscribe\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  const stop = () => portal.anyone('POST /unsubscription', { body: { token } })
  expect(await stop()).toMatchObject({ status: 200, data: { kind: 'report' } })
  expect(await stop()).toMatchObject({ errorCode: 'link.invalid' })
  portal.clock.now += 86_400_000
  expect(await newMails()).toEqual([])
  const again = await portal.signIn('ada')
  expect((await again.call('GET /account/notifications')).data.report).toBe(false)
})

test('an account that was closed gets none', async () => {
  const again = await portal.signIn('ada')
  await again.call('PUT /account/notifications', { body: { service: true, report: true, locale: 'en-US' } })
  await portal.db.pool.query("update account set disabled_at = now() where user_name = 'ada'")
  portal.clock.now += 86_400_000
  expect(await newMails()).toEqual([])
})
