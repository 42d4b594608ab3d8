import type { LossBarName, LossPeriod, StationLosses } from '@helioport/contract'
import { analyseAll, framesOf, sendAll, sensorsOf } from '../testing/test-days.ts'
import { addTestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T22:30:00Z')

const [from, to] = ['2026-06-09T22:00:00Z', '2026-06-10T21:55:00Z']
const hourMs = 3_600_000
const hourOf = (at: number) => (at % (24 * hourMs)) / hourMs

/** A clear day, W/m2, with its maximum at 11:00 UTC. */
const sunAt = (at: number) => Math.max(0, 900 * Math.sin(((hourOf(at) - 4) / 14) * Math.PI))
const weather = (at: number) => ({ irradianceWm2: sunAt(at), moduleC: 25 + sunAt(at) / 40 })
/** Each of 8 inverters a little different: within 1 % of each other. DC is 3 % more than AC. */
const powerOf = (at: number, device: number) => 10_000 * (sunAt(at) / 1000) * 0.82 * (1 + (device - 3.5) * 0.0025)
const works = (at: number, device: number) => ({ powerW: powerOf(at, device), dcPowerW: powerOf(at, device) * 1.03 })

async function lossesOf(stationId: string, query: { period: LossPeriod; date?: string } = { period: 'day' }) {
  const { data } = await owner.call('GET /stations/:stationId/losses', {
    params: { stationId },
    query: { date: '2026-06-10', ...query },
  })
  const kwh = Object.fromEntries(data.bars.map((bar) => [bar.name, bar.energyKwh])) as Record<
    StationLosses['bars'][number]['name'],
    number
  >
  return { data, kwh }
}

/** The bars as people add them up: in whole Wh. */
function leftOf(kwh: Record<string, number>): number {
  const wh = (name: string) => Math.round((kwh[name] ?? Number.NaN) * 1000)
  return ['temperature', 'capture', 'limit', 'inverter', 'outage'].reduce(
    (left, name) => left - wh(name),
    wh('reference'),
  )
}

const outFrom = Date.parse('2026-06-10T10:02:00Z')
const outTo = Date.parse('2026-06-10T12:02:00Z')
const isOut = (at: number, device: number) => device === 2 && at >= outFrom && at < outTo

/** Energy that each sibling made while the third inverter stood still, kWh: the mean of the seven. */
function siblingsEnergy(): number {
  let sum = 0
  for (let at = Date.parse(from); at < Date.parse(to); at += 5 * 60_000) {
    for (const device of [0, 1, 3, 4, 5, 6, 7]) if (isOut(at, 2)) sum += (powerOf(at, device) / 1000) * (5 / 60)
  }
  return sum / 7
}

test.each([
  ['that reports its fault', (): boolean => true],
  ['that falls silent', (at: number, device: number): boolean => !isOut(at, device)],
])('the outage loss of an inverter %s is the energy that its siblings made', async (_, sends) => {
  const plant = await addTestPlant(portal, owner, { devices: 8 })
  const facts = (at: number, device: number) =>
    isOut(at, device) ? { powerW: 0, dcPowerW: 0, frame: { mode: 5 } } : works(at, device)
  await sendAll(plant, framesOf(plant, from, to, facts, sends), sensorsOf(from, to, weather))
  await analyseAll(portal)
  const { data, kwh } = await lossesOf(plant.stationId)
  expect(Math.abs(kwh.outage / siblingsEnergy() - 1)).toBeLessThan(0.02)
  expect(data.outageBasis).toBe('siblings')
  // 80 kWp times the irradiation of the day, and what the counters say.
  let irradiation = 0
  let heat = 0
  let made = 0
  for (let at = Date.parse(from); at < Date.parse(to); at += 5 * 60_000) {
    const kwhM2 = (sunAt(at) / 1000) * (5 / 60)
    irradiation += kwhM2
    heat += kwhM2 * (25 + sunAt(at) / 40 + (sunAt(at) / 1000) * 3 - 25)
    for (let device = 0; device < 8; device += 1) made += (facts(at, device).powerW / 1000) * (5 / 60)
  }
  expect(kwh.reference).toBeCloseTo(80 * irradiation, 1)
  expect(kwh.temperature).toBeCloseTo(80 * 0.004 * heat, 1)
  expect(kwh.final).toBeCloseTo(made, 1)
  expect(kwh.inverter).toBeCloseTo(made * 0.03, 0)
  expect(kwh.limit).toBe(0)
  expect(leftOf(kwh)).toBe(Math.round(kwh.final * 1000))
  const money = Object.fromEntries(data.bars.map((bar) => [bar.name, bar.income ?? Number.NaN]))
  expect(money.outage).toBeCloseTo(kwh.outage * 0.1, 3)
  const spent = ['temperature', 'capture', 'limit', 'inverter', 'outage'].reduce(
    (sum, name) => sum + (money[name] ?? 0),
    0,
  )
  expect((money.reference ?? 0) - spent).toBeCloseTo(money.final ?? Number.NaN, 6)
  expect(data.outsideKwh).toBe(0)
  const { data: statistics } = await owner.call('GET /stations/:stationId/statistics', {
    params: { stationId: plant.stationId },
    query: { period: 'week', date: '2026-06-10' },
  })
  const hit = statistics.devices[2]
  // Sun over 100 W/m2: 4.5 to 17.5 h, of it 2 h without output.
  expect(hit?.availability).toBeCloseTo(1 - 2 / 13, 1)
  expect(statistics.devices[0]?.availability).toBe(1)
})

test('losses of week, month and year are the sums of their days and add up to the reference', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  const aDay = (date: string): [string, string] => [`${date}T02:00:00Z`, `${date}T20:00:00Z`]
  // A Sunday of the month before, and a day of another week of the same month.
  for (const span of [aDay('2026-05-31'), aDay('2026-06-03'), aDay('2026-06-10')])
    await sendAll(plant, framesOf(plant, ...span, works), sensorsOf(...span, weather))
  await analyseAll(portal)
  const of = async (period: LossPeriod, date = '2026-06-10') => (await lossesOf(plant.stationId, { period, date })).kwh
  const [sunday, wednesday, day] = [await of('day', '2026-05-31'), await of('day', '2026-06-03'), await of('day')]
  expect(day.final).toBeGreaterThan(50)
  expect(await of('week')).toEqual(day)
  expect(await of('week', '2026-06-01')).toEqual(wednesday)
  expect(await of('week', '2026-05-25')).toEqual(sunday)
  for (const [period, days] of [
    ['month', [wednesday, day]],
    ['year', [sunday, wednesday, day]],
  ] as const) {
    const kwh = await of(period)
    for (const name of Object.keys(day) as LossBarName[])
      expect(kwh[name]).toBeCloseTo(
        days.reduce((sum, one) => sum + one[name], 0),
        2,
      )
    expect(leftOf(kwh)).toBe(Math.round(kwh.final * 1000))
  }
})

test('the bin of the newest frame is no outage', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 8 })
  const noon = '2026-06-10T11:00:00Z'
  // One of them missed the newest upload; nobody knows yet what the others made since.
  const sends = (at: number, device: number) => device !== 5 || at < Date.parse(noon)
  await sendAll(plant, framesOf(plant, from, noon, works, sends), sensorsOf(from, noon, weather))
  await analyseAll(portal)
  const { kwh } = await lossesOf(plant.stationId)
  expect(kwh.outage).toBe(0)
  expect(leftOf(kwh)).toBe(Math.round(kwh.final * 1000))
  // Power rises all morning, and yet DC and AC energy come from the same minutes.
  expect(kwh.inverter / kwh.final).toBeCloseTo(0.03, 3)
  const { data: statistics } = await owner.call('GET /stations/:stationId/statistics', {
    params: { stationId: plant.stationId },
    query: { period: 'week', date: '2026-06-10' },
  })
  expect(statistics.devices.map(({ availability }) => availability)).toEqual(Array.from({ length: 8 }, () => 1))
})

test('a gap of the logger with rising counters is no outage', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 3 })
  const gone = (at: number) => at >= outFrom && at < outTo
  await sendAll(
    plant,
    framesOf(plant, from, to, works, (at) => !gone(at)),
    sensorsOf(from, to, weather),
  )
  await analyseAll(portal)
  const { data, kwh } = await lossesOf(plant.stationId)
  expect(kwh.outage).toBe(0)
  const { data: day } = await owner.call('GET /stations/:stationId/day', {
    params: { stationId: plant.stationId },
    query: { date: '2026-06-10' },
  })
  expect(kwh.final).toBeCloseTo(day.figures.energyKwh ?? Number.NaN, 2)
  expect(leftOf(kwh)).toBe(Math.round(kwh.final * 1000))
  expect(data.coverage).toBeGreaterThan(0.99)
})

test('the limit loss of a limited inverter is the energy that was cut off', async () => {
  // A free day of 10 kWp, cells warmer at noon, would come to 6.9 kW; a limit of 5 kW cuts the top off.
  const plant = await addTestPlant(portal, owner, { devices: 1, ratedPowerW: 10_000 })
  const limitW = 5000
  const freeW = (at: number) => powerOf(at, 3) * (1 - 0.004 * (sunAt(at) / 40 + (sunAt(at) / 1000) * 3))
  const facts = (at: number) => {
    const isCut = freeW(at) > limitW
    const powerW = Math.min(limitW, freeW(at))
    return { powerW, dcPowerW: powerW * 1.03, ...(isCut && { frame: { errorWord: 1 << 8 } }) }
  }
  await sendAll(plant, framesOf(plant, from, to, facts), sensorsOf(from, to, weather))
  await analyseAll(portal)
  const { kwh } = await lossesOf(plant.stationId)
  let cut = 0
  for (let at = Date.parse(from); at < Date.parse(to); at += 5 * 60_000) {
    cut += (Math.max(0, freeW(at) - limitW) / 1000) * 1.03 * (5 / 60)
  }
  expect(cut).toBeGreaterThan(5)
  expect(Math.abs(kwh.limit / cut - 1)).toBeLessThan(0.02)
  expect(leftOf(kwh)).toBe(Math.round(kwh.final * 1000))
})

test('without a sensor only outage and inverter losses are known; the others state a reason', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 8 })
  const facts = (at: number, device: number) =>
    isOut(at, device) ? { powerW: 0, dcPowerW: 0, frame: { mode: 5 } } : works(at, device)
  await sendAll(plant, framesOf(plant, from, to, facts))
  await analyseAll(portal)
  const { data, kwh } = await lossesOf(plant.stationId)
  expect(Math.abs(kwh.outage / siblingsEnergy() - 1)).toBeLessThan(0.02)
  expect(kwh.inverter).toBeGreaterThan(0)
  const reasons = Object.fromEntries(data.bars.map((bar) => [bar.name, bar.reason]))
  expect(reasons).toEqual({
    reference: 'noSensor',
    temperature: 'noSensor',
    capture: 'noSensor',
    limit: 'noSensor',
    inverter: null,
    outage: null,
    final: null,
  })
})

test('without DC power and temperature these bars state a reason, and capture includes their part', async () => {
  const plant = await addTestPlant(portal, owner, { devices: 1 })
  const facts = (at: number) => ({ powerW: powerOf(at, 0) })
  const sensors = sensorsOf(from, to, (at) => ({ irradianceWm2: sunAt(at) }))
  await sendAll(plant, framesOf(plant, from, to, facts), sensors)
  await analyseAll(portal)
  const { data, kwh } = await lossesOf(plant.stationId)
  const reasons = Object.fromEntries(data.bars.map((bar) => [bar.name, bar.reason]))
  expect(reasons).toMatchObject({ temperature: 'noTemperature', inverter: 'noDcPower', capture: null, outage: null })
  expect(kwh.capture).toBeCloseTo(kwh.reference - kwh.final - kwh.outage - kwh.limit, 3)
  const never = await addTestPlant(portal, owner)
  const empty = await lossesOf(never.stationId)
  expect(empty.data.bars.every((bar) => bar.energyKwh === null && bar.reason === 'notYet')).toBe(true)
})
