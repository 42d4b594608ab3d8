import type { TariffInput } from '@helioport/contract'
import { addTestPlant, frame, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T12:00:00Z')
let plant: TestPlant

/** 10 kWh between 08:00 and 10:00Z (10:00 and 12:00 in Berlin) of each of these days, at 0.1 a kWh. */
beforeEach(async () => {
  plant = await addTestPlant(portal, owner)
  const serial = plant.devices[0]?.serial ?? ''
  const days = ['2026-06-08', '2026-06-09', '2026-06-10']
  await plant.logger.send({
    devices: days.flatMap((day, nth) =>
      Array.from({ length: 25 }, (_, step) =>
        frame(serial, Date.parse(`${day}T08:00:00Z`) + step * 300_000, {
          powerW: 5000,
          energyTotalKwh: 10 * (nth + step / 24),
        }),
      ),
    ),
  })
})

const at = () => ({ stationId: plant.stationId })
const terms = (from: string, rate: number, more: Partial<TariffInput> = {}) => ({ from, rate, bands: [], ...more })
const add = async (body: TariffInput) => owner.call('POST /stations/:stationId/tariffs', { params: at(), body })
const income = async (date: string) =>
  (await owner.call('GET /stations/:stationId/day', { params: at(), query: { date } })).data.figures.income
const incomes = () => Promise.all(['2026-06-08', '2026-06-09', '2026-06-10'].map(income))
const close = (...values: number[]) => values.map((value) => expect.closeTo(value, 6))

test('a new rate does not change earlier income; zero and negative rates count', async () => {
  expect(await incomes()).toEqual(close(1, 1, 1))
  expect((await add(terms('2026-06-10', -0.2))).status).toBe(200)
  expect(await incomes()).toEqual(close(1, 1, -2))
  expect((await add(terms('2026-06-15', 0))).status).toBe(200)
  expect(await incomes()).toEqual(close(1, 1, -2))
  expect((await owner.call('GET /stations/:stationId', { params: at() })).data).toMatchObject({
    price: -0.2,
    incomeToday: expect.closeTo(-2, 6),
  })
  const { data } = await owner.call('GET /stations/:stationId/tariffs', { params: at() })
  expect(data.map(({ from, rate }) => [from, rate])).toEqual([
    ['2026-06-15', 0],
    ['2026-06-10', -0.2],
    ['2015-01-01', 0.1],
  ])
  expect((await add(terms('2026-06-15', 1))).errorCode).toBe('tariff.dateTaken')
})

test('changing the price of a station adds a rate from today on', async () => {
  const { data } = await owner.call('GET /stations/:stationId', { params: at() })
  const { name, installedOn, capacityKwp, energyBaseKwh, temperatureCoefficient, description } = data
  const { latitude, longitude, timeZone, address, currency, sortNumber } = data
  const body = { name, installedOn, capacityKwp, energyBaseKwh, temperatureCoefficient, description }
  for (const price of [0.1, 0.3, 0.4]) {
    const place = { latitude, longitude, timeZone, address, currency, sortNumber, price }
    await owner.call('PUT /stations/:stationId', { params: at(), body: { ...body, ...place } })
  }
  expect(await incomes()).toEqual(close(1, 1, 4))
  expect((await owner.call('GET /stations/:stationId/tariffs', { params: at() })).total).toBe(2)
})

test('changing rates of past days needs "correction" and is recorded with its author', async () => {
  expect((await add(terms('2026-06-09', 0.5))).errorCode).toBe('tariff.past')
  expect(await incomes()).toEqual(close(1, 1, 1))
  const { data: added } = await add(terms('2026-06-09', 0.5, { correction: true }))
  expect(await incomes()).toEqual(close(1, 5, 5))
  const named = { ...at(), tariffId: added.id }
  const change = (body: TariffInput) =>
    owner.call('PUT /stations/:stationId/tariffs/:tariffId', { params: named, body })
  expect((await change(terms('2026-06-09', 0.6))).errorCode).toBe('tariff.past')
  // Not even if the rate is moved to a later day.
  expect((await change(terms('2026-06-12', 0.5))).errorCode).toBe('tariff.past')
  const remove = (correction?: string) =>
    owner.call('DELETE /stations/:stationId/tariffs/:tariffId', {
      params: named,
      ...(correction && { query: { correction } }),
    })
  expect((await remove()).errorCode).toBe('tariff.past')
  expect((await remove('false')).errorCode).toBe('tariff.past')
  expect((await remove('true')).status).toBe(200)
  expect((await remove('true')).errorCode).toBe('notFound')
  expect(await incomes()).toEqual(close(1, 1, 1))
  const { data: kept } = await owner.call('GET /stations/:stationId/tariff-corrections', { params: at() })
  expect(kept).toHaveLength(2)
  const [former, corrected] = [terms('2015-01-01', 0.1), terms('2026-06-09', 0.5)]
  expect(kept).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ userName: 'owner', before: former, after: corrected }),
      expect.objectContaining({ userName: 'owner', before: corrected, after: former }),
    ]),
  )
  const { data: rates } = await owner.call('GET /stations/:stationId/tariffs', { params: at() })
  const last = await owner.call('DELETE /stations/:stationId/tariffs/:tariffId', {
    params: { ...at(), tariffId: rates[0]?.id ?? '' },
    query: { correction: 'true' },
  })
  expect(last.errorCode).toBe('tariff.last')
})

test('time of use: each kWh has the rate of its quarter-hour', async () => {
  const bands = [
    { days: [1, 2, 3, 4, 5, 6, 7], from: '10:00', to: '11:00', rate: 1 },
    { days: [7], from: '11:00', to: '12:00', rate: 9 },
  ]
  await add(terms('2026-06-10', 0.2, { bands }))
  // By the counter, half of the energy was produced by 11:00.
  expect(await income('2026-06-10')).toBeCloseTo(6, 5)
  const clash = [...bands, { days: [3], from: '10:45', to: '11:15', rate: 2 }]
  expect((await add(terms('2026-06-20', 0.2, { bands: clash }))).errorCode).toBe('tariff.bandsOverlap')
})

test('a tariff of another station is notFound', async () => {
  const other = await addTestPlant(portal, owner)
  const { data } = await owner.call('GET /stations/:stationId/tariffs', { params: { stationId: other.stationId } })
  const named = { ...at(), tariffId: data[0]?.id ?? '' }
  const changed = await owner.call('PUT /stations/:stationId/tariffs/:tariffId', {
    params: named,
    body: terms('2026-07-01', 1),
  })
  expect(changed.errorCode).toBe('notFound')
  const removed = await owner.call('DELETE /stations/:stationId/tariffs/:tariffId', { params: named })
  expect(removed.errorCode).toBe('notFound')
})

test('a new CO2 factor does not change earlier days', async () => {
  const co2 = async (date: string) =>
    (await owner.call('GET /stations/:stationId/day', { params: at(), query: { date } })).data.figures.co2Kg
  const addFactor = (from: string, kgPerKwh: number) =>
    owner.call('POST /stations/:stationId/co2-factors', {
      params: at(),
      body: { from, kgPerKwh, year: 2025, source: 'the utility' },
    })
  expect((await addFactor('2026-06-09', 0.2)).errorCode).toBe('co2Factor.past')
  const { data: factor } = await addFactor('2026-06-10', 0.2)
  expect((await addFactor('2026-06-10', 0.3)).errorCode).toBe('co2Factor.dateTaken')
  expect(await Promise.all(['2026-06-09', '2026-06-10'].map(co2))).toEqual(close(3.44, 2))
  const { data } = await owner.call('GET /stations/:stationId/co2-factors', { params: at() })
  expect(data).toEqual([
    { id: factor.id, from: '2026-06-10', kgPerKwh: 0.2, year: 2025, source: 'the utility' },
    { id: null, from: null, kgPerKwh: 0.344, year: 2024, source: 'Our World in Data' },
  ])
  const named = { ...at(), co2FactorId: factor.id ?? '' }
  const start = portal.clock.now
  portal.clock.now += 24 * 3_600_000
  const remove = () => owner.call('DELETE /stations/:stationId/co2-factors/:co2FactorId', { params: named })
  expect((await remove()).errorCode).toBe('co2Factor.past')
  portal.clock.now = start
  expect((await remove()).status).toBe(200)
  expect((await remove()).errorCode).toBe('notFound')
})

test("a counter step over the edges of a rate's band is allocated alike in tile, hours and day", async () => {
  const [device] = plant.devices
  const before = portal.clock.now
  const at10 = (time: string) => Date.parse(`2026-06-11T${time}:00Z`)
  const noon = { days: [1, 2, 3, 4, 5, 6, 7], from: '11:00', to: '12:00', rate: 0.5 }
  expect((await add(terms('2026-06-11', 0.1, { bands: [noon] }))).status).toBe(200)
  portal.clock.now = at10('08:01')
  const serial = device?.serial ?? ''
  await plant.logger.send({ devices: [frame(serial, at10('08:00'), { powerW: 8000, energyTotalKwh: 30 })] })
  // No frames from 10:00 to 12:22 in Berlin: the gap spans both edges of the band and ends within a quarter-hour.
  portal.clock.now = at10('10:23')
  await plant.logger.send({ devices: [frame(serial, at10('10:22'), { powerW: 8000, energyTotalKwh: 50 })] })
  const { data: day } = await owner.call('GET /stations/:stationId/day', {
    params: at(),
    query: { date: '2026-06-11' },
  })
  const { data: tile } = await owner.call('GET /stations/:stationId', { params: at() })
  const sum = (values: (number | null)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0)
  const hours = {
    kwh: sum(day.hours.map(({ energyKwh }) => energyKwh)),
    income: sum(day.hours.map(({ income }) => income)),
  }
  expect([tile.energyTodayKwh, day.figures.energyKwh, hours.kwh]).toEqual(close(20, 20, 20))
  expect([day.figures.income, hours.income]).toEqual(
    close(tile.incomeToday ?? Number.NaN, tile.incomeToday ?? Number.NaN),
  )
  // More than with the low rate only, less than with the high rate only.
  expect(tile.incomeToday).toBeGreaterThan(2)
  expect(tile.incomeToday).toBeLessThan(10)
  portal.clock.now = before
})
