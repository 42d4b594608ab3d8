import { DayBook } from '@helioport/time/node'
import { keepDayValues } from '../telemetry/day-values.ts'
import { analyseAll, framesOf, sendAll } from '../testing/test-days.ts'
import { watchLoop } from '../testing/loop-watch.ts'
import { addTestPlant, frame } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-11-20T22:30:00Z')
watchLoop(() => portal)

test.each([
  { name: 'the day of 23 hours', date: '2026-03-29', next: '2026-03-30', from: '2026-03-28T23:00:00Z', hours: 23 },
  { name: 'the day of 25 hours', date: '2026-10-25', next: '2026-10-26', from: '2026-10-24T22:00:00Z', hours: 25 },
])('$name has the right number of bins, and its energy', async ({ date, next, from, hours }) => {
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
  expect(data).toMatchObject({ binMinutes: 5, bins: (hours + 24) * 12 })
  const own = data.at.filter((at) => at >= Date.parse(from) && at < Date.parse(end))
  expect(own).toHaveLength(hours * 12)
  expect(new Set(own.map((_, index) => data.powerW[index]))).toEqual(new Set([1000]))
  const day = await owner.call('GET /stations/:stationId/series', { params, query: { from: date, to: date } })
  expect(day.data).toMatchObject({ binMinutes: 5, bins: hours * 12, knownBins: hours * 12 })
})

test('a month is thinned to the requested points and keeps its peak and its gap', async () => {
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

test('a year of 105,120 bins is thinned to the requested points and keeps shape, peak and gap', async () => {
  const plant = await addTestPlant(portal, owner)
  const from = '2024-12-31T23:00:00Z'
  const peakAt = Date.parse('2025-06-15T10:35:00Z')
  const gap = [Date.parse('2025-03-03T08:00:00Z'), Date.parse('2025-03-06T08:00:00Z')] as const
  const power = (at: number) => {
    if (at === peakAt) return 9900
    const hour = (at % 86_400_000) / 3_600_000
    return hour < 5 || hour > 17 ? 0 : Math.round(8000 * Math.sin(((hour - 5) / 12) * Math.PI))
  }
  // Rows as the analysis of each day stores them; the test above compares the analysis with sent frames.
  const days = new DayBook('Europe/Berlin').between(Date.parse(from), Date.parse('2025-12-31T22:55:00Z'))
  const curves = days.map((day) =>
    Array.from({ length: (day.to - day.from) / 300_000 }, (_, bin) => {
      const at = day.from + bin * 300_000
      return at >= gap[0] && at < gap[1] ? 'NULL' : power(at)
    }),
  )
  await portal.db.pool.query(
    `insert into station_day (station_id, date, bin_w, due_at)
     select $1, date, curve::real[], null from unnest($2::date[], $3::text[]) as day (date, curve)`,
    [plant.stationId, days.map(({ date }) => date), curves.map((curve) => `{${curve.join()}}`)],
  )
  const { data } = await owner.call('GET /stations/:stationId/series', {
    params: { stationId: plant.stationId },
    query: { from: '2025-01-01', to: '2025-12-31', points: '2000' },
  })
  expect(data).toMatchObject({ binMinutes: 5, bins: 105_120, knownBins: 105_120 - 3 * 288 })
  expect(data.at.length).toBeLessThanOrEqual(2000)
  expect(data.at.length).toBeGreaterThan(1900)
  expect(data.powerW[data.at.indexOf(peakAt)]).toBe(9900)
  expect(data.powerW[data.at.indexOf(gap[0])]).toBeNull()
  expect(data.at.filter((at) => at > gap[0] && at < gap[1])).toEqual([])
  // Each month keeps its noons and its nights.
  for (let month = 0; month < 12; month += 1) {
    const own = data.powerW.filter((_, index) => new Date(data.at[index] ?? 0).getUTCMonth() === month)
    expect(Math.max(...own.map((value) => value ?? 0))).toBeGreaterThan(7700)
    expect(Math.min(...own.filter((value) => value !== null))).toBe(0)
  }
})

test('the peak of a series is the peak of the statistics, however far it is thinned', async () => {
  const plant = await addTestPlant(portal, owner)
  const peakAt = Date.parse('2026-10-14T10:20:00Z')
  const clouds = (at: number) => 0.6 + 0.4 * Math.sin(at / 1_700_000)
  const power = (at: number) => {
    if (at === peakAt) return { powerW: 8212.84 }
    const hour = (at % 86_400_000) / 3_600_000
    return { powerW: Math.max(0, 8000 * Math.sin(((hour - 6) / 10) * Math.PI)) * clouds(at) * (hour < 16 ? 1 : 0) }
  }
  await sendAll(plant, framesOf(plant, '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z', power))
  await analyseAll(portal)
  const params = { stationId: plant.stationId }
  const { data: month } = await owner.call('GET /stations/:stationId/statistics', {
    params,
    query: { period: 'month', date: '2026-10-14' },
  })
  expect(month.figures.peakPowerW).toBeCloseTo(8212.84, 2)
  const deviceId = plant.devices[0]?.id ?? ''
  const { data: ofDevice } = await owner.call('GET /devices/:deviceId/statistics', {
    params: { deviceId },
    query: { period: 'month', date: '2026-10-14' },
  })
  expect(ofDevice.figures.peakPowerW).toBeCloseTo(8212.84, 2)
  // The series of a device has means of 15 minutes and, in addition, the peak.
  for (const points of ['10', '50', '1000', '2000']) {
    const { data } = await owner.call('GET /devices/:deviceId/series', {
      params: { deviceId },
      query: { from: '2026-10-01', to: '2026-10-31', points },
    })
    expect(data.at.length).toBeLessThanOrEqual(Number(points))
    expect(data.at).toEqual(data.at.toSorted((a, b) => a - b))
    expect(Math.max(...data.powerW.map((value) => value ?? 0))).toBe(ofDevice.figures.peakPowerW)
    expect(data.at[data.powerW.indexOf(ofDevice.figures.peakPowerW)]).toBe(peakAt)
    expect(data.bins).toBe(31 * 96 + 4)
  }
  for (const points of ['10', '11', '50', '199', '200', '1000', '1001', '2000']) {
    const { data } = await owner.call('GET /stations/:stationId/series', {
      params,
      query: { from: '2026-10-01', to: '2026-10-31', points },
    })
    expect(data.at.length).toBeLessThanOrEqual(Number(points))
    expect(Math.max(...data.powerW.map((value) => value ?? 0))).toBe(month.figures.peakPowerW)
    expect(data.at[data.powerW.indexOf(month.figures.peakPowerW)]).toBe(peakAt)
  }
  const { data: day } = await owner.call('GET /stations/:stationId/series', {
    params,
    query: { from: '2026-10-14', to: '2026-10-14', points: '10' },
  })
  expect(Math.max(...day.powerW.map((value) => value ?? 0))).toBeCloseTo(month.figures.peakPowerW ?? 0, 2)
})

test('simultaneous requests for a year of curves do not block other requests', async () => {
  const plant = await addTestPlant(portal, owner)
  const query = { from: '2025-11-21', to: '2026-11-20', points: '2000' }
  const asked = Array.from({ length: 12 }, () =>
    owner.call('GET /stations/:stationId/series', { params: { stationId: plant.stationId }, query }),
  )
  for (const { data } of await Promise.all(asked)) expect(data.bins).toBeGreaterThan(364 * 288)
})

test('a year of parameters has mean, minimum and maximum of each local day, also with late and edited values', async () => {
  const plant = await addTestPlant(portal, owner)
  const from = Date.parse('2026-10-24T22:00:00Z')
  const hourMs = 3_600_000
  // The day of 25 hours at 0 to 24 A, the next one at 100 A; between them nothing is lost.
  const currentAt = (at: number) => (at < from + 25 * hourMs ? Math.floor((at - from) / hourMs) : 100)
  const [serial = '', deviceId = ''] = [plant.devices[0]?.serial, plant.devices[0]?.id]
  const frameAt = (at: number, amperes: number) => frame(serial, at, { stringCurrentA: [1, amperes] })
  const instants = Array.from({ length: 49 }, (_, hour) => from + hour * hourMs)
  await sendAll(
    plant,
    instants.map((at) => frameAt(at, currentAt(at))),
  )
  const year = async () => {
    const { data } = await owner.call('GET /devices/:deviceId/day-values', {
      params: { deviceId },
      query: { from: '2026-01-01', to: '2026-12-31', parameters: 'cabinetC,stringCurrentA2' },
    })
    expect(data.parameters.map(({ parameter, means }) => [parameter, means.length])).toEqual([
      ['cabinetC', 365],
      ['stringCurrentA2', 365],
    ])
    const { means = [], lows = [], highs = [] } = data.parameters[1] ?? {}
    return means.flatMap((mean, nth) => (mean === null ? [] : [[nth, mean, lows[nth], highs[nth]]]))
  }
  const nth = 297
  const measured = [
    [nth, 12, 0, 24],
    [nth + 1, 100, 100, 100],
  ]
  expect(await year()).toEqual(measured)
  const kept = async () => {
    await keepDayValues(portal.service)
    const { rows } = await portal.db.pool.query<{ date: string; samples: number }>(
      `select date, samples from device_day_value
       where device_no = (select no from device where id = $1) order by date`,
      [deviceId],
    )
    return rows
  }
  expect(await kept()).toMatchObject([
    { date: '2026-10-25', samples: 25 },
    { date: '2026-10-26', samples: 24 },
  ])
  expect(await year()).toEqual(measured)
  // A late frame counts at once, before anything is recomputed.
  await sendAll(plant, [frameAt(from + 30 * 60_000, 38)])
  const late = [[nth, 13, 0, 38], measured[1]]
  expect(await year()).toEqual(late)
  expect(await kept()).toMatchObject([{ samples: 26 }, { samples: 24 }])
  expect(await year()).toEqual(late)
  // A person's edit of values does not change how many there are.
  const edited = await owner.call('POST /stations/:stationId/value-edits', {
    params: { stationId: plant.stationId },
    body: {
      deviceId,
      values: ['stringCurrentA'],
      from: new Date(from + 25 * hourMs).toISOString(),
      to: new Date(from + 49 * hourMs).toISOString(),
      factor: 0.5,
      note: 'a clamp of half the turns',
    },
  })
  expect(edited.status).toBe(200)
  expect(await year()).toEqual([late[0], [nth + 1, 50, 50, 50]])
  await kept()
  expect(await year()).toEqual([late[0], [nth + 1, 50, 50, 50]])
})

test('extremely large or small values stop no job, and no device keeps another waiting', async () => {
  const [hostile, calm] = [await addTestPlant(portal, owner), await addTestPlant(portal, owner)]
  const [odd, even] = [hostile.devices[0], calm.devices[0]]
  const at = Date.parse('2026-11-18T10:00:00Z')
  const keys = ['powerW', 'energyTotalKwh', 'hoursTotal', 'cabinetC'] as const
  const framesFrom = (first: number, values: readonly number[]) =>
    values.flatMap((value, which) =>
      keys.map((key, nth) => frame(odd?.serial ?? '', first + (which * keys.length + nth) * 60_000, { [key]: value })),
    )
  const { data: great } = await hostile.logger.send({ devices: framesFrom(at, [1e308, 1e39]) })
  expect(new Set(great.rejected.map(({ code }) => code))).toEqual(new Set(['row.outOfRange']))
  expect(great.accepted).toBe(0)
  await sendAll(hostile, framesFrom(at, [5e-324, 1e-320, 1e-45]))
  await keepDayValues(portal.service)
  // As an older version of the service may have stored it.
  const stored = `update device_sample set energy_total_kwh = 1e308, power_factor = 'infinity'
    where device_no = (select no from device where id = $1)`
  await portal.db.pool.query(stored, [odd?.id])
  await sendAll(calm, [frame(even?.serial ?? '', at, { cabinetC: 30 })])
  await keepDayValues(portal.service).catch(() => {})
  const kept = 'select 1 from device_day_value where device_no = (select no from device where id = $1)'
  expect((await portal.db.pool.query(kept, [even?.id])).rowCount).toBe(1)
  const { status } = await owner.call('GET /devices/:deviceId/day-values', {
    params: { deviceId: odd?.id ?? '' },
    query: { from: '2026-11-18', to: '2026-11-18', parameters: 'powerW,powerFactor,frequencyHz' },
  })
  expect(status).toBe(200)
})
