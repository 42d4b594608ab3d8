import { analyseAll, sensorsOf } from '../testing/test-days.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { addTestPlant, frame, type TestPlant } from '../testing/test-portal.ts'

const [hourMs, stepMs] = [3_600_000, 900_000]
const { portal, owner } = sharedPortal('2026-06-11T16:00:00Z')
const midnight = Date.parse('2026-06-09T22:00:00Z')
const atHour = (hour: number) => midnight + hour * hourMs
const hourOf = (at: number) => ((at - midnight) / hourMs) % 24

/** Share of a full sun: from 6 to 20 o'clock, with clouds that pass. */
const sunAt = (at: number) =>
  Math.max(0, Math.sin((Math.PI * (hourOf(at) - 6)) / 14)) * (Math.floor(hourOf(at) * 4) % 5 === 0 ? 0.6 : 1)
const clearAt = (at: number) => Math.max(0, Math.sin((Math.PI * (hourOf(at) - 5)) / 16)) ** 1.3
const wattAt = (at: number) => Math.round(8000 * sunAt(at))

let plant: TestPlant

/** Frames with power alone, every quarter of an hour. */
async function send(
  powers: ((at: number) => number | null)[],
  { light, from = atHour(0), to = atHour(18) }: { light?: (at: number) => number; from?: number; to?: number } = {},
) {
  const instants = Array.from({ length: (to - from) / stepMs + 1 }, (_, nth) => from + nth * stepMs)
  await plant.logger.send({
    devices: powers.flatMap((power, nth) =>
      instants.map((at) => frame(plant.devices[nth]?.serial ?? '', at, { powerW: power(at), energyTotalKwh: null })),
    ),
    sensors: light
      ? sensorsOf(new Date(from).toISOString(), new Date(to).toISOString(), (at) => ({ irradianceWm2: light(at) }))
      : [],
  })
  await analyseAll(portal)
}

async function begin(devices = 1, latitude = 52.5) {
  plant = await addTestPlant(portal, owner, { devices, latitude })
}

async function getAside(date = '2026-06-10') {
  const params = { stationId: plant.stationId }
  const { data } = await owner.call('GET /stations/:stationId/kept-aside', { params, query: { date } })
  return data
}

async function energyOf(date = '2026-06-10') {
  const params = { stationId: plant.stationId }
  const { data } = await owner.call('GET /stations/:stationId/day', { params, query: { date } })
  return data.figures.energyKwh
}

const inKilo = (at: number) => wattAt(at) / 1000

describe('power sent in kW in place of W is kept aside', () => {
  test("compared with siblings: the inverter's day is unknown, not 0", async () => {
    await begin(3)
    await send([wattAt, inKilo, wattAt])
    const [found, ...more] = await getAside()
    expect(more).toEqual([])
    expect(found).toMatchObject({ reason: 'unit', deviceId: plant.devices[1]?.id, isOpen: true })
    expect(found?.values).toMatchObject([{ name: 'powerW', greatest: 8 }])
    const params = { deviceId: plant.devices[1]?.id ?? '' }
    const { data } = await owner.call('GET /devices/:deviceId', { params })
    expect(data.energyTodayKwh ?? null).toBeNull()
  })

  test('compared with a sensor, when all inverters do so; a person may accept the values', async () => {
    await begin(2)
    await send([inKilo, inKilo], { light: (at) => 1000 * sunAt(at) })
    const found = await getAside()
    expect(found.map(({ reason }) => reason)).toEqual(['unit', 'unit'])
    expect(await energyOf()).toBeNull()
    const params = { stationId: plant.stationId }
    for (const { reason, loggerId, deviceId, from, to } of found) {
      const body = { reason, loggerId, deviceId, from, to }
      expect((await owner.call('POST /stations/:stationId/kept-aside', { params, body })).status).toBe(200)
    }
    await analyseAll(portal)
    expect(await getAside()).toEqual([])
    expect(await energyOf()).toBeGreaterThan(0.05)
  })

  test('compared with the clear sky alone: on a clear day, then on the overcast day before it', async () => {
    await begin()
    const dull = (at: number) => Math.round(900 * sunAt(at)) / 1000
    const clear = (at: number) => Math.round(8000 * clearAt(at)) / 1000
    const dayMs = 24 * hourMs
    await send([dull])
    expect(await getAside()).toEqual([])
    await send([clear], { from: atHour(24), to: atHour(42) })
    expect(await getAside('2026-06-11')).toMatchObject([{ reason: 'unit' }])
    expect(await getAside()).toMatchObject([{ reason: 'unit' }])
    expect(atHour(24)).toBe(atHour(0) + dayMs)
    expect(await energyOf()).toBeNull()
  })

  test('only from the hour on at which the unit changed', async () => {
    await begin(2)
    await send([wattAt, (at) => (at < atHour(13) ? wattAt(at) : inKilo(at))])
    const [found, ...more] = await getAside()
    expect(more).toEqual([])
    expect(Date.parse(found?.from ?? '')).toBe(atHour(13))
  })

  test('found in frames that come in hour by hour, and absent from the live power', async () => {
    await begin(2)
    for (let hour = 0; hour < 16; hour += 1)
      await send([wattAt, inKilo], { from: atHour(24 + hour), to: atHour(24 + hour + 0.75) })
    const [found, ...more] = await getAside('2026-06-11')
    expect(more).toEqual([])
    expect(found).toMatchObject({ reason: 'unit', frames: 39 })
    const { data } = await owner.call('GET /devices/:deviceId', { params: { deviceId: plant.devices[1]?.id ?? '' } })
    expect(data.powerW ?? null).toBeNull()
  })

  test('power 1,000 times too high is kept aside whole, with its plausible small values', async () => {
    await begin(2)
    await send([wattAt, (at) => wattAt(at) * 1000 + (hourOf(at) === 5.25 ? 6000 : 0)])
    const found = await getAside()
    expect(found.map(({ reason }) => reason)).toEqual(['unit'])
    expect(found[0]).toMatchObject({ deviceId: plant.devices[1]?.id, values: [{ least: 6000 }] })
  })
})

describe('power close to 0 is accepted', () => {
  const weak = (seed: number) => (at: number) => Math.round(4 + 3 * Math.sin(at / seed))
  test.each([
    ['that is dead', () => 0],
    ['that is dead and tells a few watts of noise', weak(1e6)],
    ['that consumes', () => -6],
    ['that is held down to a fixed few watts', () => 8],
    ['that follows the load of a house', (at: number) => (Math.floor(hourOf(at)) % 3 === 0 ? 12 : 3)],
  ])('of an inverter %s, beside sound siblings and a sensor', async (_what, power) => {
    await begin(2)
    await send([wattAt, power], { light: (at) => 1000 * sunAt(at) })
    expect(await getAside()).toEqual([])
  })

  test('of all inverters when they and the sensor are under snow', async () => {
    await begin(2)
    const snow = (at: number) => Math.round(9 * sunAt(at))
    await send([snow, snow], { light: (at) => 15 * sunAt(at) })
    expect(await getAside()).toEqual([])
  })

  test("of an inverter's first hour at dusk, and under the lowest winter sun of the north", async () => {
    await begin(2)
    await send([wattAt, (at) => (at < atHour(16.5) || at > atHour(17.75) ? null : inKilo(at))])
    expect(await getAside()).toEqual([])
    await begin(1, 66)
    await send([(at) => Math.round(7000 * clearAt(at)) / 1000], {
      from: Date.parse('2025-12-20T23:00:00Z'),
      to: Date.parse('2025-12-21T23:00:00Z'),
    })
    expect(await getAside('2025-12-21')).toEqual([])
  })
})
