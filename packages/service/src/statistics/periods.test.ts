import { acceptedShare } from '../testing/own/accepted-share.ts'
import { analyseAll, framesOf, sendAll, sensorsOf } from '../testing/test-days.ts'
import { addTestPlant } from '../testing/test-portal.ts'
import { sharedPlant } from '../testing/shared-portal.ts'

const { portal, owner, plant } = sharedPlant('2026-06-12T16:00:00Z', { devices: 2 })

/** Two inverters of 10 kW and 10 kWp in Berlin; see `shines`. */

/** From 08:00 to 12:00 UTC: 800 W/m2, modules at 45 degC, 6 kW AC and 6.2 kW DC per inverter; otherwise nothing. */
const shines = (at: number) => at % 86_400_000 >= 8 * 3_600_000 && at % 86_400_000 < 12 * 3_600_000
const producing = (at: number) => (shines(at) ? { powerW: 6000, dcPowerW: 6200 } : { powerW: 0, dcPowerW: 0 })
/** Night there from 20:00 to 02:00 UTC: cold, and left out of all means. */
const isDark = (at: number) => (at + 4 * 3_600_000) % 86_400_000 < 6 * 3_600_000
const weather = (at: number) => ({
  irradianceWm2: shines(at) ? 800 : 0,
  ambientC: isDark(at) ? 5 : 25,
  moduleC: isDark(at) ? 2 : 45,
  windMs: 3,
})

beforeAll(async () => {
  const [from, to] = ['2026-06-07T22:00:00Z', '2026-06-12T16:00:00Z']
  await sendAll(plant, framesOf(plant, from, to, producing), sensorsOf(from, to, weather))
  await analyseAll(portal)
})

/** Per day: 24 kWh per inverter; 3.2 kWh/m2; cells at 45 + 0.8 x 3 = 47.4 degC; -0.4 %/degC. */
const perDay = {
  energyKwh: 48,
  dcEnergyKwh: 49.6,
  specificYield: 2.4,
  income: 4.8,
  irradiationKwhM2: 3.2,
  performanceRatio: 0.75,
  performanceRatio25: 0.75 / (1 - 0.004 * 22.4),
  arrayRatio: 0.775,
  availability: 1,
  producingHours: 4,
  co2Kg: 48 * 0.344,
  trees: (48 * 0.344) / 60,
} as const

test.each([
  // Measured from the 8th to the 12th of June, which is today; there since 2015. All time begins with the first day.
  ['week', 7, 5, '2026-06-08', '2026-06-14', 5],
  ['month', 30, 5, '2026-06-01', '2026-06-30', 12],
  ['year', 12, 1, '2026-01-01', '2026-12-31', 31 + 28 + 31 + 30 + 31 + 12],
  ['total', 1, 1, '2026-01-01', '2026-12-31', 5],
] as const)(
  'a %s of a station has %d bars, and its figures are sums over days',
  async (period, bars, known, from, to, days) => {
    const { data } = await owner.call('GET /stations/:stationId/statistics', {
      params: { stationId: plant.stationId },
      query: { period },
    })
    expect(data).toMatchObject({ from, to, currency: 'EUR', age: { state: 'live' }, sensorAge: { state: 'live' } })
    expect(data.series).toHaveLength(bars)
    expect(data.series.filter((bar) => bar.energyKwh !== null)).toHaveLength(known)
    const { figures } = data
    for (const key of Object.keys(perDay) as (keyof typeof perDay)[]) {
      const isSum = [
        'energyKwh',
        'dcEnergyKwh',
        'specificYield',
        'income',
        'irradiationKwhM2',
        'producingHours',
        'co2Kg',
        'trees',
      ]
      expect([key, figures[key]]).toEqual([key, expect.closeTo(perDay[key] * (isSum.includes(key) ? 5 : 1), 3)])
    }
    expect(figures).toMatchObject({
      ambientC: expect.closeTo(25, 6),
      moduleC: expect.closeTo(45, 6),
      peakSunshineHours: expect.closeTo(16, 6),
      peakSunshineBasis: 'sensor',
      availabilityBasis: 'sensor',
      peakPowerW: 12_000,
      peakAt: '2026-06-08T08:00:00.000Z',
    })
    expect(figures.days).toEqual({ known: 5, expected: days })
    // The daylight of today that is still to come is not missing. Days before June were shorter.
    const share = { week: 1, month: 0.41, year: 0.04, total: 1 }[period]
    expect(figures.coverage.energy).toBeCloseTo(share, 2)
    expect(figures.coverage.performanceRatio).toBeCloseTo(share, 2)
    expect(data.capacity).toEqual({ inOperationKwp: 20, reportedKwp: 20 })
    expect(data.devices.map((device) => device.energyKwh)).toEqual([expect.closeTo(120, 6), expect.closeTo(120, 6)])
    expect(data.devices[0]?.income).toBeCloseTo(12, 6)
  },
)

test('a bar of a day has the figures of the page of that day', async () => {
  const params = { stationId: plant.stationId }
  const week = await owner.call('GET /stations/:stationId/statistics', { params, query: { period: 'week' } })
  const day = await owner.call('GET /stations/:stationId/day', { params, query: { date: '2026-06-09' } })
  const bar = week.data.series[1]
  expect(bar?.from).toBe('2026-06-09')
  for (const key of [
    'energyKwh',
    'specificYield',
    'irradiationKwhM2',
    'performanceRatio',
    'income',
    'co2Kg',
  ] as const) {
    expect([key, bar?.[key]]).toEqual([key, expect.closeTo(day.data.figures[key] ?? Number.NaN, 6)])
  }
  expect(bar).toMatchObject({ peakPowerW: day.data.figures.peakPowerW, peakAt: day.data.figures.peakAt })
})

test('a device has its own figures, and its part of the income', async () => {
  const { data } = await owner.call('GET /devices/:deviceId/statistics', {
    params: { deviceId: plant.devices[0]?.id ?? '' },
    query: { period: 'month', date: '2026-06-30' },
  })
  expect(data.figures).toMatchObject({
    energyKwh: expect.closeTo(120, 6),
    specificYield: expect.closeTo(12, 6),
    performanceRatio: expect.closeTo(0.75, 6),
    arrayRatio: expect.closeTo(0.775, 6),
    income: expect.closeTo(12, 6),
    irradiationKwhM2: expect.closeTo(16, 4),
    peakPowerW: 6000,
  })
  expect(data.series[7]).toMatchObject({
    from: '2026-06-08',
    energyKwh: expect.closeTo(24, 6),
    income: expect.closeTo(2.4, 6),
  })
})

test('the previous period is compared over the same days', async () => {
  const { data } = await owner.call('GET /stations/:stationId/statistics', {
    params: { stationId: plant.stationId },
    query: { period: 'week', date: '2026-06-17' },
  })
  // Nothing of the week from the 15th has begun.
  expect(data.previous).toEqual({
    from: '2026-06-08',
    to: '2026-06-14',
    energyKwh: expect.closeTo(240, 6),
    sameDaysEnergyKwh: null,
  })
  portal.clock.now = Date.parse('2026-06-16T10:00:00Z')
  const later = await owner.call('GET /stations/:stationId/statistics', {
    params: { stationId: plant.stationId },
    query: { period: 'week' },
  })
  portal.clock.now = Date.parse('2026-06-12T16:00:00Z')
  expect(later.data.previous?.sameDaysEnergyKwh).toBeCloseTo(96, 6)
})

test('without a sensor there are equivalent hours and no performance ratio', async () => {
  const dark = await addTestPlant(portal, owner, { devices: 2 })
  await sendAll(dark, framesOf(dark, '2026-06-11T00:00:00Z', '2026-06-11T20:00:00Z', producing))
  await analyseAll(portal)
  const { data } = await owner.call('GET /stations/:stationId/statistics', {
    params: { stationId: dark.stationId },
    query: { period: 'month' },
  })
  expect(data.figures).toMatchObject({
    energyKwh: expect.closeTo(48, 6),
    irradiationKwhM2: null,
    peakSunshineHours: expect.closeTo(2.4, 6),
    peakSunshineBasis: 'equivalent',
    performanceRatio: null,
    performanceRatio25: null,
    arrayRatio: null,
    availability: 1,
    availabilityBasis: 'siblings',
  })
  expect(data.figures.coverage.performanceRatio).toBeNull()
  expect(data.sensorAge.state).toBe('none')
})

test('income is hidden without its right, everywhere', async () => {
  const guest = await portal.signIn('guest')
  await acceptedShare(portal, plant.stationId, guest, ['view'])
  const params = { stationId: plant.stationId }
  const replies = [
    await guest.call('GET /stations/:stationId/statistics', { params, query: { period: 'month' } }),
    await guest.call('GET /account/statistics', { query: { period: 'month' } }),
    await guest.call('GET /stations/:stationId/losses', { params, query: { period: 'month' } }),
    await guest.call('GET /devices/:deviceId/statistics', {
      params: { deviceId: plant.devices[0]?.id ?? '' },
      query: { period: 'week' },
    }),
    await guest.call('GET /stations/summary'),
  ]
  for (const { response, status } of replies) {
    expect(status).toBe(200)
    expect(response.body).not.toMatch(/"income":[^n]/)
    expect(response.body).not.toMatch(/"incomes":\[\{/)
  }
  expect(
    (await guest.call('GET /account/statistics', { query: { period: 'month' } })).data.figures.energyKwh,
  ).toBeCloseTo(240, 6)
})

test('the statistics of an account sum its stations, and income per currency', async () => {
  const rich = await portal.signIn('rich')
  const plants = [await addTestPlant(portal, rich), await addTestPlant(portal, rich), await addTestPlant(portal, rich)]
  await portal.db.pool.query("update station set currency = 'TWD' where id = $1", [plants[2]?.stationId])
  for (const own of plants) {
    await sendAll(own, framesOf(own, '2026-06-12T07:00:00Z', '2026-06-12T13:00:00Z', producing))
  }
  await analyseAll(portal)
  const { data } = await rich.call('GET /account/statistics', { query: { period: 'month' } })
  expect(data).toMatchObject({ stations: 3, capacityKwp: 30 })
  expect(data.figures).toMatchObject({
    energyKwh: expect.closeTo(72, 6),
    specificYield: expect.closeTo(2.4, 6),
    incomes: [
      { currency: 'EUR', amount: expect.closeTo(4.8, 6) },
      { currency: 'TWD', amount: expect.closeTo(2.4, 6) },
    ],
  })
  expect(data.series[11]).toMatchObject({ from: '2026-06-12', energyKwh: expect.closeTo(72, 6) })
  const summary = await rich.call('GET /stations/summary')
  expect(summary.data).toMatchObject({
    stations: 3,
    devices: 3,
    energyTodayKwh: expect.closeTo(72, 6),
    energyMonthKwh: expect.closeTo(72, 6),
    // Three bases of 100 kWh, and three counters that stand at 1024.
    energyTotalKwh: expect.closeTo(300 + 3 * 1024, 4),
    deviceCounts: { normal: 0, abnormal: 0, standby: 0, offline: 3 },
    incomes: [
      { currency: 'EUR', today: expect.closeTo(4.8, 6), total: expect.closeTo(4.8, 6) },
      { currency: 'TWD', today: expect.closeTo(2.4, 6), total: expect.closeTo(2.4, 6) },
    ].map((own) => expect.objectContaining(own)),
  })
})

test('the income of a station without data is unknown, not 0', async () => {
  const early = await portal.signIn('early')
  await addTestPlant(portal, early)
  const { data } = await early.call('GET /stations/summary')
  expect(data.incomes).toEqual([
    { currency: 'EUR', today: null, month: null, year: null, total: null, stations: 1, unknown: 1 },
  ])
})

test('currencies are sorted by capacity, not by stations; one without known income comes last', async () => {
  const wide = await portal.signIn('wide')
  const plants = [await addTestPlant(portal, wide), await addTestPlant(portal, wide)]
  const [large, silent] = [await addTestPlant(portal, wide), await addTestPlant(portal, wide)]
  const build = 'update station set currency = $2, capacity_kwp = $3 where id = $1'
  await portal.db.pool.query(build, [large.stationId, 'TWD', 50])
  await portal.db.pool.query(build, [silent.stationId, 'USD', 500])
  for (const own of [...plants, large]) {
    await sendAll(own, framesOf(own, '2026-06-12T07:00:00Z', '2026-06-12T13:00:00Z', producing))
  }
  await analyseAll(portal)
  const { data } = await wide.call('GET /stations/summary')
  expect(data.incomes.map(({ currency, stations }) => [currency, stations])).toEqual([
    ['TWD', 1],
    ['EUR', 2],
    ['USD', 1],
  ])
})

test('stations, and the devices of a station, are ranked by kWh per kWp', async () => {
  const racer = await portal.signIn('racer')
  const [slow, fast] = [await addTestPlant(portal, racer), await addTestPlant(portal, racer)]
  const never = await addTestPlant(portal, racer)
  await sendAll(
    slow,
    framesOf(slow, '2026-06-12T07:00:00Z', '2026-06-12T13:00:00Z', (at) => ({ powerW: shines(at) ? 3000 : 0 })),
  )
  await sendAll(fast, framesOf(fast, '2026-06-12T07:00:00Z', '2026-06-12T13:00:00Z', producing))
  await analyseAll(portal)
  const { data, total } = await racer.call('GET /ranking')
  expect(total).toBe(3)
  expect(data.map(({ rank, stationId, specificYield }) => [rank, stationId, specificYield])).toEqual([
    [1, fast.stationId, expect.closeTo(2.4, 6)],
    [2, slow.stationId, expect.closeTo(1.2, 6)],
    [null, never.stationId, null],
  ])
  const devices = await owner.call('GET /ranking', {
    query: { of: 'devices', period: 'week', stationId: plant.stationId },
  })
  expect(devices.data.map(({ rank, energyKwh }) => [rank, energyKwh])).toEqual([
    [1, expect.closeTo(120, 6)],
    [1, expect.closeTo(120, 6)],
  ])
})

test('a date that does not exist and a period that is reversed or longer than a year are refused', async () => {
  const params = { stationId: plant.stationId }
  const bad = [
    await owner.call('GET /stations/:stationId/statistics', { params, query: { period: 'month', date: '2026-02-30' } }),
    await owner.call('GET /stations/:stationId/losses', { params, query: { period: 'day', date: '0001-01-01' } }),
    await owner.call('GET /stations/:stationId/series', { params, query: { from: '2026-06-10', to: '2026-06-09' } }),
    await owner.call('GET /stations/:stationId/series', { params, query: { from: '2024-06-10', to: '2026-06-09' } }),
  ]
  expect(bad.map(({ status, errorCode }) => [status, errorCode])).toEqual(bad.map(() => [400, 'request.invalid']))
})
