import { type AlarmMails, errorWordOf } from '@helioport/contract'
import { openCourier } from '../message/courier.ts'
import { deliverMessages } from '../message/outbox.ts'
import { killMailServers, type ReadMail, readMail, startMailServer, until } from '../testing/server/mail-server.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { addTestPlant, frame, type TestPlant } from '../testing/test-portal.ts'
import { priceAlarms } from './losses.ts'
import { noticeAlarms } from './notice.ts'
import { isQuiet } from './notify-alarms.ts'

const { portal, owner } = sharedPortal('2026-06-10T08:00:00Z')
const minute = 60_000
const at = (time: string) => Date.parse(`2026-06-10T${time}:00Z`)
let seen = 0
let server: Awaited<ReturnType<typeof startMailServer>>

beforeAll(async () => {
  server = await startMailServer()
  const settings = { smtpUrl: `smtp://127.0.0.1:${server.port}`, mailFrom: 'portal@portal.example', smsUrl: undefined }
  portal.service.courier = openCourier(settings, portal.mailbox.folder)
  await owner.call('PUT /account/notifications', { body: { service: false, report: false, locale: 'en-US' } })
})
afterAll(() => killMailServers())

/** Runs the jobs at a time of the day and returns the mails that came of it. */
async function look(time: string): Promise<ReadMail[]> {
  portal.clock.now = at(time)
  await priceAlarms(portal.service)
  await noticeAlarms(portal.service)
  await deliverMessages(portal.service)
  const { rows } = await portal.db.pool.query<{ count: number }>('select count(*)::integer as count from message')
  const all = rows[0]?.count ?? 0
  await until(() => server.received.length >= all)
  const fresh = server.received.slice(seen)
  seen = server.received.length
  return fresh.map(({ raw }) => readMail(raw))
}

// Seen mails are deleted, so that the hour's count begins anew.
const forget = async () => {
  await portal.db.pool.query('delete from message')
  server.received.length = 0
  seen = 0
}
afterEach(forget)

/** Frames of all inverters from one time until before another; of `faulty`, with the code. */
async function run(plant: TestPlant, from: string, to: string, faulty: readonly number[], code: 'C4' | 'F1' | 'E3') {
  portal.clock.now = at(to)
  const times = Array.from({ length: (at(to) - at(from)) / (5 * minute) }, (_, nth) => at(from) + nth * 5 * minute)
  await plant.logger.send({
    devices: times.flatMap((moment) =>
      plant.devices.map(({ serial }, nth) =>
        frame(serial, moment, faulty.includes(nth) ? { powerW: 0, errorWord: errorWordOf([code]) } : { powerW: 6000 }),
      ),
    ),
  })
}

test("a mail states alarm, device and start in the plant's time; a second mail states the end and the loss", async () => {
  const plant = await addTestPlant(portal, owner, { devices: 3 })
  await run(plant, '06:00', '08:00', [], 'F1')
  await run(plant, '08:00', '08:30', [1], 'F1')
  const [mail, ...more] = await look('08:30')
  expect(more).toEqual([])
  const [card] = (await owner.call('GET /alarms', { query: { stationId: plant.stationId } })).data
  expect(mail?.subject).toBe(`${card?.stationName}: F1 ${/: F1 (.+)/.exec(mail?.subject ?? '')?.[1]}`)
  for (const line of [
    `Plant: ${card?.stationName}`,
    `Device: Inverter 2 (${plant.devices[1]?.serial})`,
    'Severity: Fault: somebody has to act',
    'Since: Jun 10, 2026, 10:00 AM (Europe/Berlin)',
    'Duration: 30 minutes',
    `https://portal.example/#/record?alarm=${card?.id}`,
  ])
    expect(mail?.text).toContain(line)
  expect(mail?.text).toMatch(/^Reason: .{10,}$/m)
  expect(mail?.text).toMatch(/^What to do: .{10,}$/m)
  expect(mail?.text).toMatch(/^Lost energy so far: 3 kWh\nLost income so far: EUR\s0\.30$/m)
  expect(mail?.html).toContain('<html lang="en-US" dir="ltr">')
  expect(mail?.html).toContain(`href="https://portal.example/#/record?alarm=${card?.id}"`)
  expect(mail?.headers).toMatch(
    /^List-Unsubscribe: <https:\/\/portal\.example\/api\/web\/v1\/mail-stops\/\S+\.alarm\.\S+>$/m,
  )

  await run(plant, '08:30', '09:00', [1], 'F1')
  await run(plant, '09:00', '09:30', [], 'F1')
  const [over, ...none] = await look('09:30')
  expect(none).toEqual([])
  expect(over?.subject).toMatch(/^Over: /)
  expect(over?.text).toContain('Until: Jun 10, 2026, 11:00 AM (Europe/Berlin)\nDuration: 1 hour')
  expect(over?.text).toMatch(/^Lost energy: 6 kWh\nLost income: EUR\s0\.60$/m)
  expect(await look('09:40')).toEqual([])
})

test('the mail names the weak string when the inverter reports only that there is one', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 1 })
  portal.clock.now = at('08:30')
  await plant.logger.send({
    devices: [0, 5, 10, 15].map((minutes) =>
      frame(plant.devices[0]?.serial ?? '', at('08:10') + minutes * minute, {
        powerW: 3000,
        errorWord: errorWordOf(['A3']),
        stringCurrentA: [5, 5.1, 2, 4.9],
      }),
    ),
  })
  const [mail, ...more] = await look('08:30')
  expect(more).toEqual([])
  expect(mail?.text).toContain('\nString: 3, which carries 40.4% of what its siblings do\nTracker (MPPT): 2\n')
})

test("an unknown loss is stated as not known; mails use the account's language and text direction", async () => {
  const plant = await addTestPlant(portal, owner, { devices: 1 })
  await owner.call('PUT /account/notifications', { body: { service: false, report: false, locale: 'ar' } })
  await run(plant, '09:30', '10:00', [0], 'F1')
  const [mail] = await look('10:00')
  expect(mail?.html).toContain('<html lang="en-US" dir="rtl">')
  expect(mail?.text).toContain('Lost energy so far: not known')
  await owner.call('PUT /account/notifications', { body: { service: false, report: false, locale: 'zh-CN' } })
  await run(plant, '10:00', '10:30', [], 'F1')
  const [over] = await look('10:30')
  expect(over?.html).toContain('<html lang="zh-CN" dir="ltr">')
  expect(over?.subject).toMatch(/^已恢复：/)
  expect(over?.text).toMatch(/^持续时间：30分钟$/m)
  await owner.call('PUT /account/notifications', { body: { service: false, report: false, locale: 'en-US' } })
})

test('after ten alarm mails in an hour the rest is one digest', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 64 })
  // A code that is not shared by a station: one event for each inverter.
  await run(plant, '10:30', '11:00', [...plant.devices.keys()], 'F1')
  const mails = await look('11:00')
  const digests = mails.filter(({ subject }) => subject === 'Your plants: more alarms (54)')
  expect([mails.length, digests.length]).toEqual([11, 1])
  expect(digests[0]?.text.match(/record\?alarm=/g)).toHaveLength(50)
  expect(digests[0]?.text).toContain('\n4 of them are not named here: the portal lists them all.\n')
  await run(plant, '11:00', '11:20', [], 'F1')
  // The ends wait for the next hour: its ten single mails and its digest.
  expect(await look('11:20')).toEqual([])
  const later = await look('12:01')
  expect(later).toHaveLength(11)
  expect(later.filter(({ subject }) => subject.startsWith('Over: '))).toHaveLength(10)
})

test('mails obey severity, muted stations and quiet hours; an alarm held back is mailed once afterwards', async () => {
  const [loud, muted] = [await addTestPlant(portal, owner), await addTestPlant(portal, owner)]
  const save = (body: object) =>
    owner.call('PUT /account/alarm-mails', {
      body: { byMail: true, faults: true, notices: true, quiet: null, stationIds: [], ...body },
    })
  expect((await save({ notices: false, stationIds: [muted.stationId] })).data).toMatchObject({ notices: false })
  await run(loud, '12:10', '12:30', [0], 'C4')
  await run(muted, '12:10', '12:30', [0], 'F1')
  expect(await look('12:30')).toEqual([])
  // The account's clock is that of China: half past eight in the evening.
  await save({ quiet: { from: 20 * 60, to: 6 * 60 } })
  await run(loud, '12:30', '12:50', [0], 'F1')
  expect(await look('12:50')).toEqual([])
  // Hours that end when they begin would never be quiet: refused, and what was chosen stays.
  expect(await save({ quiet: { from: 600, to: 600 } })).toMatchObject({
    status: 400,
    errorCode: 'request.invalid',
  })
  expect((await owner.call('GET /account/alarm-mails')).data.quiet).toEqual({ from: 1200, to: 360 })
  await save({ quiet: { from: 22 * 60, to: 6 * 60 } })
  expect((await look('12:55')).map(({ subject }) => subject)).toEqual([expect.stringContaining(': F1 ')])
  expect(await look('13:00')).toEqual([])
})

test('quiet hours span midnight', () => {
  const night = { time_zone_offset: 0, quiet_zone: null, quiet_from: 22 * 60, quiet_to: 6 * 60 }
  expect(['21:59', '22:00', '23:59', '00:00', '05:59', '06:00'].map((time) => isQuiet(night, at(time)))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ])
})

test('quiet hours follow the local time of their zone across both DST changes', () => {
  const night = { time_zone_offset: 60, quiet_zone: 'Europe/Berlin', quiet_from: 22 * 60, quiet_to: 6 * 60 }
  const on = (day: string, ...times: string[]) =>
    times.map((time) => isQuiet(night, Date.parse(`2026-${day}T${time}Z`)))
  // Summer time begins on 29 March and ends on 25 October, at one o'clock UTC: the night before, and the one after.
  expect(on('03-28', '20:59', '21:00')).toEqual([false, true])
  expect(on('03-29', '03:59', '04:00', '19:59', '20:00')).toEqual([true, false, false, true])
  expect(on('10-24', '19:59', '20:00')).toEqual([false, true])
  expect(on('10-25', '04:59', '05:00', '20:59', '21:00')).toEqual([true, false, false, true])
})

test('a time zone of quiet hours is stored; an unknown zone is rejected', async () => {
  const save = (quiet: object) =>
    owner.call('PUT /account/alarm-mails', {
      body: { byMail: true, faults: true, notices: true, quiet, stationIds: [] } as AlarmMails,
    })
  const berlin = { from: 1320, to: 360, timeZone: 'Europe/Berlin' }
  expect((await save(berlin)).data.quiet).toEqual(berlin)
  expect(await save({ ...berlin, timeZone: 'Europe/Nowhere' })).toMatchObject({
    status: 400,
    errorCode: 'request.invalid',
  })
  expect((await owner.call('GET /account/alarm-mails')).data.quiet).toEqual(berlin)
  // An older page sends no time zone: the account's offset applies.
  expect((await save({ from: 1320, to: 360 })).data.quiet).toEqual({ from: 1320, to: 360 })
})
