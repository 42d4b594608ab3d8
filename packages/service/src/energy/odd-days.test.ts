import { stationDaysTable } from '../export/days.ts'
import { sendDailyMails } from '../report/daily-mail.ts'
import { deliverAll } from '../testing/mailbox.ts'
import { analyseAll, sendAll } from '../testing/test-days.ts'
import { addTestPlant, frame, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-03-30T20:00:00Z')
})
afterAll(() => portal?.stop())

/** Days of Berlin: one hour less, and one more. */
const days = [
  { date: '2026-03-29', from: '2026-03-28T23:00:00Z', hours: 23 },
  { date: '2026-10-25', from: '2026-10-24T22:00:00Z', hours: 25 },
]
const even = (minutes: number) => () => minutes
/** Minutes between the frames of each inverter. */
const streams: Record<string, ((nth: number) => number)[]> = {
  'every minute': [even(1)],
  'every hour': [even(60)],
  'now and then': [(nth) => [7, 12, 9, 4, 15, 11][nth % 6] ?? 7],
  'each in its own time': [even(5), even(15), even(60)],
}
const cases = days.flatMap((day) =>
  Object.entries(streams).flatMap(([how, steps]) => [true, false].map((counter) => ({ ...day, how, steps, counter }))),
)

let nth = 0
test.each(cases)('$date, $how, counter: $counter: page, sums, export and mail have the true energy', async (own) => {
  nth += 1
  const [start, end] = [Date.parse(own.from), Date.parse(own.from) + own.hours * hourMs]
  portal.clock.now = end + 12 * hourMs
  const person = await portal.signIn(`owner-${nth}`)
  const plant = await addTestPlant(portal, person, { devices: own.steps.length })
  const { data: account } = await person.call('GET /account')
  const { id, userName: _name, email: _email, role: _role, ...settings } = account
  await person.call('PUT /account', { body: { ...settings, timeZoneOffset: 60 } })
  await person.call('PUT /account/notifications', { body: { service: false, report: true, locale: 'en-US' } })
  // 3 kW from the sixth to the eighteenth hour after midnight, and the power is away from the ninth to the tenth.
  const isOn = (at: number) => at >= start + 6 * hourMs && at < start + 18 * hourMs
  const isAway = (at: number) => at >= start + 9 * hourMs && at < start + 10 * hourMs
  const made = (at: number) => {
    const within = Math.min(Math.max(at - start - 6 * hourMs, 0), 12 * hourMs)
    const away = Math.min(Math.max(at - start - 9 * hourMs, 0), hourMs)
    return (3 * (within - away)) / hourMs
  }
  await sendAll(
    plant,
    own.steps.flatMap((step, device) => {
      const frames = []
      for (let at = start, count = 0; at <= end; at += step(count) * minuteMs, count += 1) {
        const powerW = isOn(at) ? (isAway(at) ? 0 : 3000) : 0
        frames.push(
          frame(plant.devices[device]?.serial ?? '', at, {
            powerW,
            energyTotalKwh: own.counter ? 500 + made(at) : null,
          }),
        )
      }
      return frames
    }),
  )
  await analyseAll(portal)
  const kwh = 33 * own.steps.length
  // Frames off the hours at which power changes show the change up to one step late.
  const slack = own.how === 'now and then' && !own.counter ? 1.6 : 0.001
  const params = { stationId: plant.stationId }
  const page = (await person.call('GET /stations/:stationId/day', { params, query: { date: own.date } })).data
  expect(Math.abs((page.figures.energyKwh ?? 0) - kwh)).toBeLessThan(slack)
  expect(page.figures.coverage).toBe(1)
  expect(page.hours).toHaveLength(own.hours)
  const told = page.figures.energyKwh ?? Number.NaN
  expect(page.hours.reduce((sum, hour) => sum + (hour.energyKwh ?? 0), 0)).toBeCloseTo(told, 4)
  expect(page.quality.filter(({ kind }) => kind === 'gap')).toEqual([])
  for (const period of ['week', 'month', 'year'] as const) {
    const { data } = await person.call('GET /stations/:stationId/statistics', {
      params,
      query: { period, date: own.date },
    })
    expect(data.series.reduce((sum, { energyKwh }) => sum + (energyKwh ?? 0), 0)).toBeCloseTo(told, 4)
  }
  let exported = 0
  const span = { from: own.date, to: own.date, resolution: '5m' } as const
  const { rows } = await stationDaysTable(portal.service, id, plant.stationId, span)
  for await (const row of rows) exported += typeof row[1] === 'number' ? row[1] : 0
  expect(exported).toBeCloseTo(told, 4)
  await sendDailyMails(portal.service)
  await deliverAll(portal.service)
  const [mail] = portal.mailbox.mails(`owner-${nth}@example.org`).slice(-1)
  expect(mail?.text).toContain(
    `Energy of the day: ${new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }).format(told)} kWh`,
  )
})
