import { addDays } from '@helioport/time/node'
import fc from 'fast-check'
import { stationDaysTable } from '../export/days.ts'
import { sendDailyMails } from '../report/daily-mail.ts'
import { deliverAll } from '../testing/mailbox.ts'
import { analyseAll, framesOf, sendAll, sensorsOf } from '../testing/test-days.ts'
import { addTestPlant, startTestPortal, type Person, type TestPlant, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-06-01T21:30:00Z')
})
afterAll(() => portal?.stop())

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const anyDay = fc.record({
  minutes: fc.constantFrom(5, 10, 15, 30, 60),
  counters: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
  clouds: fc.double({ min: 0.2, max: 5, noNaN: true }),
  /** Hour of the day in which a silence begins, how long it is, and of which device. */
  silence: fc.record({ from: fc.integer({ min: 4, max: 18 }), hours: fc.integer({ min: 0, max: 6 }), of: fc.nat(2) }),
  sensor: fc.boolean(),
})
type AnyDay = typeof anyDay extends fc.Arbitrary<infer D> ? D : never

async function sendDay(plant: TestPlant, date: string, own: AnyDay): Promise<void> {
  const [from, to] = [`${addDays(date, -1)}T22:00:00Z`, `${date}T21:25:00Z`]
  const start = Date.parse(from)
  const sun = (at: number) => Math.max(0, Math.sin((((at - start) / hourMs - 5) / 16) * Math.PI))
  const sunAt = (at: number) => 900 * sun(at) * (0.6 + 0.4 * Math.abs(Math.sin((at / hourMs) * own.clouds)))
  const isSilent = (at: number, device: number) => {
    const hour = (at - start) / hourMs
    return device === own.silence.of && hour >= own.silence.from && hour < own.silence.from + own.silence.hours
  }
  const sends = (at: number) => (at - start) % (own.minutes * minuteMs) === 0
  const facts = (at: number, device: number) => ({ powerW: 8.3 * sunAt(at) * (1 - device / 50) })
  const frames = framesOf(plant, from, to, facts, (at, device) => sends(at) && !isSilent(at, device)).map((frame) => {
    const { energyTotalKwh: _counter, ...rest } = frame
    return own.counters[plant.devices.findIndex(({ serial }) => serial === frame.serial)] ? frame : rest
  })
  const sensors = sensorsOf(from, to, (at) => ({ irradianceWm2: sunAt(at), ambientC: 21 })).filter(({ at }) =>
    sends(at),
  )
  await sendAll(plant, frames, own.sensor ? sensors : [])
}

/** The page of the day, and that day in the sums of the week. */
async function bothOf(person: Person, stationId: string, date: string) {
  const params = { stationId }
  const page = (await person.call('GET /stations/:stationId/day', { params, query: { date } })).data
  const query = { period: 'week', date } as const
  const week = (await person.call('GET /stations/:stationId/statistics', { params, query })).data
  const stored = week.series.find(({ from }) => from === date)
  if (!stored) throw new Error(`no ${date}`)
  const { figures } = page
  const alike = {
    energyKwh: stored.energyKwh,
    peakPowerW: stored.peakPowerW,
    peakAt: stored.peakAt,
    specificYield: stored.specificYield,
    irradiationKwhM2: stored.irradiationKwhM2,
    performanceRatio: stored.performanceRatio,
    income: stored.income,
    co2Kg: stored.co2Kg,
    coverage: stored.coverage.energy,
    performanceRatioCoverage: stored.coverage.performanceRatio,
  }
  return { page, figures, alike }
}

async function exportedKwh(accountId: string, stationId: string, date: string): Promise<number> {
  const span = { from: date, to: date, resolution: '5m' } as const
  const { rows } = await stationDaysTable(portal.service, accountId, stationId, span)
  let sum = 0
  for await (const row of rows) sum += typeof row[1] === 'number' ? row[1] : 0
  return sum
}

let nth = 0
test('page, sums, list, summary, export and mail have the same figures of a day, running or ended', async () => {
  await fc.assert(
    fc.asyncProperty(anyDay, async (own) => {
      nth += 1
      portal.clock.now = Date.parse('2026-06-01T21:30:00Z') + 3 * nth * 24 * hourMs
      const date = new Date(portal.clock.now).toISOString().slice(0, 10)
      const person = await portal.signIn(`owner-${nth}`)
      const plant = await addTestPlant(portal, person, { devices: own.counters.length })
      const { data } = await person.call('GET /account')
      const { id: _id, userName: _name, email: _email, role: _role, ...settings } = data
      await person.call('PUT /account', { body: { ...settings, timeZoneOffset: 60 } })
      await person.call('PUT /account/notifications', { body: { service: false, report: true, locale: 'en-US' } })
      await sendDay(plant, date, own)
      await analyseAll(portal)

      const running = await bothOf(person, plant.stationId, date)
      expect(running.figures).toEqual(running.alike)
      expect(running.figures.energyKwh).toBeGreaterThan(5)
      const station = (await person.call('GET /stations/:stationId', { params: { stationId: plant.stationId } })).data
      expect([station.energyTodayKwh, station.incomeToday]).toEqual([running.figures.energyKwh, running.figures.income])
      const summary = (await person.call('GET /stations/summary', {})).data
      expect(summary.energyTodayKwh).toBe(running.figures.energyKwh)

      portal.clock.now += 24 * hourMs
      await analyseAll(portal)
      const over = await bothOf(person, plant.stationId, date)
      expect(over.figures).toEqual(over.alike)
      expect(over.figures.energyKwh).toBe(running.figures.energyKwh)
      await sendDailyMails(portal.service)
      await deliverAll(portal.service)
      const [mail] = portal.mailbox.mails(`owner-${nth}@example.org`).slice(-1)
      const shown = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }).format(over.figures.energyKwh ?? 0)
      const day = new Date(date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
      expect(mail?.text).toContain(`${day}\n\nEnergy of the day: ${shown} kWh`)
      const hours = over.page.hours.reduce((sum, hour) => sum + (hour.energyKwh ?? 0), 0)
      expect(hours).toBeCloseTo(over.figures.energyKwh ?? Number.NaN, 4)
      expect(await exportedKwh(station.memberId, plant.stationId, date)).toBeCloseTo(
        over.figures.energyKwh ?? Number.NaN,
        6,
      )
    }),
    { numRuns: 12, seed: 20_261_122 },
  )
})
