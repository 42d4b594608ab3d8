import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { addTestPlant, frame } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T16:00:00Z')

const binMs = 5 * 60_000
const binHours = 5 / 60

/** A measured-looking day in Berlin: power in W and irradiance in W/m2 per 5-minute bin, from local midnight. */
function measuredDay() {
  const from = Date.parse('2026-06-08T22:00:00Z')
  return Array.from({ length: 289 }, (_, bin) => {
    const sun = Math.max(0, Math.sin(((bin - 66) / 168) * Math.PI)) * (bin > 66 && bin < 234 ? 1 : 0)
    const cloud = 0.6 + 0.4 * Math.abs(Math.sin(bin * 1.7))
    return {
      at: from + bin * binMs,
      irradianceWm2: 950 * sun * cloud,
      powerW: [7600 * sun * cloud, 7900 * sun * cloud],
    }
  })
}

async function plantWithDay(keepFrame: (device: number, bin: number) => boolean, keepSensor: (bin: number) => boolean) {
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  const day = measuredDay()
  const frames: DeviceFrame[] = []
  plant.devices.forEach(({ serial }, device) => {
    let energyTotalKwh = 1000
    day.forEach(({ at, powerW }, bin) => {
      const power = powerW[device] ?? 0
      if (keepFrame(device, bin)) frames.push(frame(serial, at, { powerW: power, energyTotalKwh }))
      energyTotalKwh += (power / 1000) * binHours
    })
  })
  const sensors: SensorFrame[] = day
    .filter((_, bin) => keepSensor(bin))
    .map(({ at, irradianceWm2 }) => ({ at, irradianceWm2, ambientC: 20 }))
  expect((await plant.logger.send({ devices: frames, sensors })).data.rejected).toEqual([])
  const { data } = await owner.call('GET /stations/:stationId/day', {
    params: { stationId: plant.stationId },
    query: { date: '2026-06-09' },
  })
  return { day: day.slice(0, 288), data }
}

/** Independent of the service's code: sums over the bins of each inverter of 10 kWp that may enter. */
function ratioOver(day: ReturnType<typeof measuredDay>, enters: (device: number, bin: number) => boolean): number {
  let energy = 0
  let reference = 0
  day.forEach(({ powerW, irradianceWm2 }, bin) => {
    for (const device of [0, 1]) {
      if (!enters(device, bin)) continue
      energy += ((powerW[device] ?? 0) / 1000) * binHours
      reference += 10 * (irradianceWm2 / 1000) * binHours
    }
  })
  return energy / reference
}

test('the performance ratio of a whole day is the quotient of the sums of energy and reference yield', async () => {
  const { day, data } = await plantWithDay(
    () => true,
    () => true,
  )
  const { figures } = data
  expect(figures.performanceRatio).toBeCloseTo(
    ratioOver(day, () => true),
    6,
  )
  expect(figures.performanceRatioCoverage).toBe(1)
  expect(figures.energyKwh).toBeCloseTo(
    day.reduce((sum, { powerW }) => sum + (((powerW[0] ?? 0) + (powerW[1] ?? 0)) / 1000) * binHours, 0),
    6,
  )
  expect(figures.energyKwh).toBeCloseTo((figures.performanceRatio ?? 0) * 20 * (figures.irradiationKwhM2 ?? 0), 3)
  expect(figures.co2Kg).toBeCloseTo((figures.energyKwh ?? 0) * 0.344, 6)
})

test("the performance ratio omits bins without irradiance and includes a gap's counter energy", async () => {
  const sensorGap = (bin: number) => bin >= 100 && bin < 120
  const inverterGap = (bin: number) => bin >= 150 && bin < 170
  const { day, data } = await plantWithDay(
    (device, bin) => device === 0 || !inverterGap(bin),
    (bin) => !sensorGap(bin),
  )
  // The counter shows how much was made in the gap, which the sun shares out over its bins.
  expect(data.figures.performanceRatio).toBeCloseTo(
    ratioOver(day, (_, bin) => !sensorGap(bin)),
    4,
  )
  // 201 daylight bins of two inverters, of them 20 without irradiance and 21 without the second one.
  expect(data.figures.performanceRatioCoverage).toBeCloseTo((402 - 40 - 21) / 402, 2)
  expect(data.figures.coverage).toBeCloseTo(1 - 10 / 201, 2)
  // The curve is that of the inverter that answers; its coverage is half of the plant.
  expect(data.powerW.slice(150, 170)).toEqual(data.devices[0]?.powerW.slice(150, 170))
  expect(data.powerCoverage.map((share, bin) => (share === 1 ? -1 : bin)).filter((bin) => bin >= 0)).toEqual(
    Array.from({ length: 20 }, (_, bin) => 150 + bin),
  )
  expect(new Set(data.powerCoverage)).toEqual(new Set([1, 0.5]))
  expect(data.quality).toContainEqual({
    kind: 'gap',
    from: '2026-06-09T10:30:00.000Z',
    to: '2026-06-09T12:10:00.000Z',
  })
})

test('with one of two inverters silent all day, the curve is of the other with coverage 0.5', async () => {
  const { day, data } = await plantWithDay(
    (device) => device === 0,
    () => true,
  )
  // The second one has never sent anything: it is missing.
  expect(data.powerW.slice(100, 200)).toEqual(data.devices[0]?.powerW.slice(100, 200))
  expect(new Set(data.powerCoverage.slice(100, 200))).toEqual(new Set([0.5]))
  expect(data.capacity).toEqual({ inOperationKwp: 20, reportedKwp: 10 })
  expect(data.figures.coverage).toBeCloseTo(0.5, 2)
  // E / (P0 H): the energy of the first over the capacity of both.
  const only = (device: number) => ratioOver(day, (each) => each === device)
  expect(data.figures.performanceRatio).toBeCloseTo(only(0) / 2, 6)
  expect(data.figures.specificYield).toBeCloseTo((data.figures.energyKwh ?? 0) / 20, 9)
})

test("the newest bin is empty while a device's frame may still come; later it has what is known", async () => {
  const plant = await addTestPlant(portal, owner, { devices: 2 })
  const start = portal.clock.now
  const send = (device: number, at: number) =>
    plant.logger.send({
      devices: [frame(plant.devices[device]?.serial ?? '', at, { powerW: 1000, energyTotalKwh: 50 + at / start })],
    })
  const newest = async () => {
    const { data } = await owner.call('GET /stations/:stationId/day', {
      params: { stationId: plant.stationId },
      query: {},
    })
    const bin = Math.round((start - Date.parse(data.from)) / binMs)
    return [0, 1].map((n) => [data.powerW[bin + n], data.powerCoverage[bin + n]])
  }
  for (const device of [0, 1]) await send(device, start)
  portal.clock.now = start + binMs + 1000
  await send(0, start + binMs)
  expect(await newest()).toEqual([
    [2000, 1],
    [null, null],
  ])
  portal.clock.now = start + 3 * binMs + 1000
  expect(await newest()).toEqual([
    [2000, 1],
    [1000, 0.5],
  ])
  portal.clock.now = start
})

test('the hours of a day add up to its energy and income, also over a gap and with a time-of-use rate', async () => {
  const { data: before } = await plantWithDay(
    (device, bin) => device === 0 || bin < 150 || bin >= 170,
    () => true,
  )
  const { stationId } = before
  const sumOf = (values: (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  expect(before.hours).toHaveLength(24)
  expect(before.hours[13]).toMatchObject({ from: '2026-06-09T11:00:00.000Z', to: '2026-06-09T12:00:00.000Z' })
  expect(before.hours[1]?.energyKwh).toBe(0)
  const kwh = before.hours.map(({ energyKwh }) => energyKwh)
  expect(sumOf(kwh)).toBeCloseTo(before.figures.energyKwh ?? Number.NaN, 4)
  // The second inverter produced while it was silent: that energy is in the silent hour, not in the next one.
  const [silent = null, after = null] = [kwh[13], kwh[14]]
  expect((silent ?? 0) / (after ?? 1)).toBeGreaterThan(0.8)
  expect((silent ?? 0) / (after ?? 1)).toBeLessThan(1.25)
  expect(sumOf(before.hours.map(({ income }) => income))).toBeCloseTo(before.figures.income ?? Number.NaN, 4)

  const days = [1, 2, 3, 4, 5, 6, 7]
  const noon = { days, from: '12:00', to: '14:00', rate: 0.5 }
  const terms = { from: '2026-01-01', rate: 0.1, bands: [noon], correction: true }
  const { status } = await owner.call('POST /stations/:stationId/tariffs', { params: { stationId }, body: terms })
  expect(status).toBe(200)
  const { data } = await owner.call('GET /stations/:stationId/day', {
    params: { stationId },
    query: { date: '2026-06-09' },
  })
  const price = (hour: number) => (data.hours[hour]?.income ?? 0) / (data.hours[hour]?.energyKwh ?? 0)
  expect(price(12) / price(11)).toBeCloseTo(5, 4)
  expect(price(14)).toBeCloseTo(price(11), 6)
  expect(price(12)).toBeCloseTo(0.5, 1)
  expect(sumOf(data.hours.map(({ income }) => income))).toBeCloseTo(data.figures.income ?? Number.NaN, 4)
})

test('a day without a sensor has no performance ratio', async () => {
  const { data } = await plantWithDay(
    () => true,
    () => false,
  )
  expect(data.figures).toMatchObject({ performanceRatio: null, performanceRatioCoverage: null, irradiationKwhM2: null })
  expect(data.figures.energyKwh).toBeGreaterThan(10)
})

test("an inverter's sleep before dawn is no gap; unchanged values are stale", async () => {
  const plant = await addTestPlant(portal, owner)
  const serial = plant.devices[0]?.serial ?? ''
  const from = Date.parse('2026-06-09T03:10:00Z')
  const frames = Array.from({ length: 190 }, (_, index) => {
    const stands = Math.min(Math.max(index, 60), 72) - 60
    const moves = index - stands
    return frame(serial, from + index * binMs, {
      powerW: index === 0 || index === 189 ? 50 : 4000 + moves,
      energyTotalKwh: 100 + moves * 0.3,
    })
  })
  await plant.logger.send({ devices: frames })
  const { data } = await owner.call('GET /stations/:stationId/day', {
    params: { stationId: plant.stationId },
    query: { date: '2026-06-09' },
  })
  expect(data.quality.filter((span) => span.kind === 'gap')).toEqual([])
  expect(data.quality.filter((span) => span.kind === 'stale')).toEqual([
    { kind: 'stale', from: '2026-06-09T08:10:00.000Z', to: '2026-06-09T09:15:00.000Z' },
  ])
  expect(data.figures.coverage).toBe(1)
  // Before the first frame night is known to be zero; after the last one the curve ends.
  expect([data.powerW[0], data.powerW[287]]).toEqual([0, null])
  expect(data.devices[0]?.powerW[0]).toBeNull()
})

test('a morning without frames is a gap, not a long sleep', async () => {
  const plant = await addTestPlant(portal, owner)
  const serial = plant.devices[0]?.serial ?? ''
  const from = Date.parse('2026-06-09T10:00:00Z')
  const frames = Array.from({ length: 110 }, (_, index) => frame(serial, from + index * binMs, { powerW: 40 }))
  await plant.logger.send({ devices: frames })
  const { data } = await owner.call('GET /stations/:stationId/day', {
    params: { stationId: plant.stationId },
    query: { date: '2026-06-09' },
  })
  expect(data.quality.filter((span) => span.kind === 'gap').map((span) => span.to)).toEqual([
    '2026-06-09T10:00:00.000Z',
  ])
  expect(data.figures.coverage).toBeLessThan(0.6)
})

test('status and age follow the clock: live, late, stale, and at night standby, if it was not silent before', async () => {
  const plant = await addTestPlant(portal, owner)
  const serial = plant.devices[0]?.serial ?? ''
  const params = { stationId: plant.stationId }
  const look = async () => (await owner.call('GET /stations/:stationId', { params })).data
  expect(await look()).toMatchObject({ status: 'offline', statusReason: 'neverSeen', age: { state: 'none' } })
  await plant.logger.send({ devices: [frame(serial, '2026-06-10T16:00:00Z', { powerW: 3000, energyTotalKwh: 7 })] })
  expect(await look()).toMatchObject({ status: 'normal', age: { state: 'live' }, powerW: 3000 })
  portal.clock.now = Date.parse('2026-06-10T16:10:00Z')
  expect(await look()).toMatchObject({ status: 'normal', age: { state: 'late' }, powerW: 3000 })
  portal.clock.now = Date.parse('2026-06-10T16:15:00Z')
  expect(await look()).toMatchObject({
    status: 'offline',
    statusReason: 'noData',
    age: { state: 'stale' },
    powerW: null,
  })
  portal.clock.now = Date.parse('2026-06-10T23:00:00Z')
  expect(await look()).toMatchObject({ status: 'offline', statusReason: 'noData', age: { state: 'stale' } })
  await plant.logger.send({ devices: [frame(serial, '2026-06-10T19:10:00Z', { powerW: 10, energyTotalKwh: 8 })] })
  expect(await look()).toMatchObject({ status: 'standby', statusReason: 'night', age: { state: 'stale' } })
})

test('late frames are marked backfilled; frames from before the logger was added are not', async () => {
  portal.clock.now = Date.parse('2026-06-11T10:00:00Z')
  const plant = await addTestPlant(portal, owner)
  const { id, serial } = plant.devices[0] ?? { id: '', serial: '' }
  const added = portal.clock.now
  portal.clock.now += 2 * 3_600_000
  const frames = Array.from({ length: 36 }, (_, index) =>
    frame(serial, added + (index - 12) * binMs, { powerW: 1000 + index, energyTotalKwh: 50 + index * 0.1 }),
  )
  await plant.logger.send({ devices: frames })
  const query = { date: new Date(added).toISOString().slice(0, 10) }
  const days = await Promise.all([
    owner.call('GET /stations/:stationId/day', { params: { stationId: plant.stationId }, query }),
    owner.call('GET /devices/:deviceId/day', { params: { deviceId: id }, query }),
  ])
  const expected = { kind: 'backfilled', from: new Date(added).toISOString() }
  for (const { data } of days) {
    const late = data.quality.filter(({ kind }) => kind === 'backfilled')
    expect(late).toEqual([{ ...expected, to: new Date(portal.clock.now - 3 * binMs).toISOString() }])
  }
})
