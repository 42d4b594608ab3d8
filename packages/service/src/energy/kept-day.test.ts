import type { SensorFrame } from '@helioport/contract/ingest'
import { localDay } from '@helioport/time/node'
import { analyseAll, framesOf, sendAll, sensorsOf } from '../testing/test-days.ts'
import {
  addTestPlant,
  frame,
  type Person,
  startTestPortal,
  type TestPlant,
  type TestPortal,
} from '../testing/test-portal.ts'
import { forgetOld } from '../telemetry/retention.ts'
import { rebuildDays } from './kept/rebuild.ts'

const hourMs = 3_600_000
const date = '2026-01-15'
const day = localDay(date, 'Europe/Berlin')
const [dawn, dusk] = [day.from + 9 * hourMs, day.from + 15 * hourMs]
const iso = (at: number) => new Date(at).toISOString()

let portal: TestPortal
let owner: Person
let plant: TestPlant

/**
 * 3 kW and 500 W/m2 from 9 to 15 o'clock of each day from 12 to 18 January; the second device is silent on the 15th,
 * the third always.
 */
beforeEach(async () => {
  portal = await startTestPortal('2026-01-19T12:00:00Z')
  owner = await portal.signIn('owner')
  plant = await addTestPlant(portal, owner, { devices: 3 })
  await owner.call('POST /stations/:stationId/tariffs', {
    params: stationParams(),
    body: {
      from: '2026-01-01',
      rate: 0.1,
      bands: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '12:00', to: '24:00', rate: 0.3 }],
      correction: true,
    },
  })
  const from = iso(day.from - 3 * 24 * hourMs)
  const to = iso(day.to + 3 * 24 * hourMs)
  await sendAll(
    plant,
    framesOf(
      plant,
      from,
      to,
      (at) => ({ powerW: isSunny(at) ? 3000 : 0 }),
      (at, device) => device === 0 || (device === 1 && (at < day.from || at >= day.from + 26 * hourMs)),
    ),
    sensorsOf(from, to, (at) => ({ irradianceWm2: isSunny(at) ? 500 : 0, ambientC: 4 })),
  )
  await analyseAll(portal)
})
afterEach(() => portal?.stop())

const stationParams = () => ({ stationId: plant.stationId })
const isSunny = (at: number) => {
  const of = (at - day.from) % (24 * hourMs)
  const time = of < 0 ? of + 24 * hourMs : of
  return time >= dawn - day.from && time < dusk - day.from
}

async function getDay() {
  const { data } = await owner.call('GET /stations/:stationId/day', { params: stationParams(), query: { date } })
  return data
}

async function getLosses(): Promise<Record<string, number | null>> {
  const { data } = await owner.call('GET /stations/:stationId/losses', {
    params: stationParams(),
    query: { period: 'day', date },
  })
  return Object.fromEntries(data.bars.map(({ name, energyKwh }) => [name, energyKwh]))
}

async function longRun() {
  const of = (period: string) => ({ params: stationParams(), query: { period, date } })
  return Promise.all([
    owner.call('GET /stations/:stationId/statistics', of('month')),
    owner.call('GET /stations/:stationId/statistics', of('total')),
    owner.call('GET /stations/:stationId/losses', of('day')),
    owner.call('GET /stations/:stationId/series', { params: stationParams(), query: { from: date, to: '2026-01-16' } }),
    owner.call('GET /devices/:deviceId/statistics', {
      params: { deviceId: plant.devices[0]?.id ?? '' },
      query: { period: 'month', date },
    }),
  ]).then((replies) => replies.map(({ data }) => data))
}

async function waitFiveMonths() {
  portal.clock.now = Date.parse('2026-06-10T12:00:00Z')
  await analyseAll(portal)
  owner = await portal.signIn('owner later')
  await portal.db.pool.query("update station set account_id = (select id from account where user_name = 'owner later')")
  await portal.db.pool.query("update device set account_id = (select id from account where user_name = 'owner later')")
  await portal.db.pool.query("update logger set account_id = (select id from account where user_name = 'owner later')")
}

/** Five months later January is dropped. */
async function dropJanuary() {
  if (portal.clock.now < Date.parse('2026-06-01')) await waitFiveMonths()
  await forgetOld(portal.service)
  const { rows } = await portal.db.pool.query('select count(*)::integer as left from device_sample')
  return (rows[0] as { left: number }).left
}

test('a day whose samples are dropped keeps its figures and hours; its curves are in quarter-hours', async () => {
  await waitFiveMonths()
  const [before, longBefore] = [await getDay(), await longRun()]
  // 6 h of 3 kW: by the frames of one device, by the counter of the other, whose hours are those of a clear sky.
  expect(before.figures).toMatchObject({ energyKwh: expect.closeTo(36, 6), income: expect.closeTo(7.4, 1) })
  const hours = before.hours.reduce((sum, { income }) => sum + (income ?? 0), 0)
  expect(hours).toBeCloseTo(before.figures.income ?? 0, 4)
  expect(await dropJanuary()).toBe(0)
  const after = await getDay()
  expect(after.figures).toEqual(before.figures)
  expect(after.hours).toEqual(before.hours)
  expect(after.binMinutes).toBe(15)
  expect(after.powerW).toHaveLength(96)
  expect(after.powerW.slice(36, 60)).toEqual(Array(24).fill(3000))
  expect(after.irradianceWm2.slice(36, 60)).toEqual(Array(24).fill(500))
  expect(after.ambientC[40]).toBe(4)
  expect(after.powerCoverage[40]).toBe(before.powerCoverage[120])
  expect(after.quality.filter(({ kind }) => kind === 'gap')).toEqual(
    before.quality.filter(({ kind }) => kind === 'gap'),
  )
  expect(after.devices.map(({ energyKwh }) => energyKwh)).toEqual(before.devices.map(({ energyKwh }) => energyKwh))
  expect(await longRun()).toEqual(longBefore)
  const device = await owner.call('GET /devices/:deviceId/day', {
    params: { deviceId: plant.devices[0]?.id ?? '' },
    query: { date },
  })
  expect(device.data).toMatchObject({
    binMinutes: 15,
    figures: { energyKwh: expect.closeTo(18, 6), peakPowerW: 3000, coverage: 1 },
  })
  expect(device.data.quality).toEqual([])
  const series = await owner.call('GET /stations/:stationId/series', {
    params: stationParams(),
    query: { from: date, to: date },
  })
  expect(series.data).toMatchObject({ binMinutes: 15, bins: 96 })
})

test('late frames for a day without samples are refused with row.dayClosed; recomputing changes nothing', async () => {
  await dropJanuary()
  const [before, longBefore] = [await getDay(), await longRun()]
  const serial = plant.devices[0]?.serial ?? ''
  const reading: SensorFrame = { at: dawn + 2 * hourMs, irradianceWm2: 900 }
  const { data } = await plant.logger.send({
    devices: [frame(serial, dawn + 61_000, { powerW: 9000, energyTotalKwh: 1054 })],
    sensors: [reading],
  })
  expect(data).toMatchObject({ accepted: 0, duplicates: 0 })
  expect(data.rejected).toEqual([
    { list: 'devices', index: 0, code: 'row.dayClosed' },
    { list: 'sensors', index: 0, code: 'row.dayClosed' },
  ])
  // The counter bridged this silence: a day computed from a single frame of it would have less energy.
  const bridged = await plant.logger.send({
    devices: [frame(plant.devices[1]?.serial ?? '', dawn, { powerW: 10, energyTotalKwh: 1060 })],
  })
  expect(bridged.data.rejected).toEqual([{ list: 'devices', index: 0, code: 'row.dayClosed' }])
  await analyseAll(portal)
  expect([await getDay(), await longRun()]).toEqual([before, longBefore])
  await portal.db.pool.query(
    'insert into rebuild (device_no, from_ts) select no, to_timestamp(0) from device on conflict do nothing',
  )
  await rebuildDays(portal.service, Infinity)
  await analyseAll(portal)
  expect([await getDay(), await longRun()]).toEqual([before, longBefore])
})

test('a device without stored data may still send frames of a day without samples; its energy is added once', async () => {
  await dropJanuary()
  const before = await getDay()
  const lossesBefore = await getLosses()
  // 1.5 kW from 10 to 12 o'clock.
  const from = day.from + 10 * hourMs
  const devices = Array.from({ length: 25 }, (_, nth) =>
    frame(plant.devices[2]?.serial ?? '', from + nth * 300_000, { powerW: 1500, energyTotalKwh: 70 + nth * 0.125 }),
  )
  const sent = await plant.logger.send({ devices })
  expect(sent.data).toMatchObject({ accepted: 25, rejected: [] })
  for (let turn = 0; turn < 2; turn += 1) {
    await analyseAll(portal)
    const after = await getDay()
    expect(after.figures.energyKwh).toBeCloseTo(36 + 3, 6)
    expect(after.figures.irradiationKwhM2).toBe(before.figures.irradiationKwhM2)
    expect(after.hours[10]?.energyKwh).toBeCloseTo((before.hours[10]?.energyKwh ?? 0) + 1.5, 5)
    expect(after.powerW[42]).toBe(3000 + 1500)
    expect(after.devices[2]).toMatchObject({ energyKwh: expect.closeTo(3, 6) })
    // Its energy is no loss any more; the losses still sum to the reference.
    const losses = await getLosses()
    expect(losses.final).toBeCloseTo((lossesBefore.final ?? 0) + 3, 3)
    expect(losses.outage).toBeCloseTo((lossesBefore.outage ?? 0) - 3, 3)
    const { reference, ...rest } = losses
    expect(Object.values(rest).reduce<number>((sum, kwh) => sum + (kwh ?? 0), 0)).toBeCloseTo(reference ?? 0, 6)
    expect(reference).toBeCloseTo(lossesBefore.reference ?? 0, 6)
    await portal.db.pool.query("update station_day set due_at = '2020-01-01' where date = $1", [date])
  }
  // Its month is dropped again, and the day stays the same.
  await analyseAll(portal)
  const whole = await getDay()
  await forgetOld(portal.service)
  expect(await getDay()).toEqual(whole)
})
