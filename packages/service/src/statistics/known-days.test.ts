import { insertDueRollUps } from '../energy/queries/due-roll-up.ts'
import { analyseAll, framesOf, sendAll } from '../testing/test-days.ts'
import { addTestPlant, frame } from '../testing/test-portal.ts'
import { sharedPlant } from '../testing/shared-portal.ts'

/** One inverter of 10 kWp that was there since 2015 and is measured here on the 2nd, 3rd and 6th of June, 24 kWh each. */
const { portal, owner, plant } = sharedPlant('2026-06-07T20:30:00Z')

const shines = (at: number) => at % 86_400_000 >= 8 * 3_600_000 && at % 86_400_000 < 12 * 3_600_000

beforeAll(async () => {
  for (const [first, last] of [
    ['2026-06-01', '2026-06-03'],
    ['2026-06-05', '2026-06-06'],
  ]) {
    const frames = framesOf(plant, `${first}T22:00:00Z`, `${last}T21:55:00Z`, (at) => ({
      powerW: shines(at) ? 6000 : 0,
      frame: { energyTotalKwh: null },
    }))
    await sendAll(plant, frames)
  }
  await analyseAll(portal)
})

const params = () => ({ stationId: plant.stationId })
const statistics = async (period: 'week' | 'month' | 'year' | 'total') =>
  (await owner.call('GET /stations/:stationId/statistics', { params: params(), query: { period } })).data

test('days without a row are unknown; sums state the numbers of known and expected days', async () => {
  const month = await statistics('month')
  // 2, 3 and 6 of the days 1 to 6; today, the 7th, has no data yet and does not count.
  expect(month.figures).toMatchObject({ energyKwh: expect.closeTo(72, 6), days: { known: 3, expected: 6 } })
  expect(month.figures.coverage.energy).toBeCloseTo(0.5, 1)
  for (const day of [0, 3, 4, 6]) {
    expect(month.series[day]).toMatchObject({ energyKwh: null, income: null, specificYield: null, co2Kg: null })
  }
  const year = await statistics('year')
  expect(year.figures.days).toEqual({ known: 3, expected: 31 + 28 + 31 + 30 + 31 + 6 })
  expect(year.series[0]).toMatchObject({ energyKwh: null, income: null, days: { known: 0, expected: 31 } })
  // All time is what was measured here: from the 2nd on.
  const total = await statistics('total')
  expect(total.figures.days).toEqual({ known: 3, expected: 5 })
  expect(total.lifetime).toMatchObject({ measuredKwh: expect.closeTo(72, 6), measuredSince: '2026-06-02' })
})

test('a station without data has no rank', async () => {
  await addTestPlant(portal, owner)
  const { data } = await owner.call('GET /ranking', { query: { of: 'stations', period: 'month' } })
  expect(data.map(({ rank, energyKwh }) => [rank, energyKwh])).toEqual([
    [1, expect.closeTo(72, 6)],
    [null, null],
  ])
})

test('while days are being computed, every affected figure states the progress', async () => {
  const read = async () => {
    const list = await owner.call('GET /stations/:stationId', { params: params() })
    const { data: summary } = await owner.call('GET /stations/summary', { query: {} })
    const { data: account } = await owner.call('GET /account/statistics', { query: { period: 'month' } })
    const day = async (date: string) =>
      (await owner.call('GET /stations/:stationId/day', { params: params(), query: { date } })).data.working
    const { working } = await statistics('month')
    const { data: places } = await owner.call('GET /ranking', { query: { of: 'stations', period: 'month' } })
    const { data: devices } = await owner.call('GET /ranking', {
      query: { of: 'devices', period: 'month', stationId: plant.stationId },
    })
    const { data: today } = await owner.call('GET /ranking', { query: { stationId: plant.stationId } })
    return [
      ...places.filter(({ stationId }) => stationId === plant.stationId).map((place) => place.working),
      ...devices.map((place) => place.working),
      ...today.map((place) => place.working),
      list.data.working,
      summary.working,
      account.working,
      working,
      await day('2026-06-02'),
      await day('2026-06-06'),
    ]
  }
  expect(await read()).toEqual([null, null, null, null, null, null, null, null, null])
  // An import leaves the analysis of the 2nd to the jobs.
  await portal.db.transaction((tx) =>
    insertDueRollUps(tx, [{ deviceNo: 1, from: Date.parse('2026-06-02T06:00Z'), to: Date.parse('2026-06-03T06:00Z') }]),
  )
  const rows = { doneDays: 3, totalDays: 5 }
  expect(await read()).toEqual([rows, rows, null, rows, rows, rows, rows, { doneDays: 0, totalDays: 1 }, null])
})

test('a day with frames of the night alone is unknown, but 0 kWh if its counter shows so', async () => {
  for (const isCounting of [false, true]) {
    const own = await addTestPlant(portal, owner)
    const values = (powerW: number, energyTotalKwh: number) => (isCounting ? { powerW, energyTotalKwh } : { powerW })
    const at = (time: string) => Date.parse(`2026-06-${time}:00Z`)
    const serial = own.devices[0]?.serial ?? ''
    // The frame of midnight is the 4th's; the logger is back at noon of the 5th, and says that nothing was made.
    const moments = ['03T09:00', '03T09:05', '03T21:55', '03T22:00', '05T10:00', '05T10:05']
    await sendAll(
      own,
      moments.map((time) =>
        frame(serial, at(time), values(time.startsWith('03T09') ? 6000 : 0, time < '03T09:05' ? 100 : 101)),
      ),
    )
    await analyseAll(portal)
    const params = { stationId: own.stationId }
    const { data: day } = await owner.call('GET /stations/:stationId/day', { params, query: { date: '2026-06-04' } })
    const { data: month } = await owner.call('GET /stations/:stationId/statistics', {
      params,
      query: { period: 'month' },
    })
    const known = isCounting ? 0 : null
    expect(day.figures).toMatchObject({ energyKwh: known, income: known, co2Kg: known, specificYield: known })
    expect(month.series[3]).toMatchObject({ energyKwh: known, income: known })
    expect(month.figures.days.known).toBe(isCounting ? 3 : 2)
    const { data: device } = await owner.call('GET /devices/:deviceId/day', {
      params: { deviceId: own.devices[0]?.id ?? '' },
      query: { date: '2026-06-04' },
    })
    expect(device.figures.energyKwh).toBe(known)
  }
})
