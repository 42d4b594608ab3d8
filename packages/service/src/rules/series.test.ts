import { analyseAll, framesOf, sendAll } from '../testing/test-days.ts'
import { addTestPlant, type Person, startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { thin } from './lttb.ts'

let portal: TestPortal
let owner: Person

beforeAll(async () => {
  portal = await startTestPortal('2026-11-20T22:30:00Z')
  owner = await portal.signIn('owner')
}, 60_000)
afterAll(() => portal?.stop())

jest.setTimeout(60_000)

test.each([
  { name: 'the day of 23 hours', date: '2026-03-29', next: '2026-03-30', from: '2026-03-28T23:00:00Z', hours: 23 },
  { name: 'the day of 25 hours', date: '2026-10-25', next: '2026-10-26', from: '2026-10-24T22:00:00Z', hours: 25 },
])('$name has as many quarters, and its energy', async ({ date, next, from, hours }) => {
  const plant = await addTestPlant(portal, owner)
  const end = new Date(Date.parse(from) + hours * 3_600_000).toISOString()
  await sendAll(
    plant,
    framesOf(plant, from, end, () => ({ powerW: 1000 })),
  )
  await analyseAll(portal)
  const params = { stationId: plant.stationId }
  const week = await owner.call('GET /stations/:stationId/statistics', { params, query: { period: 'week', date } })
  expect(week.data.series.find((bar) => bar.from === date)?.energyKwh).toBeCloseTo(hours, 6)
  expect(week.data.series.find((bar) => bar.from === date)?.producingHours).toBeCloseTo(hours, 6)
  const { data } = await owner.call('GET /stations/:stationId/series', {
    params,
    query: { from: date, to: next, points: '2000' },
  })
  expect(data).toMatchObject({ binMinutes: 15, bins: (hours + 24) * 4 })
  const own = data.at.filter((at) => at >= Date.parse(from) && at < Date.parse(end))
  expect(own).toHaveLength(hours * 4)
  expect(new Set(own.map((_, index) => data.powerW[index]))).toEqual(new Set([1000]))
  const day = await owner.call('GET /stations/:stationId/series', { params, query: { from: date, to: date } })
  expect(day.data).toMatchObject({ binMinutes: 5, bins: hours * 12, knownBins: hours * 12 })
})

test('a month is thinned to the points asked for, with its peak and its gap', async () => {
  const plant = await addTestPlant(portal, owner)
  const peakAt = Date.parse('2026-11-11T11:00:00Z')
  const silent = (at: number) => at >= Date.parse('2026-11-14T09:00:00Z') && at < Date.parse('2026-11-14T13:00:00Z')
  const power = (at: number) => {
    if (at >= peakAt && at < peakAt + 900_000) return { powerW: 9500 }
    const hour = (at % 86_400_000) / 3_600_000
    return { powerW: Math.max(0, 5000 * Math.sin(((hour - 6) / 10) * Math.PI)) * (hour < 16 ? 1 : 0) }
  }
  await sendAll(
    plant,
    framesOf(plant, '2026-10-31T23:00:00Z', '2026-11-20T22:00:00Z', power, (at) => !silent(at)),
  )
  await analyseAll(portal)
  const query = { from: '2026-11-01', to: '2026-11-30', points: '200' }
  for (const { data } of [
    await owner.call('GET /stations/:stationId/series', { params: { stationId: plant.stationId }, query }),
    await owner.call('GET /devices/:deviceId/series', { params: { deviceId: plant.devices[0]?.id ?? '' }, query }),
  ]) {
    expect(data.at.length).toBeLessThanOrEqual(200)
    expect(data.at).toEqual(data.at.toSorted((a, b) => a - b))
    expect(Math.max(...data.powerW.map((value) => value ?? 0))).toBe(9500)
    const gap = data.powerW.findIndex(
      (value, index) => value === null && (data.at[index] ?? 0) >= Date.parse('2026-11-14T09:00:00Z'),
    )
    expect(new Date(data.at[gap] ?? 0).toISOString()).toBe('2026-11-14T09:00:00.000Z')
    expect(data.bins - data.knownBins).toBeGreaterThanOrEqual(16)
  }
})

test('largest triangles: ends and extremes stay, the number is kept', () => {
  const points = Array.from({ length: 10_000 }, (_, index) => ({
    at: index,
    value: index === 7123 ? 50 : Math.sin(index / 500),
  }))
  const kept = thin(points, 300)
  expect(kept).toHaveLength(300)
  expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)])
  expect(kept).toContainEqual({ at: 7123, value: 50 })
  expect(thin(points.slice(0, 50), 300)).toEqual(points.slice(0, 50))
})
