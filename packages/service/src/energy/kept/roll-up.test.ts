import fc from 'fast-check'
import type { DeviceFrame } from '@helioport/contract/ingest'
import { addTestPlant, frame } from '../../testing/test-portal.ts'
import { sharedPortal } from '../../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-11-20T10:00:00Z')

const minuteMs = 60_000

interface Reading {
  at: number
  kwh: number
}

async function newDevice(options: Parameters<typeof addTestPlant>[2] = {}) {
  const plant = await addTestPlant(portal, owner, options)
  const serial = plant.devices[0]?.serial ?? ''
  const deviceId = plant.devices[0]?.id ?? ''
  return {
    ...plant,
    serial,
    deviceId,
    send: (readings: readonly Reading[]) =>
      plant.logger.send({ devices: readings.map(({ at, kwh }) => frame(serial, at, { energyTotalKwh: kwh })) }),
    energyOn: async (date: string) => {
      const { data } = await owner.call('GET /devices/:deviceId/day', { params: { deviceId }, query: { date } })
      return data.figures.energyKwh
    },
  }
}

/** A counter that grows by a sun-shaped power of at most 10 kW between 6 and 18 o'clock local time. */
function readings(from: string, days: number, zoneHours: number): Reading[] {
  const start = Date.parse(from)
  let kwh = 500
  return Array.from({ length: days * 288 }, (_, index) => {
    const at = start + index * 5 * minuteMs
    const hour = ((((at / 3_600_000 + zoneHours) % 24) + 24) % 24) - 6
    const reading = { at, kwh: Math.round(kwh * 1000) / 1000 }
    if (hour > 0 && hour < 12) kwh += (10 * Math.sin((hour / 12) * Math.PI)) / 12
    return reading
  })
}

function difference(all: readonly Reading[], from: string, to: string): number {
  const at = (instant: string) => all.find((reading) => reading.at === Date.parse(instant))?.kwh ?? Number.NaN
  return at(to) - at(from)
}

test.each([
  {
    name: 'the day of 23 hours',
    date: '2026-03-29',
    from: '2026-03-28T23:00:00Z',
    to: '2026-03-29T22:00:00Z',
    bins: 276,
  },
  {
    name: 'the day of 25 hours',
    date: '2026-10-25',
    from: '2026-10-24T22:00:00Z',
    to: '2026-10-25T23:00:00Z',
    bins: 300,
  },
  { name: 'the day before', date: '2026-10-24', from: '2026-10-23T22:00:00Z', to: '2026-10-24T22:00:00Z', bins: 288 },
])('$name in Berlin has the energy of its counter difference', async ({ date, from, to, bins }) => {
  const device = await newDevice()
  // Seven hours off: energy flows at both midnights, so that a wrong one would show.
  const all = readings(new Date(Date.parse(from) - 36_000_000).toISOString(), 3, 11)
  await device.send(all)
  expect(await device.energyOn(date)).toBeCloseTo(difference(all, from, to), 6)
  const { data } = await owner.call('GET /stations/:stationId/day', {
    params: { stationId: device.stationId },
    query: { date },
  })
  expect(data.powerW).toHaveLength(bins)
  expect([data.from, data.to]).toEqual([new Date(from).toISOString(), new Date(to).toISOString()])
})

test('a "today" counter that still has the value of yesterday after midnight changes nothing', async () => {
  const { serial, logger, energyOn } = await newDevice()
  const today = [4.33, 0, 4.34, 0.01]
  const start = Date.parse('2026-06-09T21:55:00Z')
  await logger.send({
    devices: today.map((energyTodayKwh, index) =>
      frame(serial, start + index * 5 * minuteMs, { energyTodayKwh, energyTotalKwh: 100 + (index === 3 ? 0.01 : 0) }),
    ),
  })
  expect(await energyOn('2026-06-09')).toBeCloseTo(0, 9)
  expect(await energyOn('2026-06-10')).toBeCloseTo(0.01, 9)
})

test('a single zero or jump of a lifetime counter neither loses nor adds energy', async () => {
  const { send, energyOn, deviceId } = await newDevice()
  const start = Date.parse('2026-06-10T09:00:00Z')
  const kwh = [4.33, 0, 4.34, 4.5, 9000, 4.7, 5]
  await send(kwh.map((value, index) => ({ at: start + index * 5 * minuteMs, kwh: value })))
  expect(await energyOn('2026-06-10')).toBeCloseTo(5 - 4.33, 9)
  const { data } = await owner.call('GET /devices/:deviceId/day', {
    params: { deviceId },
    query: { date: '2026-06-10' },
  })
  expect(data.quality.map((span) => span.kind)).toContain('outlier')
})

test('a counter reset is marked, and the lifetime energy continues', async () => {
  const { send, energyOn, deviceId } = await newDevice()
  const start = Date.parse('2026-06-10T09:00:00Z')
  const kwh = [800, 800.5, 801, 0, 0.5, 1, 1.5]
  await send(kwh.map((value, index) => ({ at: start + index * 5 * minuteMs, kwh: value })))
  expect(await energyOn('2026-06-10')).toBeCloseTo(2.5, 9)
  const day = await owner.call('GET /devices/:deviceId/day', { params: { deviceId }, query: { date: '2026-06-10' } })
  expect(day.data.quality).toContainEqual({
    kind: 'reset',
    from: '2026-06-10T09:10:00.000Z',
    to: '2026-06-10T09:15:00.000Z',
  })
  const device = await owner.call('GET /devices/:deviceId', { params: { deviceId } })
  expect(device.data.energyTotalKwh).toBeCloseTo(802.5, 9)
})

test("a counter step beyond the inverter's maximum is left out and marked as outlier", async () => {
  const { send, energyOn, deviceId } = await newDevice()
  const start = Date.parse('2026-06-10T09:00:00Z')
  // 10 kW x 5 min x 1.2 + 1 kWh = 2 kWh is the most that is believed.
  await send([100, 100.8, 102.9, 103.7].map((kwh, index) => ({ at: start + index * 5 * minuteMs, kwh })))
  expect(await energyOn('2026-06-10')).toBeCloseTo(1.6, 9)
  const { data } = await owner.call('GET /devices/:deviceId/day', {
    params: { deviceId },
    query: { date: '2026-06-10' },
  })
  expect(data.quality).toContainEqual({
    kind: 'outlier',
    from: '2026-06-10T09:05:00.000Z',
    to: '2026-06-10T09:10:00.000Z',
  })
})

test('a counter step across midnights is split by clear-sky irradiance without loss', async () => {
  const { send, energyOn } = await newDevice()
  // Berlin, no frame from 14:00 on the 9th to 10:00 on the 12th local time.
  await send([
    { at: Date.parse('2026-06-09T12:00:00Z'), kwh: 1000 },
    { at: Date.parse('2026-06-12T08:00:00Z'), kwh: 1200 },
  ])
  const days = await Promise.all(['09', '10', '11', '12'].map((day) => energyOn(`2026-06-${day}`)))
  expect(days.reduce<number>((sum, kwh) => sum + (kwh ?? 0), 0)).toBeCloseTo(200, 6)
  const [first = 0, second = 0, third = 0, last = 0] = days.map((kwh) => kwh ?? 0)
  expect(Math.abs(second - third)).toBeLessThan(0.5)
  // From two in the afternoon: less than half a day; until ten in the morning: less still.
  expect(first).toBeGreaterThan(last)
  expect(first).toBeLessThan(second / 2)
  // A step from dusk to the next noon gives its energy to the morning, none to the night.
  await send([
    { at: Date.parse('2026-06-12T21:00:00Z'), kwh: 1240 },
    { at: Date.parse('2026-06-13T09:00:00Z'), kwh: 1260 },
  ])
  expect(await energyOn('2026-06-13')).toBeCloseTo(20, 6)
})

test('a late frame inside a gap moves energy between days, not their sum', async () => {
  const { send, energyOn } = await newDevice()
  await send([
    { at: Date.parse('2026-06-09T12:00:00Z'), kwh: 1000 },
    { at: Date.parse('2026-06-10T12:00:00Z'), kwh: 1080 },
  ])
  await send([{ at: Date.parse('2026-06-09T22:00:00Z'), kwh: 1005 }])
  expect(await energyOn('2026-06-09')).toBeCloseTo(5, 9)
  expect(await energyOn('2026-06-10')).toBeCloseTo(75, 9)
})

test('frames in any order and any batches, with repeats, give the same days', async () => {
  const all = readings('2026-06-07T22:00:00Z', 3, 9).filter((_, index) => index % 7 === 0)
  // A spike, a dip, a reset and a long gap across midnight.
  const dirty = all
    .map((reading, index) => ({
      ...reading,
      kwh: index === 20 ? 9999 : index === 30 ? 0 : index > 70 ? reading.kwh - 520 : reading.kwh,
    }))
    .filter((reading, index) => reading.kwh >= 0 && (index < 44 || index > 60))
  const dates = ['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11']
  const inOrder = await newDevice()
  await inOrder.send(dirty)
  const expected = await Promise.all(dates.map(inOrder.energyOn))
  expect(expected.some((kwh) => (kwh ?? 0) > 10)).toBe(true)
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(dirty, { minLength: dirty.length, maxLength: dirty.length }),
      fc.integer({ min: 3, max: 40 }),
      async (shuffled, size) => {
        const device = await newDevice()
        for (let start = 0; start < shuffled.length; start += size) {
          await device.send([...shuffled.slice(start, start + size), ...shuffled.slice(0, 2)])
        }
        const days = await Promise.all(dates.map(device.energyOn))
        days.forEach((kwh, index) => expect(kwh ?? -1).toBeCloseTo(expected[index] ?? -1, 6))
      },
    ),
    { numRuns: 6, seed: 7 },
  )
})

test('without a lifetime counter, energy is the integral of power', async () => {
  const { serial, logger, energyOn, deviceId } = await newDevice()
  const start = Date.parse('2026-06-10T08:00:00Z')
  const frames: DeviceFrame[] = Array.from({ length: 12 }, (_, index) =>
    frame(serial, start + index * 5 * minuteMs, { powerW: index === 0 ? -20 : 6000 }),
  )
  await logger.send({ devices: frames })
  expect(await energyOn('2026-06-10')).toBeCloseTo(5.5, 6)
  const { data } = await owner.call('GET /devices/:deviceId', { params: { deviceId } })
  expect(data.energyTotalKwh).toBeCloseTo(5.5, 6)
})

test('the station sums its devices, adds its base and starts again at its own midnight', async () => {
  portal.clock.now = Date.parse('2026-11-20T23:02:00Z')
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  const at = Date.parse('2026-11-20T11:00:00Z')
  const frames = plant.devices.flatMap(({ serial }) =>
    [10, 10.5, 11].map((energyTotalKwh, index) => frame(serial, at + index * 5 * minuteMs, { energyTotalKwh })),
  )
  await plant.logger.send({ devices: frames })
  const params = { stationId: plant.stationId }
  const { data } = await owner.call('GET /stations/:stationId', { params })
  // 00:02 in Berlin.
  expect(data).toMatchObject({ energyTodayKwh: null, energyYesterdayKwh: 2, energyTotalKwh: 122, incomeToday: null })
  const day = await owner.call('GET /stations/:stationId/day', { params, query: { date: '2026-11-20' } })
  expect(day.data.figures).toMatchObject({ energyKwh: 2, income: 0.2, specificYield: 0.1 })
})
