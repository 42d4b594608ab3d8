import { errorWordOf, type MailLocale } from '@helioport/contract'
import { deliverAll } from '../testing/mailbox.ts'
import { addTestPlant, frame, type Person, startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { energyIn, powerIn } from '../message/format.ts'
import { sendDailyMails } from './daily-mail.ts'

const faults = [
  ['07:00', 'F1'],
  ['07:05', 'F1'],
  ['07:10', null],
  ['08:00', 'A5'],
  ['08:05', 'A5'],
  ['08:10', null],
  ['09:00', 'F1'],
  ['09:05', 'F1'],
  ['09:10', null],
] as const

let portal: TestPortal
let ada: Person

// 20:00 in Berlin; the account's time zone is UTC+1.
beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T18:00:00Z')
  ada = await portal.signIn('ada')
  const plant = await addTestPlant(portal, ada)
  const serial = plant.devices[0]?.serial ?? ''
  await plant.logger.send({
    devices: [
      frame(serial, '2025-06-09T06:00:00Z', { energyTotalKwh: 10, powerW: 1000 }),
      frame(serial, '2025-06-09T16:00:00Z', { energyTotalKwh: 28, powerW: 1000 }),
      frame(serial, '2026-06-09T06:00:00Z', { energyTotalKwh: 100, powerW: 1000 }),
      ...faults.map(([at, code]) =>
        frame(serial, `2026-06-09T${at}:00Z`, {
          energyTotalKwh: 103,
          powerW: 1000,
          ...(code !== null && { errorWord: errorWordOf([code]) }),
        }),
      ),
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

test('large values are shown in MWh and MW', () => {
  expect([9_999.94, 248_700.5].map((kwh) => energyIn('pt-BR', kwh))).toEqual(['9.999,9 kWh', '248,7 MWh'])
  expect([999_000, 1_783_810].map((watts) => powerIn('en-US', watts))).toEqual(['999 kW', '1.78 MW'])
})

test('an account that has not chosen daily mails gets none', async () => {
  expect((await ada.call('GET /account/notifications')).data).toMatchObject({ service: false, report: false })
  portal.clock.now += 3 * 3_600_000
  expect(await newMails()).toEqual([])
  portal.clock.now -= 3 * 3_600_000
})

test("the report comes once a day after 7:00 in the account's zone, about each station's last whole day", async () => {
  await choose({ service: false, report: true })
  // 06:59 in the account's time zone, then 07:00.
  portal.clock.now = Date.parse('2026-06-10T05:59:59Z')
  expect(await newMails()).toEqual([])
  portal.clock.now += 1000
  const [mail, ...more] = await newMails()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Generation on Jun 9, 2026')
  expect(mail?.text).toMatch(/Plant .* · Jun 9, 2026\n\nEnergy of the day: 30 kWh\nyear before: 18 kWh \(\+67%\)/)
  // Only one day of nine is known, so the mail states no change.
  expect(mail?.text).toContain(
    'Month up to this day: 30 kWh (data for 1 of 9 days)\nyear before: 18 kWh (data for 1 of 9 days)',
  )
  expect(mail?.text).toMatch(/Performance ratio: not known\nIncome of the day: EUR\s3\.00\n/)
  // Each alarm has its name and count; alarms of weak light are omitted.
  expect(mail?.text).toMatch(/\nAlarms of the day: F1 [^\n]+ × 2\nData received/)
  portal.clock.now += 60 * 60_000
  expect(await newMails()).toEqual([])
  portal.clock.now += 86_400_000
  expect(await newMails()).toHaveLength(1)
})

test('stations in different time zones are reported for their own last whole day', async () => {
  await choose({ service: false, report: true })
  await addTestPlant(portal, ada, { timeZone: 'Pacific/Auckland', latitude: -36.8, longitude: 174.7 })
  await addTestPlant(portal, ada, { timeZone: 'Pacific/Honolulu', latitude: 21.3, longitude: -157.8 })
  portal.clock.now = Date.parse('2026-06-15T06:30:00Z')
  const [mail] = await newMails()
  const days = [...(mail?.text ?? '').matchAll(/^Plant \S+ · (.+)$/gm)].map(([, day]) => day)
  // It is Monday 18:30 in Auckland and Sunday 20:30 in Honolulu.
  expect(days).toEqual(['Jun 14, 2026', 'Jun 14, 2026', 'Jun 13, 2026'])
  expect(mail?.subject.replaceAll(/\s/g, ' ')).toBe('Generation on Jun 13 – 14, 2026')
})

test.each([
  ['2026-06-12', 'zh-CN', '2026年6月12日 电站情况', /1 台逆变器中 0 台在线/],
  ['2026-06-13', 'pt-BR', 'Suas usinas em 13 de jun. de 2026', /0 de 1 inversores enviam dados/],
] as const)(
  "the service mail of %s states the reporting inverters in the account's language: %s",
  async (day, locale, subject, text) => {
    await choose({ service: true, report: false }, locale)
    portal.clock.now = Date.parse(`${day}T06:00:00Z`)
    const [mail, ...more] = await newMails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject, text: expect.stringMatching(text) })
  },
)

test('the unsubscribe links of body and header work without a sign-in; opening the page changes nothing', async () => {
  await choose({ service: false, report: true })
  portal.clock.now = Date.parse('2026-06-17T20:00:00Z')
  const [mail] = await newMails()
  const url = /https:\/\/portal\.example(\/api\/web\/v1\/mail-stops\/\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const head =
    portal.mailbox
      .raw()
      .at(-1)
      ?.replaceAll(/\n[ \t]+/g, ' ') ?? ''
  expect(head).toContain(`List-Unsubscribe: <https://portal.example${url}>`)
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const wants = async () =>
    (await portal.db.pool.query("select daily_report from account where user_name = 'ada'")).rows[0]?.daily_report

  const page = await portal.app.inject({ url })
  expect([page.statusCode, await wants()]).toEqual([200, true])
  expect(page.body).toContain('<form method="post">')
  // Not the last character: two of its bits carry no data.
  const forged = url.replace(/.(?=.{4}$)/, (sign) => (sign === 'A' ? 'B' : 'A'))
  expect((await portal.app.inject({ method: 'POST', url: forged })).statusCode).toBe(404)
  expect((await portal.app.inject({ method: 'POST', url: url.replace('.report.', '.service.') })).statusCode).toBe(404)
  expect(await wants()).toBe(true)

  // As a mail program does it: without a cookie or the portal's header.
  const post = { method: 'POST', url, payload: 'List-Unsubscribe=One-Click' } as const
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await portal.app.inject({ ...post, headers })).statusCode).toBe(200)
  expect(await wants()).toBe(false)
  // Every mail can be chosen there, without a sign-in.
  expect(page.body).toContain('action="?mail=service&amp;on=1"')
  await portal.app.inject({ ...post, url: `${url}?mail=report&on=1`, headers })
  expect(await wants()).toBe(true)
  expect((await portal.app.inject({ ...post, url: `${url}?mail=none&on=1`, headers })).statusCode).toBe(200)
  expect(await wants()).toBe(false)
  expect((await portal.app.inject({ ...post, headers })).statusCode).toBe(200)
  portal.clock.now += 86_400_000
  expect(await newMails()).toEqual([])
})

test('an account whose report fails does not delay others, and gets its report once it can be made', async () => {
  for (const name of ['ada', 'bea']) {
    const person = await portal.signIn(name)
    await person.call('PUT /account/notifications', { body: { service: false, report: true, locale: 'en-US' } })
  }
  portal.clock.now = Date.parse('2026-06-19T08:00:00Z')
  const setZone = (zone: string) => portal.ownerDb.pool.query('update station set time_zone = $1', [zone])
  await setZone('Nowhere/At_All')
  await expect(sendDailyMails(portal.service)).rejects.toThrow('1 failed')
  await deliverAll(portal.service)
  expect(portal.mailbox.mails('bea@example.org')).toHaveLength(1)
  await setZone('Europe/Berlin')
  expect(await newMails()).toHaveLength(1)
})

test('a disabled account gets no daily mails', async () => {
  const again = await portal.signIn('ada')
  await again.call('PUT /account/notifications', { body: { service: true, report: true, locale: 'en-US' } })
  await portal.db.pool.query("update account set disabled_at = now() where user_name = 'ada'")
  portal.clock.now += 86_400_000
  expect(await newMails()).toEqual([])
})
