import { type EndpointName, endpoints, type EndpointSpec } from '@helioport/contract/endpoints'
import { sql } from 'kysely'
import { splitName } from '../http/register.ts'
import { goodQueries, type NamedIds } from '../testing/own/good-requests.ts'
import { keepDueFigures } from '../station/figures/keep-figures.ts'
import { keepDueYields } from '../statistics/keep-yields.ts'
import { makeOwnThings } from '../testing/own/own-things.ts'
import { rawReadsOf, type RecordedQuery, type Recorder, recordQueries } from '../testing/recorded-queries.ts'
import { analyseAll, framesOf, sendAll, sensorsOf } from '../testing/test-days.ts'
import { addTestPlant, type Person, type TestPlant } from '../testing/test-portal.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

/**
 * No query of a page reads raw samples beyond one station for one day: the statements of every reading endpoint are
 * recorded and run again with EXPLAIN ANALYZE over months of samples, which counts the rows that they scan.
 */
const now = '2026-06-10T10:00:00Z'
const firstFrame = '2026-03-05T00:00:00Z'
const devicesEach = 2
/** A quarter of an hour instead of five minutes: as many months in a third of the time. */
const stepMs = 15 * 60_000
const framesPerDay = 96
/** A station's devices and sensor on the longest day, with the points around it that a counter step needs. */
const mostRows = 2 * (devicesEach + 1) * framesPerDay
/** A day can lie in two months, and the counter's last point before it in a third. */
const mostPartitions = 3
const mostQueries = 25
/** A report needs three parts that pages request singly: the day, the month, and the same month of the year before. */
const mostOfReport = 2 * mostQueries

const { portal, owner } = sharedPortal(now)
let recorder: Recorder
let operator: Person
let plant: TestPlant
let ids: NamedIds

beforeAll(async () => {
  operator = await portal.signIn('operator', 'operator')
  ids = await makeOwnThings(portal, owner)
  plant = await addTestPlant(portal, owner, { devices: devicesEach })
  ids = { ...ids, stationId: plant.stationId, deviceId: plant.devices[0]?.id ?? '', loggerId: plant.logger.id }
  const isStep = (at: number) => at % stepMs === 0
  const powerAt = (at: number) => Math.max(0, Math.sin(((at / 3_600_000 - 5) / 14) * Math.PI)) * 8000
  await sendAll(
    plant,
    framesOf(plant, firstFrame, now, (at) => ({ powerW: powerAt(at % 86_400_000) }), isStep),
    sensorsOf(firstFrame, now, (at) => ({ irradianceWm2: powerAt(at % 86_400_000) / 10 })).filter(({ at }) =>
      isStep(at),
    ),
  )
  await analyseAll(portal)
  await portal.db.pool.query('analyze')
  // A proof, so that endpoints that require one are covered, too.
  await portal.db.pool.query('update session set proved_at = $1 where account_id = $2', [
    new Date(now),
    owner.accountId,
  ])
  recorder = recordQueries(portal.db)
})

const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => name.startsWith('GET '))
const specOf = (name: EndpointName): EndpointSpec => endpoints[name]

interface Field {
  enum?: string[]
  format?: string
}

/** The valid query; the same without optional parameters; with each other choice; and over all stored data. */
function queriesOf(name: EndpointName): Record<string, string>[] {
  const given = (goodQueries(ids) as Partial<Record<EndpointName, object>>)[name]
  if (!given) return [{}]
  const good = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]))
  // A stream without its end parameter would never end.
  if (specOf(name).stream) return [good]
  // A search would reduce the rows that are read.
  delete good.search
  const { properties = {}, required = [] } = specOf(name).query as {
    properties?: Record<string, Field>
    required?: string[]
  }
  const least = Object.fromEntries(Object.entries(good).filter(([key]) => required.includes(key)))
  const chosen = Object.entries(properties).flatMap(([key, { enum: choices = [] }]) =>
    choices.filter((choice) => choice !== good[key]).map((choice) => ({ ...good, [key]: choice })),
  )
  const whole = properties.from
    ? [{ ...good, from: dayOrInstant(properties.from, firstFrame), to: dayOrInstant(properties.to, now) }]
    : []
  return [good, least, ...chosen, ...whole]
}

const dayOrInstant = (field: Field | undefined, at: string) => (field?.format === 'date' ? at.slice(0, 10) : at)

async function send(name: EndpointName, query: Record<string, string>): Promise<number> {
  const { path } = splitName(name)
  const response = await portal.app.inject({
    method: 'GET',
    url: `/api/web/v1${path.replaceAll(/:(\w+)/g, (_, key: string) => ids[key as keyof NamedIds])}`,
    query,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      cookie: (specOf(name).access === 'operator' ? operator : owner).cookie,
    },
  })
  return response.statusCode
}

/** Faults of the statements of one request, as texts. */
async function faultsOf(queries: readonly RecordedQuery[], most = mostQueries): Promise<string[]> {
  const faults: string[] = []
  if (queries.length > most) faults.push(`${queries.length} queries`)
  for (const query of queries) {
    const reads = await rawReadsOf(portal.db, query)
    const rows = reads.reduce((sum, read) => sum + read.rows, 0)
    const partitions = new Set(reads.map(({ partition }) => partition)).size
    if (rows > mostRows || partitions > mostPartitions) {
      faults.push(`${rows} raw rows of ${partitions} partitions: ${query.text}`)
    }
  }
  return faults
}

test('the test data have four months of samples', async () => {
  const { rows } = await portal.db.pool.query<{ rows: number; partitions: number }>(
    'select count(*) as rows, count(distinct tableoid) as partitions from device_sample',
  )
  expect(rows[0]?.rows).toBeGreaterThan(18_000)
  expect(rows[0]?.partitions).toBe(4)
})

test.each(names)('%s reads raw samples of at most one station and one day', async (name) => {
  for (const [nth, query] of queriesOf(name).entries()) {
    // What a job does in production.
    await keepDueFigures(portal.service)
    const queries = await recorder.during(async () => {
      const status = await send(name, query)
      // This portal has no OpenID provider.
      if (nth === 0) expect(status).toBe(name === 'GET /session/openid' ? 409 : 200)
    })
    if (specOf(name).access !== 'anyone') expect(queries.length).toBeGreaterThan(0)
    const most = name === 'GET /account/mail-sample' ? mostOfReport : mostQueries
    expect({ query, faults: await faultsOf(queries, most) }).toEqual({ query, faults: [] })
  }
})

test('the count of raw rows sees those that the day of a station reads', async () => {
  const queries = await recorder.during(() =>
    owner.call('GET /stations/:stationId/day', {
      params: { stationId: plant.stationId },
      query: { date: '2026-06-09' },
    }),
  )
  const reads = (await Promise.all(queries.map((query) => rawReadsOf(portal.db, query)))).flat()
  const rows = reads
    .filter(({ partition }) => partition === 'device_sample_2026_06')
    .reduce((sum, read) => sum + read.rows, 0)
  expect(rows).toBeGreaterThanOrEqual(devicesEach * framesPerDay)
})

test("a far page of a device's frames reads only its own frames besides the count", async () => {
  const pageSize = 50
  let total = 0
  const queries = await recorder.during(async () => {
    const query = { from: '2026-03-10T00:00:00Z', to: '2026-06-08T00:00:00Z', page: '150', pageSize: String(pageSize) }
    const reply = await owner.call('GET /devices/:deviceId/history', { params: { deviceId: ids.deviceId }, query })
    total = reply.total ?? 0
    expect(reply.data).toHaveLength(pageSize)
  })
  expect(total).toBeGreaterThan(8000)
  const reads = (await Promise.all(queries.map((query) => rawReadsOf(portal.db, query)))).flat()
  const rows = reads.reduce((sum, read) => sum + read.rows, 0)
  // All rows are counted, by an index of their times.
  expect(rows).toBeLessThanOrEqual(total + pageSize)
})

const month = [new Date('2026-05-01T00:00:00Z'), new Date('2026-06-01T00:00:00Z')] as const
const planted: [string, () => Promise<unknown>][] = [
  [
    'a month of a device',
    () =>
      portal.db.pool.query(
        `select date_trunc('day', ts), avg(power_w) from device_sample
         where device_no = (select no from device where id = $1) and ts >= $2 and ts < $3 group by 1`,
        [ids.deviceId, ...month],
      ),
  ],
  [
    'a month of a device through kysely, in a sub-query',
    () =>
      portal.db.kysely
        .selectFrom('device')
        .select(
          sql<number>`(select max(power_w) from device_sample s where s.device_no = device.no and ts >= ${month[0]})`.as(
            'peak',
          ),
        )
        .where('id', '=', ids.deviceId)
        .execute(),
  ],
  ['the newest of everything', () => portal.db.pool.query('select max(power_w) from device_sample')],
  [
    'a month of sensors',
    () => portal.db.pool.query('select avg(irradiance_wm2) from sensor_sample where ts >= $1', [month[0]]),
  ],
]

test.each(planted)('the check reports a query over %s', async (_name, plant) => {
  const queries = await recorder.during(plant)
  expect(await faultsOf(queries)).toHaveLength(1)
})

test('lists send as many queries for many stations as for few', async () => {
  const lists = names.filter((name) => specOf(name).paged && !specOf(name).params && specOf(name).access !== 'operator')
  const count = async () => {
    const counts: Record<string, number> = {}
    for (const name of [...lists, 'GET /stations/summary', 'GET /account/statistics'] as EndpointName[]) {
      await keepDueFigures(portal.service)
      await keepDueYields(portal.service)
      const query = { ...queriesOf(name)[1], ...(specOf(name).paged && { page: '1', pageSize: '100' }) }
      counts[name] = (await recorder.during(() => send(name, query))).length
    }
    return counts
  }
  const few = await count()
  // One after the other: each call renews the owner's proof.
  const more = []
  for (let nth = 0; nth < 4; nth += 1) more.push(await addTestPlant(portal, owner, { devices: 3 }))
  for (const { devices, logger } of more) {
    await sendAll(
      { stationId: '', logger, devices },
      framesOf({ stationId: '', logger, devices }, '2026-06-10T08:00:00Z', now, () => ({
        powerW: 5000,
        frame: { errorWord: 1 },
      })),
    )
  }
  expect(await count()).toEqual(few)
})
