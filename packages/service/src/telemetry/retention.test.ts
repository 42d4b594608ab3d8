import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { runJobs } from '../main/run-jobs.ts'
import { makeOwnThings } from '../testing/own/own-things.ts'
import { analyseAll, framesOf, sendAll, sensorsOf } from '../testing/test-days.ts'
import {
  addTestPlant,
  frame,
  type Person,
  startTestPortal,
  type TestPlant,
  type TestPortal,
} from '../testing/test-portal.ts'
import { rebuildDays } from '../energy/kept/rebuild.ts'
import { clusterClosed, forgetEnded, forgetOld } from './retention.ts'

const day = 86_400_000
const start = '2026-06-10T16:00:00Z'
const isSent = (at: number) => at % 3_600_000 === 0

let portal: TestPortal
let owner: Person
let plant: TestPlant

beforeEach(async () => {
  portal = await startTestPortal(start)
  owner = await portal.signIn('owner')
  // Its local days start 4 hours after the UTC days of the partitions.
  plant = await addTestPlant(portal, owner, {
    timeZone: 'America/New_York',
    latitude: 40.7,
    longitude: -74,
    devices: 2,
  })
  await sendAll(
    plant,
    framesOf(plant, '2026-04-27T04:00:00Z', start, () => ({ powerW: 4000 }), isSent),
    sensorsOf('2026-04-27T04:00:00Z', start, () => ({ irradianceWm2: 500 })).filter(({ at }) => isSent(at)),
  )
  await analyseAll(portal)
  portal.service.settings.retention = { rawDays: 35, quarterDays: 3 * 366 }
})
afterEach(() => portal?.stop())

async function months(): Promise<string[]> {
  const { rows } = await portal.db.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent in ('device_sample'::regclass, 'sensor_sample'::regclass) order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** All figures of the pages for long periods. */
async function figures() {
  const ofStation = { params: { stationId: plant.stationId } }
  const ofDevice = { params: { deviceId: plant.devices[0]?.id ?? '' } }
  const of = (period: string, date: string) => ({ query: { period, date } })
  return Promise.all([
    owner.call('GET /stations/:stationId/statistics', { ...ofStation, ...of('month', '2026-04-28') }),
    owner.call('GET /stations/:stationId/statistics', { ...ofStation, ...of('year', '2026-04-28') }),
    owner.call('GET /stations/:stationId/statistics', { ...ofStation, ...of('total', '2026-04-28') }),
    owner.call('GET /devices/:deviceId/statistics', { ...ofDevice, ...of('month', '2026-04-28') }),
    owner.call('GET /devices/:deviceId/statistics', { ...ofDevice, ...of('total', '2026-04-28') }),
    owner.call('GET /stations/:stationId/series', { ...ofStation, query: { from: '2026-04-28', to: '2026-05-10' } }),
    owner.call('GET /devices/:deviceId/day-values', {
      ...ofDevice,
      query: { from: '2025-06-01', to: '2026-05-31', parameters: 'powerW,energyTotalKwh' },
    }),
  ]).then((replies) => replies.map(({ data }) => data))
}

const kept = ['device_sample_2026_05', 'device_sample_2026_06', 'sensor_sample_2026_05', 'sensor_sample_2026_06']

test('the job drops months that ended 90 days ago; long-term figures stay exactly equal', async () => {
  delete portal.service.settings.retention
  const failed: unknown[] = []
  const turn = async () => {
    await runJobs(portal.service, (job, error) => failed.push([job.name, error]))
    return months()
  }
  // A month is dropped as a whole, when its last sample is old enough; April has 30 days.
  portal.clock.now = Date.parse('2026-07-29T23:59:00Z')
  await analyseAll(portal)
  expect(await turn()).toEqual(expect.arrayContaining(['device_sample_2026_04', 'sensor_sample_2026_04', ...kept]))
  portal.clock.now = Date.parse('2026-07-30T06:00:00Z')
  await analyseAll(portal)
  owner = await portal.signIn('owner')
  const before = await figures()
  expect(await turn()).toEqual(kept)
  expect(await figures()).toEqual(before)
  expect(failed).toEqual([])
})

test('a month stays while a day that reaches into it waits to be analysed', async () => {
  const [{ serial } = { serial: '' }] = plant.devices
  // The local evening of 30 April is 1 May in UTC: the day needs April's samples.
  await plant.logger.send({ devices: [frame(serial, '2026-05-01T02:30:00Z', { powerW: 4000 })] })
  await forgetOld(portal.service)
  expect(await months()).toContain('device_sample_2026_04')
  await analyseAll(portal)
  await forgetOld(portal.service)
  expect(await months()).toEqual(kept)
})

/** Moves the station by a few metres, so that its days are recomputed. */
async function moveStation(): Promise<void> {
  const { data } = await owner.call('GET /stations/:stationId', { params: { stationId: plant.stationId } })
  const { name, installedOn, capacityKwp, energyBaseKwh, temperatureCoefficient, description, latitude, longitude } =
    data
  const { timeZone, address, price, currency, sortNumber } = data
  const place = { latitude: latitude + 0.0001, longitude, timeZone, address }
  const { status } = await owner.call('PUT /stations/:stationId', {
    params: { stationId: plant.stationId },
    body: {
      ...place,
      name,
      installedOn,
      capacityKwp,
      energyBaseKwh,
      temperatureCoefficient,
      description,
      price: price ?? 0,
      currency,
      sortNumber,
    },
  })
  expect(status).toBe(200)
}

test('a month stays while its days are to be recomputed; later they are not recomputed from partial samples', async () => {
  const energies = async () => {
    const { rows } = await portal.db.pool.query(
      'select date, device_no, round(energy_kwh::numeric, 3) as energy_kwh, samples from device_day order by date, device_no',
    )
    return rows
  }
  const before = await energies()
  await moveStation()
  await portal.db.pool.query('update station_day set due_at = null')
  await forgetOld(portal.service)
  expect(await months()).toContain('device_sample_2026_04')
  await rebuildDays(portal.service, Infinity)
  await analyseAll(portal)
  expect(await energies()).toEqual(before)
  await forgetOld(portal.service)
  expect(await months()).toEqual(kept)

  // Only the hours after midnight UTC are left of 30 April.
  await moveStation()
  await rebuildDays(portal.service, Infinity)
  await analyseAll(portal)
  expect(await energies()).toEqual(before)
})

test('a month that is being read is dropped at the next run, without disturbing the reader', async () => {
  const reader = await portal.ownerDb.pool.connect()
  await reader.query('begin')
  await reader.query('select count(*) from device_sample_2026_04')
  await forgetOld(portal.service)
  expect(await months()).toContain('device_sample_2026_04')
  await reader.query('commit')
  reader.release()
  await forgetOld(portal.service)
  expect(await months()).toEqual(kept)
})

test('quarter-hours are deleted after three years, days and months never', async () => {
  const before = await figures()
  portal.clock.now += 4 * 365 * day
  await portal.db.pool.query('update station_day set due_at = null, is_final = true')
  await forgetOld(portal.service)
  expect(await months()).toEqual([])
  const { rows } = await portal.db.pool.query<{ quarters: number; days: number }>(
    `select coalesce(sum(cardinality(quarter_w)), 0) as quarters, count(*) as days
     from (select quarter_w from device_day union all select quarter_w from station_day) own`,
  )
  expect(rows[0]?.quarters).toBe(0)
  expect(rows[0]?.days).toBeGreaterThan(80)
  const sums = await portal.db.pool.query<{ kwh: number }>('select sum(energy_kwh) as kwh from station_month')
  const total = before[2] as { figures: { energyKwh: number } }
  expect(sums.rows[0]?.kwh).toBeCloseTo(total.figures.energyKwh, 6)
})

test('an ended month is clustered without loss of rows', async () => {
  const count = async () => (await portal.db.pool.query('select count(*) from device_sample')).rows[0]
  const before = await count()
  for (let turn = 0; turn < 10; turn += 1) await clusterClosed(portal.service)
  const { rows } = await portal.db.pool.query<{ name: string }>(
    `select indrelid::regclass::text as name from pg_index
     where indisclustered and indrelid::regclass::text ~ '_sample_2026' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual((await months()).filter((name) => !name.endsWith('2026_06')))
  expect(await count()).toEqual(before)
})

test('expired rows and outbox files are deleted, valid ones stay', async () => {
  await makeOwnThings(portal, owner)
  const counts = async () => {
    const tables = ['session', 'attempt', 'one_time_code', 'mail_link', 'alarm_snooze', 'sign_in', 'message']
    const found = tables.map(async (table) => {
      const { rows } = await portal.db.pool.query<{ count: number }>(`select count(*) as count from ${table}`)
      return [table, rows[0]?.count ?? 0] as const
    })
    return Object.fromEntries(await Promise.all(found))
  }
  await owner.call('POST /session', { body: { account: 'owner', password: 'wrong' } })
  // An attempt is recorded after its reply.
  const refused = () => portal.db.pool.query('select from sign_in where error_code is not null')
  while ((await refused()).rows.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await portal.service.courier.sms({ id: 'old', to: '1', text: 'x', receiptUrl: '' })
  await portal.service.courier.sms({ id: 'new', to: '1', text: 'x', receiptUrl: '' })
  const full = await counts()
  for (const table of Object.keys(full)) if (table !== 'message') expect([table, full[table]]).not.toEqual([table, 0])
  await forgetEnded(portal.service)
  expect(await counts()).toEqual(full)
  expect((await owner.call('GET /session')).status).toBe(200)

  portal.clock.now += 400 * day
  for (const [name, age] of [
    ['old', 91],
    ['new', 89],
  ] as const) {
    const at = new Date(portal.clock.now - age * day)
    utimesSync(join(portal.mailbox.folder, 'sms', `${name}.txt`), at, at)
  }
  await forgetEnded(portal.service)
  expect(readdirSync(join(portal.mailbox.folder, 'sms'))).toEqual(['new.txt'])
  expect(await counts()).toEqual({
    ...full,
    session: 0,
    attempt: 0,
    one_time_code: 0,
    mail_link: 0,
    alarm_snooze: 0,
    sign_in: 0,
  })
})
