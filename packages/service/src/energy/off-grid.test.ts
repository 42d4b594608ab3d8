import { localDay } from '@helioport/time/node'
import fc from 'fast-check'
import { stationDaysTable } from '../export/days.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { analyseAll } from '../testing/test-days.ts'
import { addTestPlant, frame, type TestPlant } from '../testing/test-portal.ts'

const { portal, owner } = sharedPortal('2026-06-12T12:00:00Z')

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const timeZone = 'Europe/Berlin'
const dates = ['2026-06-10', '2026-06-11', '2026-06-12'] as const
const midnight = localDay(dates[0], timeZone).from

const anyPlant = fc.record({
  minutes: fc.constantFrom(1, 3, 5, 7, 11, 13, 17, 20),
  /** Of the first frame after midnight. */
  offsetS: fc.integer({ min: 0, max: 299 }),
  jitterS: fc.constantFrom(0, 20),
  counters: fc.tuple(fc.boolean(), fc.boolean()),
  order: fc.constantFrom('as it came', 'second half first', 'shuffled'),
  nowMinutes: fc.integer({ min: 8 * 60, max: 20 * 60 }),
  seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
})
type AnyPlant = typeof anyPlant extends fc.Arbitrary<infer P> ? P : never

interface Moment {
  at: number
  /** Until the next one. */
  powerW: number[]
}

/** The truth: each frame has a power of its own, by day, that holds until the next one. */
function momentsOf({ minutes, offsetS, jitterS, seed }: AnyPlant, random: () => number, now: number): Moment[] {
  const first = midnight + offsetS * 1000
  return Array.from({ length: Math.ceil((now - first) / minuteMs / minutes) }, (_, nth) => {
    const at = first + nth * minutes * minuteMs + Math.round((2 * random() - 1) * jitterS) * 1000
    const hour = ((at - midnight) / hourMs) % 24
    const clouds = hour > 6 && hour < 20 ? 0.1 + 0.9 * random() : 0
    return { at, powerW: [8000, 7200].map((high) => Math.round(high * clouds)) }
  }).filter(({ at }) => seed > 0 && at <= now)
}

/** kWh of both devices in a stretch, by a sum over the truth; nothing is known after the last frame. */
function madeIn(moments: readonly Moment[], from: number, to: number): number {
  let kwh = 0
  for (const [nth, { at, powerW }] of moments.entries()) {
    const ms = Math.min(moments[nth + 1]?.at ?? at, to) - Math.max(at, from)
    if (ms > 0) kwh += ((powerW[0] ?? 0) + (powerW[1] ?? 0)) * (ms / 1000 / hourMs)
  }
  return kwh
}

async function sendAll(plant: TestPlant, own: AnyPlant, moments: readonly Moment[], random: () => number) {
  const kwh = [1000, 1000]
  let rows = moments.map(({ at, powerW }, nth) => {
    const devices = plant.devices.map(({ serial }, device) => {
      const energyTotalKwh = Math.round((kwh[device] ?? 0) * 1000) / 1000
      const ms = (moments[nth + 1]?.at ?? at) - at
      kwh[device] = (kwh[device] ?? 0) + ((powerW[device] ?? 0) * ms) / 1000 / hourMs
      return frame(serial, at, { powerW: powerW[device] ?? 0, ...(own.counters[device] && { energyTotalKwh }) })
    })
    return { devices, place: own.order === 'shuffled' ? random() : nth }
  })
  rows = rows.toSorted((a, b) => a.place - b.place)
  if (own.order === 'second half first') rows = [...rows.slice(rows.length / 2), ...rows.slice(0, rows.length / 2)]
  for (let start = 0; start < rows.length;) {
    const part = rows.slice(start, (start += 1 + Math.floor(random() * 400)))
    const { data } = await plant.logger.send({ devices: part.flatMap(({ devices }) => devices), sensors: [] })
    expect(data.rejected).toEqual([])
    if (random() < 0.3) await analyseAll(portal)
  }
  await analyseAll(portal)
}

const sumOf = (values: readonly (number | null | undefined)[]) =>
  values.reduce((sum: number, value) => sum + (value ?? 0), 0)

/** A day's energy as each page shows it. */
async function saidOf(plant: TestPlant, date: string): Promise<Record<string, number>> {
  const params = { stationId: plant.stationId }
  const { data: day } = await owner.call('GET /stations/:stationId/day', { params, query: { date } })
  const said: Record<string, number> = {
    page: day.figures.energyKwh ?? Number.NaN,
    hours: sumOf(day.hours.map(({ energyKwh }) => energyKwh)),
  }
  for (const period of ['week', 'month'] as const) {
    const { data } = await owner.call('GET /stations/:stationId/statistics', { params, query: { period, date } })
    said[period] = data.series.find(({ from }) => from === date)?.energyKwh ?? Number.NaN
  }
  const days = plant.devices.map(({ id }) =>
    owner.call('GET /devices/:deviceId/day', { params: { deviceId: id }, query: { date } }),
  )
  said.devices = sumOf((await Promise.all(days)).map(({ data }) => data.figures.energyKwh))
  const span = { from: date, to: date, resolution: '15m' } as const
  const { rows } = await stationDaysTable(portal.service, owner.accountId, plant.stationId, span)
  const cells: (number | null)[] = []
  for await (const row of rows) cells.push(typeof row[1] === 'number' ? row[1] : null)
  said.exported = sumOf(cells)
  if (date !== dates[2]) return said
  const { data: list } = await owner.call('GET /stations', { query: { pageSize: '100' } })
  said.list = list.find(({ id }) => id === plant.stationId)?.energyTodayKwh ?? Number.NaN
  const { data: devices } = await owner.call('GET /devices', { query: { stationId: plant.stationId } })
  said.deviceList = sumOf(devices.map(({ energyTodayKwh }) => energyTodayKwh))
  return said
}

function randomOf(seed: number) {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

test('late frames at any interval, off the grid of bins, give the true energy, the same on all pages', async () => {
  await fc.assert(
    fc.asyncProperty(anyPlant, async (own) => {
      const random = randomOf(own.seed)
      const now = localDay(dates[2], timeZone).from + own.nowMinutes * minuteMs
      portal.clock.now = now
      const plant = await addTestPlant(portal, owner, { devices: 2 })
      const moments = momentsOf(own, random, now)
      await sendAll(plant, own, moments, random)
      for (const date of dates) {
        const { from, to } = localDay(date, timeZone)
        const [made, said] = [madeIn(moments, from, to), await saidOf(plant, date)]
        const { page = Number.NaN } = said
        expect(said).toEqual(Object.fromEntries(Object.keys(said).map((name) => [name, expect.closeTo(page, 3)])))
        // The newest frame of a device without a counter holds for its interval, in whole bins.
        const newestW = date === dates[2] ? sumOf(moments.at(-1)?.powerW ?? []) : 0
        expect(page).toBeGreaterThan(made - 0.005)
        expect(page).toBeLessThan(made + 0.005 + (newestW * (own.minutes + 5)) / 60_000)
      }
    }),
    { numRuns: 10, seed: 20_261_129 },
  )
})
