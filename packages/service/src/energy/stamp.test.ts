import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { endStampedDays } from '../database/migrations/fourth/0147-end-stamped-days.ts'
import { analyseAll, sendAll } from '../testing/test-days.ts'
import { addTestPlant, frame, proved, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { rebuildDays } from './kept/rebuild.ts'

const { portal, owner } = sharedPortal('2026-06-10T16:00:00Z')

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const midnight = Date.parse('2026-06-08T22:00:00Z')
const query = { date: '2026-06-09' }

/** 3 kW and 500 W/m2 from 6 to 18 o'clock, sent as means at the end of each interval. */
async function send(plant: TestPlant, minutes: number, isCounting: boolean) {
  const serial = plant.devices[0]?.serial ?? ''
  const ends = Array.from({ length: (24 * 60) / minutes - 1 }, (_, nth) => midnight + (nth + 1) * minutes * minuteMs)
  const hoursOf = (at: number) => Math.min(Math.max((at - midnight) / hourMs - 6, 0), 12)
  const share = (at: number) => (hoursOf(at) - hoursOf(at - minutes * minuteMs)) / (minutes / 60)
  const devices = ends.map((at): DeviceFrame =>
    frame(serial, at, {
      powerW: 3000 * share(at),
      dcPowerW: 3100 * share(at),
      ...(isCounting && { energyTotalKwh: 1000 + 3 * hoursOf(at) }),
    }),
  )
  const sensors = ends.map((at): SensorFrame => ({ at, irradianceWm2: 500 * share(at), moduleC: 25 }))
  await sendAll(plant, devices, sensors)
  await analyseAll(portal)
}

async function say(plant: TestPlant, stamp: 'start' | 'end' | null) {
  const person = proved(portal, owner)
  const { status } = await person.call('PUT /loggers/:loggerId', {
    params: { loggerId: plant.logger.id },
    body: { stationId: plant.stationId, stamp },
  })
  expect(status).toBe(200)
  await rebuildDays(portal.service, Infinity)
  await analyseAll(portal)
}

async function dayOf(plant: TestPlant) {
  const { data } = await owner.call('GET /stations/:stationId/day', { params: { stationId: plant.stationId }, query })
  const bins = data.powerW.flatMap((power, bin) => (power !== null && power > 0 ? [bin / 12] : []))
  const sunny = data.irradianceWm2.flatMap((sun, bin) => (sun !== null && sun > 0 ? [bin / 12] : []))
  const hours = data.hours.flatMap(({ energyKwh }, hour) => ((energyKwh ?? 0) > 0.01 ? [hour] : []))
  return { data, hours: [hours[0], hours.at(-1)], power: [bins[0], bins.at(-1)], sun: [sunny[0], sunny.at(-1)] }
}

test.each([
  { minutes: 15, isCounting: false },
  { minutes: 60, isCounting: false },
  { minutes: 60, isCounting: true },
])('with stamp "end" values count for the interval before their frame: %j', async ({ minutes, isCounting }) => {
  const plant = await addTestPlant(portal, owner)
  await send(plant, minutes, isCounting)
  const late = minutes / 60
  // Otherwise its counter would reveal the stamp.
  if (isCounting) await say(plant, 'start')
  const shifted = await dayOf(plant)
  expect(shifted.power).toEqual([6 + late, expect.closeTo(18 + late - 1 / 12, 6)])

  await say(plant, 'end')
  const told = await dayOf(plant)
  expect(told.power).toEqual([6, expect.closeTo(18 - 1 / 12, 6)])
  expect(told.sun).toEqual(told.power)
  expect(told.hours).toEqual([6, 17])
  expect(told.data.figures).toMatchObject({ energyKwh: expect.closeTo(36, 6), irradiationKwhM2: expect.closeTo(6, 6) })
  const params = { deviceId: plant.devices[0]?.id ?? '' }
  const { data: own } = await owner.call('GET /devices/:deviceId/day', { params, query })
  expect(own.powerW).toEqual(told.data.powerW)
  const range = { from: query.date, to: query.date, parameters: 'powerW' }
  const { data: chosen } = await owner.call('GET /devices/:deviceId/curves', { params, query: range })
  const values = chosen.curves[0]?.values ?? []
  expect(values.findIndex((value) => (value ?? 0) > 0) * chosen.binMinutes).toBe(6 * 60)
  const { data: loggers } = await owner.call('GET /loggers', { query: { pageSize: '100' } })
  expect(loggers.find(({ id }) => id === plant.logger.id)?.stamp).toBe('end')

  await say(plant, 'start')
  expect((await dayOf(plant)).power).toEqual(shifted.power)
})

test("the stamp that an ended day's counter reveals applies unless a person has set one", async () => {
  const plants = [await addTestPlant(portal, owner), await addTestPlant(portal, owner)]
  const loggerOf = async (plant?: TestPlant) => {
    const { data } = await owner.call('GET /loggers', { query: { pageSize: '100' } })
    return data.find(({ id }) => id === plant?.logger.id)
  }
  const [own, other] = plants
  if (!own || !other) throw new Error('no plants')
  await say(other, 'start')
  const share = (hour: number) => (hour <= 6 || hour > 18 ? 0 : Math.sin(((hour - 6.5) / 12) * Math.PI) ** 2)
  for (const plant of plants) {
    let kwh = 1000
    const devices = Array.from({ length: 23 }, (_, nth) => {
      kwh += 5 * share(nth + 1)
      const serial = plant.devices[0]?.serial ?? ''
      return frame(serial, midnight + (nth + 1) * hourMs, { powerW: 5000 * share(nth + 1), energyTotalKwh: kwh })
    })
    await sendAll(plant, devices)
  }
  await analyseAll(portal)
  await rebuildDays(portal.service, Infinity)
  await analyseAll(portal)
  expect(await loggerOf(own)).toMatchObject({ stamp: 'end', isStampFound: true })
  expect(await loggerOf(other)).toMatchObject({ stamp: 'start', isStampFound: false })
  const [first, second] = [await dayOf(own), await dayOf(other)]
  expect(second.power[0]).toBe((first.power[0] ?? 0) + 1)
  expect(first.data.figures.energyKwh).toBeCloseTo(second.data.figures.energyKwh ?? 0, 6)
})

test.each([
  { minutes: 60, offset: 0, isCounting: false },
  { minutes: 60, offset: 30, isCounting: false },
  { minutes: 5, offset: 0, isCounting: false },
  { minutes: 60, offset: 0, isCounting: true },
])(
  'with stamp "end" the first frame after midnight fills the last bins of the day before: %j',
  async ({ minutes, offset, isCounting }) => {
    // Its midnight is 12 o'clock UTC, in full sun.
    const plant = await addTestPlant(portal, owner, { timeZone: 'Pacific/Auckland' })
    await say(plant, 'end')
    const noon = Date.parse('2026-06-09T12:00:00Z')
    const serial = plant.devices[0]?.serial ?? ''
    /** Hours of sun, from 6 to 18 o'clock UTC, until then. */
    const sunUntil = (at: number) => {
      const days = Math.floor(at / (24 * hourMs))
      return 12 * days + Math.min(Math.max(at / hourMs - 24 * days - 6, 0), 12)
    }
    const share = (at: number) => (sunUntil(at) - sunUntil(at - minutes * minuteMs)) / (minutes / 60)
    const counter = (at: number) => 1000 + 3 * (sunUntil(at) - sunUntil(noon - 48 * hourMs))
    const send = async (from: number, to: number) => {
      const length = Math.floor((to - from) / (minutes * minuteMs))
      const ends = Array.from({ length }, (_, nth) => from + (nth * minutes + offset) * minuteMs)
      const devices = ends.map((at) =>
        frame(serial, at, {
          powerW: 3000 * share(at),
          dcPowerW: 3100 * share(at),
          ...(isCounting && { energyTotalKwh: counter(at) }),
        }),
      )
      await sendAll(
        plant,
        devices,
        ends.map((at) => ({ at, irradianceWm2: 500 * share(at), moduleC: 20 + share(at) + ((at / hourMs) % 7) })),
      )
      await analyseAll(portal)
    }
    await send(noon - 27 * hourMs, noon)
    const before = await dayOf(plant)
    expect(before.data.powerW.at(-1)).toBeNull()
    // In a batch of its own: the day before has ended.
    await send(noon, noon + minutes * minuteMs)
    await send(noon + minutes * minuteMs, noon + 3 * hourMs)

    const { data } = await dayOf(plant)
    expect(data.from).toBe('2026-06-08T12:00:00.000Z')
    expect([data.powerW[0], data.powerW.at(-1), data.irradianceWm2.at(-1)]).toEqual([3000, 3000, 500])
    expect(data.hours.at(-1)?.energyKwh).toBeCloseTo(3, 6)
    expect(data.figures).toMatchObject({ energyKwh: expect.closeTo(36, 6), irradiationKwhM2: expect.closeTo(6, 6) })
    expect(data.figures.coverage).toBe(1)
    const params = { deviceId: plant.devices[0]?.id ?? '' }
    const { data: own } = await owner.call('GET /devices/:deviceId/day', { params, query })
    expect([own.powerW, own.dcPowerW.at(-1)]).toEqual([data.powerW, 3100])
    const range = { from: query.date, to: query.date, parameters: 'powerW' }
    const { data: chosen } = await owner.call('GET /devices/:deviceId/curves', { params, query: range })
    if (offset === 0) expect(chosen.curves[0]?.values.at(-1)).toBe(3000)
    const { data: next } = await owner.call('GET /stations/:stationId/day', {
      params: { stationId: plant.stationId },
      query: { date: '2026-06-10' },
    })
    expect(next.figures.energyKwh).toBeCloseTo(offset === 0 ? 3 * (3 - minutes / 60) : 7.5, 6)
  },
)

test.each([
  { minutes: 60, offset: 0, silentHours: 6 },
  { minutes: 60, offset: 30, silentHours: 6 },
  { minutes: 15, offset: 0, silentHours: 6 },
  // Nothing came on the whole day.
  { minutes: 60, offset: 0, silentHours: 26 },
])(
  'with stamp "end" a frame after midnight fills its interval also after a silence: %j',
  async ({ minutes, offset, silentHours }) => {
    // Its midnight is 12 o'clock UTC, in full sun.
    const plant = await addTestPlant(portal, owner, { timeZone: 'Pacific/Auckland' })
    await say(plant, 'end')
    const noon = Date.parse('2026-06-09T12:00:00Z')
    const serial = plant.devices[0]?.serial ?? ''
    const send = async (from: number, to: number) => {
      const ends = Array.from(
        { length: Math.floor((to - from) / (minutes * minuteMs)) },
        (_, nth) => from + (nth * minutes + offset) * minuteMs,
      )
      await sendAll(
        plant,
        ends.map((at) => frame(serial, at, { powerW: 3000 })),
        ends.map((at) => ({ at, irradianceWm2: 500, moduleC: 20 + ((at / hourMs) % 7) })),
      )
      await analyseAll(portal)
    }
    const silentFrom = noon - silentHours * hourMs
    await send(silentFrom - 20 * hourMs, silentFrom)
    const before = await dayOf(plant)
    await send(noon, noon + 8 * hourMs)

    const after = await dayOf(plant)
    const told = (minutes - offset) / 60
    expect(after.data.powerW.slice(-Math.round(told * 12))).toEqual(Array.from({ length: told * 12 }, () => 3000))
    expect(after.data.irradianceWm2.at(-1)).toBe(500)
    expect(after.data.powerW.at(-1 - Math.round(told * 12))).toBeNull()
    const more = (after.data.figures.energyKwh ?? 0) - (before.data.figures.energyKwh ?? 0)
    expect(more).toBeCloseTo(3 * told, 6)
    expect((after.data.figures.irradiationKwhM2 ?? 0) - (before.data.figures.irradiationKwhM2 ?? 0)).toBeCloseTo(
      0.5 * told,
      6,
    )
    const params = { deviceId: plant.devices[0]?.id ?? '' }
    const { data: own } = await owner.call('GET /devices/:deviceId/day', { params, query })
    expect(own.powerW.slice(-3)).toEqual(after.data.powerW.slice(-3))
  },
)

test.each([
  { minutes: 60, offset: 40 },
  { minutes: 15, offset: 8 },
  { minutes: 7, offset: 4 },
])('the interval of the last frame before midnight reaches into the next day: %j', async ({ minutes, offset }) => {
  // Its midnight is 12 o'clock UTC, in full sun.
  const plant = await addTestPlant(portal, owner, { timeZone: 'Pacific/Auckland' })
  const noon = Date.parse('2026-06-09T12:00:00Z')
  const serial = plant.devices[0]?.serial ?? ''
  const starts = Array.from(
    { length: Math.floor((27 * 60) / minutes) },
    (_, nth) => noon - 26 * hourMs + (offset + nth * minutes) * minuteMs,
  )
  const isLate = (at: number) => at >= noon - 12 * hourMs
  await sendAll(
    plant,
    starts.map((at) => frame(serial, at, { powerW: isLate(at) ? 3000 : 1000, dcPowerW: 3100 })),
    starts.map((at) => ({ at, irradianceWm2: 500, moduleC: 20 + ((at / hourMs) % 7) })),
  )
  await analyseAll(portal)
  const { data } = await dayOf(plant)
  expect(data.powerW[0]).toBe(1000)
  expect(data.irradianceWm2).not.toContain(null)
  expect(data.figures.coverage).toBe(1)
  expect(data.figures.irradiationKwhM2).toBeCloseTo(12, 6)
  const first = starts.find(isLate) ?? 0
  const kwh = 24 + (2 * (noon - first)) / hourMs
  expect(Math.abs((data.figures.energyKwh ?? 0) - kwh)).toBeLessThan(0.35)
  const params = { deviceId: plant.devices[0]?.id ?? '' }
  const { data: own } = await owner.call('GET /devices/:deviceId/day', { params, query })
  expect(own.powerW).toEqual(data.powerW)
  expect(own.dcPowerW).not.toContain(null)

  const range = { from: query.date, to: query.date, parameters: 'powerW,dcPowerW' }
  const { data: chosen } = await owner.call('GET /devices/:deviceId/curves', { params, query: range })
  const [power, dc] = chosen.curves.map(({ values }) => values)
  expect(dc).not.toContain(null)
  // The bin in which power rises has the mean, weighted by time.
  const place = (first - noon + 24 * hourMs) / minuteMs / chosen.binMinutes
  const bin = Math.floor(place)
  const inside = bin + 1 - place
  expect(power?.[bin]).toBeCloseTo(1000 + 2000 * inside, 3)
  const mean = (power ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0) / (power?.length ?? 1)
  expect(mean).toBeCloseTo(1000 + (2000 * (noon - first)) / (24 * hourMs), 3)
})

test('with stamp "end" energy counted in a silence up to midnight belongs to the day before', async () => {
  const plant = await addTestPlant(portal, owner, { timeZone: 'Pacific/Auckland' })
  await say(plant, 'end')
  const noon = Date.parse('2026-06-09T12:00:00Z')
  const serial = plant.devices[0]?.serial ?? ''
  const hours = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, nth) => noon + (from + nth) * hourMs)
  const send = (list: readonly number[]) =>
    sendAll(
      plant,
      list.map((at) => frame(serial, at, { powerW: 3000, energyTotalKwh: 1000 + (3 * (at - noon)) / hourMs })),
    )
  await send(hours(-24, -5))
  await analyseAll(portal)
  await send(hours(0, 8))
  await analyseAll(portal)
  expect((await dayOf(plant)).data.figures.energyKwh).toBeCloseTo(72, 6)
})

test('the migration recomputes days that a former release cut short', async () => {
  const plant = await addTestPlant(portal, owner)
  await send(plant, 60, false)
  await say(plant, 'end')
  const no = portal.db.pool.query('select no from device where id = $1', [plant.devices[0]?.id])
  const nos = (await no).rows.map((row: { no: number }) => row.no)
  const set = (text: string, values: unknown[]) => portal.db.pool.query(text, values)
  await set('update device_day set energy_kwh = 30 where device_no = any($1)', [nos])
  await set('update station_day set energy_kwh = 30, irradiation_kwh_m2 = 5 where station_id = $1', [plant.stationId])
  await endStampedDays.up(portal.db.kysely)
  await rebuildDays(portal.service, Infinity)
  await analyseAll(portal)
  expect((await dayOf(plant)).data.figures).toMatchObject({
    energyKwh: expect.closeTo(36, 6),
    irradiationKwhM2: expect.closeTo(6, 6),
  })
})
