import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { iso } from '@helioport/time/node'
import { stationDaysTable } from '../export/days.ts'
import { replaceDevice } from '../testing/replace-device.ts'
import { analyseAll, sendAll } from '../testing/test-days.ts'
import { addTestPlant, frame, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T16:00:00Z')

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const midnight = Date.parse('2026-06-08T22:00:00Z')
const [begin, end] = [midnight + 6 * hourMs, midnight + 18 * hourMs]
const query = { date: '2026-06-09' }

interface Stream {
  instants: readonly number[]
  /** Power by day; 3 by default. */
  powerKw?: number
  counter: boolean
  /** It sends its counter alone. */
  silentPower?: boolean
  /** Step of its register, kWh. */
  register?: number
  sends?: (at: number) => boolean
  /** From then on frames come from another inverter, or from another counter. */
  another?: { from: number; serial: string; offset: number }
}

/** 3 kW and 500 W/m2 from 6 to 18 o'clock, zero before and after. */
async function send(plant: TestPlant, stream: Stream) {
  const { instants, powerKw = 3, counter, register = 0, sends = () => true, another, silentPower } = stream
  const serial = plant.devices[0]?.serial ?? ''
  const isDay = (at: number) => at >= begin && at < end
  const madeBy = (at: number) => (powerKw * Math.min(Math.max(at - begin, 0), end - begin)) / hourMs
  const sent = instants.filter(sends)
  const devices = sent.map((at): DeviceFrame => {
    const own = another && at >= another.from ? another : { serial, offset: 0 }
    return frame(own.serial, at, {
      ...(!silentPower && {
        powerW: isDay(at) ? 1000 * powerKw : 0,
        dcPowerW: isDay(at) ? 1030 * powerKw : 0,
      }),
      ...(counter && { energyTotalKwh: 1000 + own.offset + stepped(madeBy(at), register) }),
    })
  })
  const sensors = sent.map((at): SensorFrame => ({ at, irradianceWm2: isDay(at) ? 500 : 0, moduleC: 25 }))
  await sendAll(plant, devices, sensors)
  await analyseAll(portal)
}

const stepped = (kwh: number, register: number) => (register > 0 ? Math.floor(kwh / register) * register : kwh)

const every = (minutes: number, from = midnight, to = midnight + 24 * hourMs) =>
  Array.from({ length: Math.ceil((to - from) / minuteMs / minutes) }, (_, nth) => from + nth * minutes * minuteMs)

/** Irregular steps of at most 23 minutes, with frames at 6 and 18 o'clock. */
function irregular(): number[] {
  const instants: number[] = []
  let seed = 7
  for (let at = midnight; at < midnight + 24 * hourMs;) {
    instants.push(at)
    seed = (seed * 1103515245 + 12345) % 2147483648
    const next = at + (7 + (seed % 17)) * minuteMs
    const mark = [begin, end].find((edge) => at < edge && next > edge)
    at = mark ?? next
  }
  return instants
}

async function figuresOf(plant: TestPlant) {
  const params = { stationId: plant.stationId }
  const { data: day } = await owner.call('GET /stations/:stationId/day', { params, query })
  const week = await owner.call('GET /stations/:stationId/statistics', { params, query: { ...query, period: 'week' } })
  const losses = await owner.call('GET /stations/:stationId/losses', { params, query: { ...query, period: 'day' } })
  const hours = day.hours.reduce((sum, { energyKwh }) => sum + (energyKwh ?? 0), 0)
  const stored = week.data.series.find(({ from }) => from === query.date)
  const bar = (name: string) => losses.data.bars.find((each) => each.name === name)?.energyKwh
  return { day, hours, stored, bar }
}

const streams: [string, number[]][] = [
  ...[1, 5, 10, 15, 30, 60].map((minutes): [string, number[]] => [`every ${minutes} min`, every(minutes)]),
  ['every 15 min from 3 past on', every(15, begin + 3 * minuteMs, end)],
  ['every 60 min, asleep at night', every(60, begin, end)],
  [
    'every 5 min, from noon on every 30',
    [...every(5, midnight, midnight + 12 * hourMs), ...every(30, midnight + 12 * hourMs)],
  ],
  ['in no interval', irregular()],
]

test.each(streams.flatMap(([name, instants]) => [true, false].map((counter) => ({ name, instants, counter }))))(
  '3 kW and 500 W/m2 for 12 h are 36 kWh and 6 kWh/m2: $name, counter $counter',
  async ({ instants, counter }) => {
    const plant = await addTestPlant(portal, owner)
    await send(plant, { instants, counter })
    const { day, hours, stored, bar } = await figuresOf(plant)
    // The counter says nothing after the last frame of a logger that sleeps.
    const counted = counter
      ? (3 * (Math.min(end, instants.at(-1) ?? end) - Math.max(begin, instants[0] ?? begin))) / hourMs
      : 36
    expect(day.figures.energyKwh).toBeCloseTo(counted, 6)
    expect(hours).toBeCloseTo(counted, 4)
    expect(stored?.energyKwh).toBeCloseTo(counted, 6)
    expect(day.figures.irradiationKwhM2).toBeCloseTo(6, 6)
    expect(stored?.irradiationKwhM2).toBeCloseTo(6, 6)
    // 36 kWh of 10 kWp under 6 kWh/m2.
    expect(day.figures.performanceRatio).toBeCloseTo(0.6, 2)
    expect(stored?.performanceRatio).toBeCloseTo(day.figures.performanceRatio ?? Number.NaN, 9)
    expect((bar('final') ?? 0) / (bar('reference') ?? 1)).toBeCloseTo(0.6, 2)
    expect(stored?.producingHours).toBeCloseTo(counted / 3, 0)
    expect(stored?.peakPowerW).toBe(3000)
    expect(day.powerW.slice(begin / 300_000 - midnight / 300_000, 216).filter((power) => power !== 3000)).toEqual([])
  },
)

test.each([1, 5])(
  'a register of whole kWh that stands still for four frames of %d min is no outage',
  async (minutes) => {
    const plant = await addTestPlant(portal, owner)
    // In its last quarter of an hour there is power that the register has not shown yet.
    const sends = (at: number) => at < end - 5 * minuteMs
    await send(plant, { instants: every(minutes), counter: true, register: 1, sends })
    const { day, hours, stored, bar } = await figuresOf(plant)
    expect([day.figures.energyKwh, hours, stored?.energyKwh]).toEqual([35, expect.closeTo(35, 4), 35])
    expect(stored).toMatchObject({ availability: 1, producingHours: expect.closeTo(35 / 3, 0) })
    expect(day.figures.performanceRatio).toBeCloseTo(0.6, 1)
    expect(bar('outage')).toBe(0)
  },
)

test.each([15, 60])('a device that sends its counter alone at %d min has no gap but its silence', async (minutes) => {
  const plant = await addTestPlant(portal, owner)
  const sends = (at: number) => at < midnight + 14 * hourMs || at >= midnight + 20 * hourMs
  await send(plant, { instants: every(minutes), counter: true, silentPower: true, sends })
  const { day, stored } = await figuresOf(plant)
  expect(day.figures.energyKwh).toBeCloseTo(36, 6)
  // Silent from 14 to 20 o'clock: of 17 h of light 6 are not covered.
  expect(day.figures.coverage).toBeCloseTo(11 / 17, 1)
  expect(stored?.coverage.energy).toBeCloseTo(day.figures.coverage ?? Number.NaN, 6)
  expect(day.quality.filter(({ kind }) => kind === 'gap')).toEqual([
    { kind: 'gap', from: iso(midnight + 14 * hourMs), to: iso(midnight + 20 * hourMs) },
  ])
  const { data: own } = await owner.call('GET /devices/:deviceId/day', {
    params: { deviceId: plant.devices[0]?.id ?? '' },
    query,
  })
  expect(own.quality).toEqual(day.quality)
})

test.each([5, 15, 60])('steps of a register of 10 kWh at %d min are energy, not outliers', async (minutes) => {
  const plant = await addTestPlant(portal, owner)
  await send(plant, { instants: every(minutes), counter: true, register: 10 })
  const { day, hours, stored, bar } = await figuresOf(plant)
  // It shows 30 of the 36 kWh; it has not shown the last two hours yet.
  expect([day.figures.energyKwh, hours, stored?.energyKwh]).toEqual([30, expect.closeTo(30, 4), 30])
  expect(day.hours[12]?.energyKwh).toBeCloseTo(3, 0)
  expect(day.quality.filter(({ kind }) => kind === 'outlier')).toEqual([])
  expect([stored?.availability, bar('outage')]).toEqual([1, 0])
})

test('jumps of a coarse register are distributed to hours and price bands by power', async () => {
  const plant = await addTestPlant(portal, owner)
  const params = { stationId: plant.stationId }
  const bands = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '12:00', to: '13:00', rate: 1 }]
  await owner.call('POST /stations/:stationId/tariffs', {
    params,
    body: { from: '2026-06-01', rate: 0, bands, correction: true },
  })
  // It shows 7 of the 7.2 kWh.
  await send(plant, { instants: every(15), counter: true, powerKw: 0.6, register: 1 })
  const { day, stored } = await figuresOf(plant)
  // It jumps every 100 minutes, and is read at most 15 minutes later.
  for (const { energyKwh } of day.hours.slice(6, 17)) expect(Math.abs((energyKwh ?? 0) - 0.6)).toBeLessThan(0.1)
  expect(day.hours[17]?.energyKwh).toBeCloseTo(0.4, 0)
  expect(Math.abs((day.figures.income ?? 0) - 0.6)).toBeLessThan(0.1)
  expect(day.hours[12]?.income).toBeCloseTo(day.figures.income ?? Number.NaN, 4)
  expect(stored?.income).toBeCloseTo(day.figures.income ?? Number.NaN, 6)
})

test.each([15, 60])('a silence of hours stays a gap at %d min, with and without a counter', async (minutes) => {
  const silent = (at: number) => at >= midnight + 9 * hourMs && at < midnight + 14 * hourMs
  for (const counter of [true, false]) {
    const plant = await addTestPlant(portal, owner)
    await send(plant, { instants: every(minutes), counter, sends: (at) => !silent(at) })
    const { day, hours } = await figuresOf(plant)
    // The counter went on; without one the energy is not known.
    expect(day.figures.energyKwh).toBeCloseTo(counter ? 36 : 21, 6)
    expect(hours).toBeCloseTo(counter ? 36 : 21, 4)
    expect(day.figures.irradiationKwhM2).toBeCloseTo(3.5, 6)
    expect(day.figures.performanceRatio).toBeCloseTo(0.6, 2)
    expect(day.powerW.slice(108, 168).every((power) => power === null)).toBe(true)
    expect(day.powerW[107]).toBe(3000)
    expect(day.quality.filter(({ kind }) => kind === 'gap')).toHaveLength(1)
  }
})

const restarts = [5, 15, 60].flatMap((minutes) => ['reset', 'jump', 'replacement'].map((how) => ({ minutes, how })))

test.each(restarts)('a counter that restarts at noon loses no energy: $how, every $minutes min', async (own) => {
  const plant = await addTestPlant(portal, owner)
  const { id: deviceId = '', serial = '' } = plant.devices[0] ?? {}
  const noon = midnight + 12 * hourMs
  const next = own.how === 'replacement' ? `${serial}-B` : serial
  const offset = { reset: -1018, jump: 50_000, replacement: 3 }[own.how] ?? 0
  if (own.how === 'replacement') {
    const replacedAt = new Date(noon - minuteMs).toISOString()
    const done = await replaceDevice(portal, owner, { id: deviceId, serial }, replacedAt)
    expect(done.status).toBe(200)
  }
  await send(plant, {
    instants: every(own.minutes),
    counter: true,
    another: { from: noon, serial: next, offset },
  })
  const { day, hours, stored, bar } = await figuresOf(plant)
  expect([day.figures.energyKwh, hours, stored?.energyKwh]).toEqual(Array(3).fill(expect.closeTo(36, 4)))
  expect(day.hours.slice(6, 18).map(({ energyKwh }) => energyKwh)).toEqual(Array(12).fill(expect.closeTo(3, 4)))
  expect(day.figures.performanceRatio).toBeCloseTo(0.6, 2)
  expect(stored).toMatchObject({ availability: 1, producingHours: expect.closeTo(12, 1) })
  expect(bar('outage')).toBe(0)
  const kind = own.how === 'jump' ? 'outlier' : 'reset'
  expect(day.quality).toEqual([{ kind, from: iso(noon - own.minutes * minuteMs), to: iso(noon) }])
  const { data: device } = await owner.call('GET /devices/:deviceId', { params: { deviceId } })
  expect(device.energyTotalKwh).toBeCloseTo(1036, 4)
  expect(await exportedKwh(plant.stationId)).toBeCloseTo(36, 4)
})

async function exportedKwh(stationId: string): Promise<number> {
  const span = { from: query.date, to: query.date, resolution: '5m' } as const
  const { data } = await owner.call('GET /account')
  const { rows } = await stationDaysTable(portal.service, data.id, stationId, span)
  let sum = 0
  for await (const row of rows) sum += typeof row[1] === 'number' ? row[1] : 0
  return sum
}

test('a plant that reports once an hour is never offline between its frames', async () => {
  const plant = await addTestPlant(portal, owner)
  const params = { stationId: plant.stationId }
  const start = Date.parse('2026-06-11T06:00:00Z')
  const serial = plant.devices[0]?.serial ?? ''
  const seen: string[] = []
  for (let hour = 0; hour < 6; hour += 1) {
    portal.clock.now = start + hour * hourMs + 2000
    const at = start + hour * hourMs
    await plant.logger.send({
      devices: [frame(serial, at, { powerW: 2000, energyTotalKwh: 10 + hour })],
      sensors: [{ at, irradianceWm2: 400 }],
    })
    if (hour < 1) continue
    for (const minutes of [1, 20, 59]) {
      portal.clock.now = at + minutes * minuteMs
      const { data: station } = await owner.call('GET /stations/:stationId', { params })
      const { data: devices } = await owner.call('GET /devices', { query: params })
      const { data: summary } = await owner.call('GET /stations/summary', {})
      expect(summary.deviceCounts).toMatchObject({ normal: 1 })
      const { status, age, powerW, weather } = station
      seen.push([status, age.state, powerW, weather.irradianceWm2, devices[0]?.status, devices[0]?.age.state].join(' '))
    }
  }
  expect(new Set(seen)).toEqual(new Set(['normal live 2000 400 normal live']))
  const stateAfter = async (hours: number) => {
    portal.clock.now = start + (5 + hours) * hourMs
    return (await owner.call('GET /stations/:stationId', { params })).data.age.state
  }
  expect([await stateAfter(1.9), await stateAfter(2), await stateAfter(3)]).toEqual(['live', 'late', 'stale'])
})

test('a device with frames every minute, uploaded every 5 minutes, is offline after 15 minutes of silence', async () => {
  const plant = await addTestPlant(portal, owner)
  const serial = plant.devices[0]?.serial ?? ''
  const start = Date.parse('2026-06-11T06:00:00Z')
  for (let upload = 1; upload <= 4; upload += 1) {
    portal.clock.now = start + upload * 5 * minuteMs
    const devices = [5, 4, 3, 2, 1].map((ago) => frame(serial, portal.clock.now - ago * minuteMs, { powerW: 2000 }))
    await plant.logger.send({ devices })
  }
  const status = async (minutes: number) => {
    portal.clock.now = start + (20 + minutes) * minuteMs
    return (await owner.call('GET /devices', { query: { stationId: plant.stationId } })).data[0]?.status
  }
  expect([await status(4), await status(13), await status(15)]).toEqual(['normal', 'normal', 'offline'])
})
