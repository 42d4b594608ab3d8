import { distribute } from './distribute.ts'
import { type EndpointName, endpoints, type EndpointSpec } from '@helioport/contract/endpoints'
import { splitName } from '../http/register.ts'
import { rebuildDays } from '../energy/kept/rebuild.ts'
import { keepDueFigures } from '../station/figures/keep-figures.ts'
import { forgetOld } from '../telemetry/retention.ts'
import { goodQueries, type NamedIds } from '../testing/own/good-requests.ts'
import { makeOwnThings } from '../testing/own/own-things.ts'
import { type Recorder, recordQueries } from '../testing/recorded-queries.ts'
import { type Reach, reachOf } from '../testing/spread-reach.ts'
import { analyseAll, framesOf, sendAll, sensorsOf } from '../testing/test-days.ts'
import {
  addTestPlant,
  frame,
  type Person,
  proved,
  startTestPortal,
  type TestPlant,
  type TestPortal,
} from '../testing/test-portal.ts'
import { openDatabase } from './open-database.ts'

/**
 * The core of the service with samples on two workers, in a jest project of its own (citus) that starts the cluster.
 */
const now = '2026-06-10T10:00:00Z'
const firstFrame = '2026-04-29T00:00:00Z'
/** A long interval, so that months have few frames. */
const stepMs = 60 * 60_000
const dayMs = 86_400_000
/** Enough that each worker has some. */
const devices = 6

const missing = process.env.NO_CITUS
const onCluster = missing === undefined ? describe : describe.skip

onCluster(`samples on two workers${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  let portal: TestPortal
  let owner: Person
  let operator: Person
  let plant: TestPlant
  let ids: NamedIds
  let recorder: Recorder
  const powerAt = (at: number) => Math.max(0, Math.sin(((at / 3_600_000 - 5) / 14) * Math.PI)) * 8000
  const frames = () =>
    framesOf(
      plant,
      firstFrame,
      now,
      (at) => ({ powerW: powerAt(at % dayMs) }),
      (at) => at % stepMs === 0,
    )

  beforeAll(async () => {
    portal = await startTestPortal(now)
    recorder = recordQueries(portal.db)
    owner = await portal.signIn('owner')
    operator = await portal.signIn('operator', 'operator')
    ids = await makeOwnThings(portal, owner)
    plant = await addTestPlant(portal, owner, { devices })
    ids = { ...ids, stationId: plant.stationId, deviceId: plant.devices[0]?.id ?? '', loggerId: plant.logger.id }
  })
  afterAll(() => portal?.stop())

  const figures = async () => {
    const { data } = await owner.call('GET /stations/:stationId/statistics', {
      params: { stationId: plant.stationId },
      query: { period: 'month', date: '2026-06-01' },
    })
    // The partial sums of workers are added as they arrive: the last digit of a sum varies.
    return JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
      typeof value === 'number' ? Number(value.toPrecision(12)) : value,
    ) as unknown
  }
  const deviceNos = async () => {
    const { rows } = await portal.db.pool.query<{ no: number; id: string; worker: number }>(
      `select device.no, device.id, placed.nodeport as worker from device
       join citus_shards placed on placed.shardid = get_shard_id_for_distribution_column('device_sample', device.no)
       where device.station_id = $1 order by device.no`,
      [plant.stationId],
    )
    return rows
  }

  test('frames in any order are stored once and give the same figures', async () => {
    const sent = frames()
    const late = sent.filter((_, nth) => nth % 7 === 0)
    const sensors = sensorsOf(firstFrame, now, (at) => ({ irradianceWm2: powerAt(at % dayMs) / 10 }))
    await sendAll(
      plant,
      sent.filter((_, nth) => nth % 7 !== 0),
      sensors.filter(({ at }) => at % stepMs === 0),
    )
    await sendAll(plant, late)
    const again = await plant.logger.send({ devices: [...late.slice(0, 20), frame(plant.devices[0]?.serial ?? '', Date.parse(now) - 60_000, { powerW: 1 })] }) // prettier-ignore
    expect(again.data).toMatchObject({ accepted: 1, duplicates: 20, rejected: [] })
    expect(new Set((await deviceNos()).map(({ worker }) => worker)).size).toBe(2)
    await analyseAll(portal)
    const before = await figures()
    const { rows } = await portal.db.pool.query<{ kwh: number }>(
      "select sum(energy_kwh) as kwh from device_day where station_id = $1 and date = '2026-06-09'",
      [plant.stationId],
    )
    const first = sent.filter(({ serial }) => serial === plant.devices[0]?.serial)
    const counterAt = (at: string) => first.find((own) => own.at === Date.parse(at))?.energyTotalKwh ?? Number.NaN
    // Local midnights of the plant.
    const made = devices * (counterAt('2026-06-09T22:00:00Z') - counterAt('2026-06-08T22:00:00Z'))
    expect(rows[0]?.kwh).toBeCloseTo(made, 0)
    await portal.ownerDb.pool.query(
      'insert into rebuild select no, to_timestamp(0) from device where station_id = $1',
      [plant.stationId],
    )
    await rebuildDays(portal.service, Infinity)
    await analyseAll(portal)
    expect(await figures()).toEqual(before)
  })

  test('every statement reads one shard, or no more shards than it names devices', async () => {
    const specOf = (name: EndpointName): EndpointSpec => endpoints[name]
    // Includes endpoints that require a recent proof.
    await portal.db.pool.query('update session set proved_at = $1', [new Date(now)])
    const queries = await recorder.during(async () => {
      const at = Date.parse(now)
      await plant.logger.send({
        devices: plant.devices.map(({ serial }) => frame(serial, at + 1000, { errorWord: 1, powerW: 10 })),
        sensors: [{ at: at + 1000, irradianceWm2: 3 }],
      })
      await analyseAll(portal)
      await keepDueFigures(portal.service)
      for (const name of (Object.keys(endpoints) as EndpointName[]).filter((each) => each.startsWith('GET '))) {
        if (specOf(name).stream) continue
        const { path } = splitName(name)
        const query = (goodQueries(ids) as Partial<Record<EndpointName, object>>)[name] ?? {}
        const { statusCode } = await portal.app.inject({
          method: 'GET',
          url: `/api/web/v1${path.replaceAll(/:(\w+)/g, (_, key: string) => ids[key as keyof NamedIds])}`,
          query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
          headers: {
            'x-requested-with': 'XMLHttpRequest',
            cookie: (specOf(name).access === 'operator' ? operator : owner).cookie,
          },
        })
        // 409: this portal has no OpenID provider.
        expect([name, [200, 409].includes(statusCode)]).toEqual([name, true])
      }
    })
    const reaches: Reach[] = []
    for (const query of queries.filter(({ text }) => /_sample|sample_device|device_curve/.test(text)))
      reaches.push(await reachOf(portal.db, query, devices))
    expect(reaches.length).toBeGreaterThan(20)
    expect(reaches.filter(({ fault }) => fault !== null)).toEqual([])
    // And a statement over all shards is detected.
    const everything = { text: 'select max(power_w) from device_sample', values: [] }
    expect((await reachOf(portal.db, everything, devices)).fault).toMatch(/4 shards/)
  })

  test('frames with stamp "end" reach into the day before; each statement reads one shard', async () => {
    const other = await addTestPlant(portal, owner)
    await proved(portal, owner).call('PUT /loggers/:loggerId', {
      params: { loggerId: other.logger.id },
      body: { stationId: other.stationId, stamp: 'end' },
    })
    await rebuildDays(portal.service, Infinity)
    const midnight = Date.parse('2026-06-08T22:00:00Z')
    const hours = Array.from({ length: 48 }, (_, nth) => midnight + (nth - 23) * stepMs)
    const queries = await recorder.during(async () => {
      // The first frame of a day in a batch of its own.
      for (const sent of [hours.filter((at) => at < midnight), hours.filter((at) => at >= midnight)])
        await sendAll(
          other,
          sent.map((at) => frame(other.devices[0]?.serial ?? '', at, { powerW: 1000 })),
          sent.map((at) => ({ at, irradianceWm2: 20 })),
        )
      await analyseAll(portal)
    })
    const { data } = await owner.call('GET /stations/:stationId/day', {
      params: { stationId: other.stationId },
      query: { date: '2026-06-08' },
    })
    expect([data.powerW.at(-1), data.irradianceWm2.at(-1)]).toEqual([1000, 20])
    const faults = []
    for (const query of queries.filter(({ text }) => /_sample|sample_device/.test(text)))
      faults.push((await reachOf(portal.db, query, devices)).fault)
    expect(faults.filter((fault) => fault !== null)).toEqual([])
    // Also where the sensors of a station are at several loggers, on several shards.
    const ofSensors = queries.find(({ text }) => text.includes('sensor_sample') && text.includes('as f (ts)'))
    const several = [Array.from({ length: 8 }, (_, nth) => nth + 1), ...(ofSensors?.values.slice(1) ?? [])]
    await portal.db.pool.query(ofSensors?.text ?? '', several)
  })

  test('deleting a device deletes its rows at the workers', async () => {
    const [gone] = (await portal.db.pool.query<{ no: number }>('select no from device where id <> all($1)', [plant.devices.map(({ id }) => id)])).rows // prettier-ignore
    const count = async () => {
      const { rows } = await portal.db.pool.query<{ count: number }>(
        `select (select count(*) from sample_device where device_no = $1)
           + (select count(*) from device_curve where device_no = $1) as count`,
        [gone?.no],
      )
      return Number(rows[0]?.count)
    }
    await portal.db.pool.query("insert into device_curve values ($1, '2026-06-01', '{}', '{}', '{}')", [gone?.no])
    expect(await count()).toBe(2)
    await portal.ownerDb.pool.query('delete from device where no = $1', [gone?.no])
    expect(await count()).toBe(0)
  })

  test('samples of an old month are dropped; its days are kept', async () => {
    const before = await figures()
    portal.service.settings.retention = { rawDays: 30, quarterDays: Infinity }
    await forgetOld(portal.service)
    const { rows } = await portal.db.pool.query<{ frames: number; kept: number }>(
      `select (select count(*) from device_sample where ts < '2026-05-01') as frames,
         (select count(*) from device_day where is_kept) as kept`,
    )
    expect(Number(rows[0]?.frames)).toBe(0)
    expect(Number(rows[0]?.kept)).toBeGreaterThanOrEqual(devices)
    expect(await figures()).toEqual(before)
  })

  test("workers use UTC, no JIT and the service's random_page_cost", async () => {
    const distributed = await distribute(portal.ownerDb)
    const { rows } = await portal.ownerDb.pool.query<{ result: string }>(
      `select result from run_command_on_workers($$select array_to_string(setconfig, ',') from pg_db_role_setting
         where setrole = 0 and setdatabase = (select oid from pg_database where datname = current_database())$$)`,
    )
    expect(distributed).toEqual([])
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ result: 'TimeZone=UTC,jit=off,random_page_cost=1.1' })))
  })

  test('a worker that is down answers 503 for its own devices alone', async () => {
    const own = await deviceNos()
    const down = own[0]?.worker
    const other = own.find(({ worker }) => worker !== down)
    const url = (process.env.TEST_ADMIN_URLS ?? '').split(',').find((each) => each.endsWith(`port=${down}`)) ?? ''
    const name = new URL(portal.databaseUrl).pathname.slice(1)
    const worker = openDatabase(url)
    await worker.pool.query(`alter database ${name} allow_connections false`)
    await worker.pool.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name])
    const ask = (deviceId = '') =>
      owner.call('GET /devices/:deviceId/history', {
        params: { deviceId },
        query: (goodQueries(ids) as Record<string, object>)['GET /devices/:deviceId/history'] as never,
      })
    try {
      const [hurt, well] = [await ask(own[0]?.id), await ask(other?.id)]
      expect([hurt.status, hurt.errorCode]).toEqual([503, 'service.databaseDown'])
      expect(well.status).toBe(200)
    } finally {
      await worker.pool.query(`alter database ${name} allow_connections true`)
      await worker.close()
    }
    expect((await ask(own[0]?.id)).status).toBe(200)
  })
})
