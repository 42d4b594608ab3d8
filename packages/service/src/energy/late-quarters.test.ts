import { localDay } from '@helioport/time/node'
import fc from 'fast-check'
import { stationDaysTable } from '../export/days.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { analyseAll } from '../testing/test-days.ts'
import { addTestPlant, frame, proved, type TestPlant } from '../testing/test-portal.ts'

const { portal, owner } = sharedPortal('2026-11-20T22:30:00Z')

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const timeZone = 'Europe/Berlin'

/** Days around a clock change, and any others. */
const spans = [
  ['2026-03-28', '2026-03-29', '2026-03-30'],
  ['2026-10-24', '2026-10-25', '2026-10-26'],
  ['2026-06-30', '2026-07-01', '2026-07-02'],
] as const

const anyPlant = fc.record({
  dates: fc.constantFrom(...spans),
  minutes: fc.constantFrom(15, 30, 60),
  stamp: fc.constantFrom('start' as const, 'end' as const),
  counters: fc.array(fc.boolean(), { minLength: 1, maxLength: 2 }),
  order: fc.constantFrom('as it came', 'backwards', 'shuffled', 'second half first', 'twice'),
  seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
})
type AnyPlant = typeof anyPlant extends fc.Arbitrary<infer P> ? P : never

function randomOf(seed: number) {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

interface Interval {
  from: number
  to: number
  /** Of each device, W. */
  powerW: number[]
  irradianceWm2: number
}

/** The truth: every interval of the days with a power and a light of its own; none at night. */
function truthOf({ dates, minutes, counters, seed }: AnyPlant): Interval[] {
  const random = randomOf(seed)
  const days = dates.map((date) => localDay(date, timeZone))
  const [from, to] = [days[0]?.from ?? 0, days.at(-1)?.to ?? 0]
  return Array.from({ length: (to - from) / minuteMs / minutes }, (_, nth) => {
    const start = from + nth * minutes * minuteMs
    const day = days.find((own) => start >= own.from && start < own.to)
    const isSun = day && start >= day.from + 7 * hourMs && start < day.from + 17 * hourMs
    const clouds = 0.1 + 0.9 * random()
    return {
      from: start,
      to: start + minutes * minuteMs,
      powerW: counters.map((_, device) => (isSun ? Math.round(8000 * clouds * (1 - device / 10)) : 0)),
      irradianceWm2: isSun ? Math.round(900 * clouds) : 0,
    }
  })
}

function rowsOf(plant: TestPlant, { stamp, counters, minutes }: AnyPlant, truth: readonly Interval[]) {
  const kwh = counters.map(() => 1000)
  const last = truth.at(-1)
  // The last interval ends with the next one's frame.
  const all = last ? [...truth, { ...last, from: last.to, to: last.to + minutes * minuteMs }] : []
  return all.flatMap((own, nth) => {
    const told = stamp === 'end' ? truth[nth - 1] : truth[nth]
    const devices = plant.devices.map(({ serial }, device) =>
      frame(serial, own.from, {
        powerW: told?.powerW[device] ?? 0,
        ...(counters[device] && { energyTotalKwh: kwh[device] ?? 0 }),
      }),
    )
    for (const device of kwh.keys())
      kwh[device] = (kwh[device] ?? 0) + ((own.powerW[device] ?? 0) * (own.to - own.from)) / (1000 * hourMs)
    return [{ devices, sensors: [{ at: own.from, irradianceWm2: told?.irradianceWm2 ?? 0 }] }]
  })
}

type Row = ReturnType<typeof rowsOf>[number]

function ordered(rows: readonly Row[], order: AnyPlant['order'], random: () => number): Row[] {
  if (order === 'backwards') return rows.toReversed()
  if (order === 'second half first') return [...rows.slice(rows.length / 2), ...rows.slice(0, rows.length / 2)]
  if (order === 'as it came') return [...rows]
  const all = order === 'twice' ? [...rows, ...rows] : [...rows]
  for (let index = all.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1))
    const [one, two] = [all[index], all[other]]
    if (one && two) [all[index], all[other]] = [two, one]
  }
  return all
}

/** Price of a kWh by the clock of the place: 0.30 from 12 to 16 o'clock, else 0.10. */
const priceAt = (at: number) => {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at))
  return hour >= 12 && hour < 16 ? 0.3 : 0.1
}

/** The figures of a stretch, by a sum over the truth. */
function expectedOf(truth: readonly Interval[], { from, to }: { from: number; to: number }, kwp: number) {
  let [kwh, light, income] = [0, 0, 0]
  for (const own of truth.filter((each) => each.from >= from && each.to <= to)) {
    const hours = (own.to - own.from) / hourMs
    const made = (own.powerW.reduce((sum, power) => sum + power, 0) * hours) / 1000
    kwh += made
    light += (own.irradianceWm2 * hours) / 1000
    for (let at = own.from; at < own.to; at += 5 * minuteMs)
      income += made * ((5 * minuteMs) / (own.to - own.from)) * priceAt(at)
  }
  return {
    energyKwh: kwh,
    irradiationKwhM2: light,
    income,
    performanceRatio: kwh / (kwp * light),
    specificYield: kwh / kwp,
  }
}

const near = (figures: Record<string, number>, digits: number) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, expect.closeTo(value, digits) as number]))

async function addPlant({ counters, stamp }: AnyPlant): Promise<TestPlant> {
  const plant = await addTestPlant(portal, owner, { devices: counters.length })
  const { status } = await owner.call('POST /stations/:stationId/tariffs', {
    params: { stationId: plant.stationId },
    body: {
      from: '2026-01-01',
      rate: 0.1,
      bands: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '12:00', to: '16:00', rate: 0.3 }],
      correction: true,
    },
  })
  expect(status).toBe(200)
  await proved(portal, owner).call('PUT /loggers/:loggerId', {
    params: { loggerId: plant.logger.id },
    body: { stationId: plant.stationId, stamp },
  })
  return plant
}

async function sendLate(plant: TestPlant, own: AnyPlant, rows: readonly Row[]): Promise<void> {
  const random = randomOf(own.seed + 1)
  const all = ordered(rows, own.order, random)
  for (let start = 0; start < all.length;) {
    const part = all.slice(start, (start += 1 + Math.floor(random() * 60)))
    const { data } = await plant.logger.send({
      devices: part.flatMap(({ devices }) => devices),
      sensors: part.flatMap(({ sensors }) => sensors),
    })
    expect(data.rejected).toEqual([])
    // Jobs run in between at random.
    if (random() < 0.3) await analyseAll(portal)
  }
  await analyseAll(portal)
}

async function exportedKwh(stationId: string, date: string): Promise<number> {
  const span = { from: date, to: date, resolution: '15m' } as const
  const { rows } = await stationDaysTable(portal.service, owner.accountId, stationId, span)
  let sum = 0
  for await (const row of rows) sum += typeof row[1] === 'number' ? row[1] : 0
  return sum
}

test('late intervals of 15 to 60 minutes, in any order, give the true figures', async () => {
  await fc.assert(
    fc.asyncProperty(anyPlant, async (own) => {
      const plant = await addPlant(own)
      const truth = truthOf(own)
      await sendLate(plant, own, rowsOf(plant, own, truth))
      const params = { stationId: plant.stationId }
      const kwp = 10 * own.counters.length
      for (const date of own.dates) {
        const expected = expectedOf(truth, localDay(date, timeZone), kwp)
        const { data: day } = await owner.call('GET /stations/:stationId/day', { params, query: { date } })
        expect(day.figures).toMatchObject(near(expected, 5))
        const hours = day.hours.reduce((sum, { energyKwh }) => sum + (energyKwh ?? 0), 0)
        expect(hours).toBeCloseTo(expected.energyKwh, 4)
        expect(await exportedKwh(plant.stationId, date)).toBeCloseTo(expected.energyKwh, 5)
        const query = { period: 'week', date } as const
        const { data: week } = await owner.call('GET /stations/:stationId/statistics', { params, query })
        expect(week.series.find(({ from }) => from === date)).toMatchObject(near(expected, 5))
      }
      const days = own.dates.map((date) => localDay(date, timeZone))
      for (const [period, length] of [
        ['month', 7],
        ['year', 4],
      ] as const) {
        const reached = days.filter(({ date }) => date.slice(0, length) === own.dates[1].slice(0, length))
        const stretch = { from: reached[0]?.from ?? 0, to: reached.at(-1)?.to ?? 0 }
        const query = { period, date: own.dates[1] }
        const { data } = await owner.call('GET /stations/:stationId/statistics', { params, query })
        expect(data.figures).toMatchObject(near(expectedOf(truth, stretch, kwp), 5))
      }
      const whole = expectedOf(truth, { from: 0, to: Infinity }, kwp)
      const { data: total } = await owner.call('GET /stations/:stationId', { params })
      expect(total.lifetime.measuredKwh).toBeCloseTo(whole.energyKwh, 5)
    }),
    { numRuns: 6, seed: 20_261_128 },
  )
})
