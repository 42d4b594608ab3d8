import { existsSync, readFileSync } from 'node:fs'
import type { EndpointName } from '@helioport/contract/endpoints'
import { addFleet } from '../testing/fleet/fleet.ts'
import { addFleetAlarms } from '../testing/fleet/fleet-alarms.ts'
import { addFleetDays } from '../testing/fleet/fleet-days.ts'
import { type Recorder, recordQueries, rowsRead } from '../testing/recorded-queries.ts'
import { addTestPlant, frame, type Person, proved, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

/**
 * The cost of a list depends on the rows that it shows. The test explains each of its statements with 50 and with 5,000
 * stations, and counts the rows that are read.
 */
const [mostReads, shown] = [20, 20]
const mostGrowth = 1.5 // Of 5,000 stations against 50.
const lists: [EndpointName, Record<string, string>][] = [
  ['GET /stations', {}],
  ['GET /stations', { sort: 'name' }],
  ['GET /stations', { sort: 'powerW' }],
  ['GET /stations', { sort: 'energyTodayKwh' }],
  ['GET /stations', { sort: 'specificYieldToday', page: '2' }],
  ['GET /stations', { sort: 'powerW', order: 'asc' }],
  ['GET /stations', { sort: 'status' }],
  ['GET /stations', { sort: 'incomeToday', order: 'asc' }],
  ['GET /stations', { sort: 'devicesWell', page: '2' }],
  ['GET /stations', { sort: 'age', order: 'asc' }],
  ['GET /stations', { attention: 'true' }],
  ['GET /stations', { status: 'normal' }],
  ['GET /stations', { tag: 'few', sort: 'powerW' }],
  ['GET /stations', { tag: 'half', sort: 'age' }],
  ['GET /devices', {}],
  ['GET /devices', { sort: 'powerW', order: 'desc' }],
  ['GET /devices', { sort: 'energyTodayKwh' }],
  ['GET /devices', { sort: 'incomeToday', order: 'desc' }],
  ['GET /devices', { sort: 'age', order: 'desc', page: '2' }],
  ['GET /devices', { status: 'offline', sort: 'name' }],
  ['GET /ranking', {}],
  ['GET /ranking', { of: 'devices' }],
  ['GET /ranking', { period: 'week' }],
  ['GET /ranking', { period: 'year', page: '2' }],
  ['GET /ranking', { of: 'devices', period: 'week', page: '3' }],
  ['GET /ranking', { of: 'devices', period: 'month' }],
  ['GET /ranking', { of: 'devices', period: 'month', date: '2026-06-01', page: '2' }],
  ['GET /ranking', { of: 'devices', period: 'year' }],
  ['GET /ranking', { of: 'devices', period: 'total' }],
  ['GET /ranking', { of: 'devices', period: 'month', page: '2' }],
  ['GET /remote-settings/devices', { page: '3' }],
  ['GET /loggers', {}],
  ['GET /loggers', { page: '2' }],
  ['GET /stations', { page: 'last' }],
  ['GET /stations', { page: 'last', sort: 'powerW', order: 'asc' }],
  ['GET /devices', { page: 'last', sort: 'cabinetC', order: 'desc' }],
  ['GET /loggers', { page: 'last' }],
  ['GET /alarms', {}],
  ['GET /alarms', { lowLight: 'false', class: 'fault', page: '2' }],
  ['GET /alarms', { state: 'closed', page: 'last' }],
]

let portal: TestPortal
let few: Person
let many: Person
let recorder: Recorder
/** Ids of tags by name, per account. */
const tags = new Map<Person, Map<string, string>>()

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  few = await portal.signIn('few')
  many = await portal.signIn('many')
  await addFleet(portal, few, { stations: 50, devicesEach: 4 })
  await addFleet(portal, many, { stations: 5000, devicesEach: 4 })
  for (const person of [few, many]) await addFleetDays(portal, person, 12)
  for (const person of [few, many])
    await addFleetAlarms(portal, person, { each: 2, codes: ['F7', 'C4', 'A2'], isOpen: false })
  for (const person of [few, many]) tags.set(person, await tagSome(person))
  await portal.ownerDb.pool.query('analyze')
  recorder = recordQueries(portal.db)
})
afterAll(() => portal?.stop())

/** One tag for 20 stations, and one for every second station. */
async function tagSome(person: Person): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  for (const [name, where] of [
    ['few', 'sort_number <= 20'],
    ['half', 'sort_number % 2 = 0'],
  ] as const) {
    const { data } = await person.call('POST /station-tags', { body: { kind: 'tag', name } })
    await portal.db.pool.query(
      `insert into station_tagging select $1, id from station where account_id = $2 and ${where}`,
      [data.id, person.accountId],
    )
    made.set(name, data.id)
  }
  return made
}

async function lastFull(person: Person, name: EndpointName, query: Record<string, string>): Promise<string> {
  const { total = 0 } = await person.call(name, { query: { ...query, page: '1', pageSize: '1' } })
  return String(Math.floor(total / shown))
}

test.each(lists)('%s %j reads at most 20 rows per shown row, with 50 and with 5,000 stations', async (name, query) => {
  const sums: number[] = []
  for (const person of [few, many]) {
    let got = 0
    const page = query['page'] === 'last' && { page: await lastFull(person, name, query) }
    const queries = await recorder.during(async () => {
      const tag = tags.get(person)?.get(query['tag'] ?? '')
      const asked = { ...query, ...(tag !== undefined && { tag }), ...page, pageSize: String(shown) }
      const reply = await person.call(name, { query: asked })
      got = (reply.data as unknown[]).length
    })
    expect(got).toBe(shown)
    const reads = []
    for (const each of queries) reads.push({ rows: await rowsRead(portal.db, each), text: each.text })
    const sum = reads.reduce((all, { rows }) => all + rows, 0)
    expect({ sum, reads: sum > mostReads * shown ? reads : [] }).toEqual({ sum: expect.any(Number), reads: [] })
    sums.push(sum)
  }
  expect((sums[1] ?? 0) / (sums[0] ?? 0)).toBeLessThanOrEqual(mostGrowth)
})

/** Processor time of this process and of its database's connections, ms; /proc counts it in ticks of 10 ms. */
async function processorMs(): Promise<number> {
  const { rows } = await portal.ownerDb.pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  )
  const ticks = rows.map(({ pid }) => {
    const file = `/proc/${pid}/stat`
    const fields = existsSync(file) ? (readFileSync(file, 'utf8').split(') ')[1] ?? '').split(' ') : []
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  })
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000 + 10 * ticks.reduce((sum, each) => sum + each, 0)
}

test('all lists take at most 1.5 times the processor time with 5,000 stations that they take with 50', async () => {
  const askAll = async (person: Person) => {
    for (const [name, query] of lists) {
      if (query['page'] === 'last') continue
      const tag = tags.get(person)?.get(query['tag'] ?? '')
      await person.call(name, { query: { ...query, ...(tag !== undefined && { tag }), pageSize: String(shown) } })
    }
  }
  for (const person of [few, many]) await askAll(person)
  const taken = new Map([few, many].map((person) => [person, 0]))
  for (let turn = 0; turn < 3; turn += 1)
    for (const person of [few, many]) {
      const before = await processorMs()
      await askAll(person)
      taken.set(person, (taken.get(person) ?? 0) + (await processorMs()) - before)
    }
  const [of50 = 0, of5000 = 0] = taken.values()
  console.log(`all lists: ${of50.toFixed()} ms of 50 stations, ${of5000.toFixed()} ms of 5,000`)
  expect(of5000 / of50).toBeLessThanOrEqual(mostGrowth)
})

/** A search reads the text and the narrow row of each hit. */
const readsOf = (found: number) => 2 * found + mostReads * shown

/** Narrow rows of both accounts, after 1,001 texts were read, which are too many hits for the index. */
const readsOfMost = { 'GET /stations': 5050 + 1001, 'GET /devices': 4 * 5050 + 1001 } as const

test.each(['GET /stations', 'GET /devices'] as const)(
  'a search of %s reads its hits, or each narrow row once for a common word; its total counts all hits',
  async (name) => {
    const all = name === 'GET /stations' ? 5000 : 20_000
    for (const [search, most, reading] of [
      ['Station 49', name === 'GET /stations' ? 111 : 0, readsOf(111)],
      ['Station 4900', name === 'GET /stations' ? 1 : 0, mostReads * shown],
      ['Inverter', all, readsOfMost[name] + mostReads * shown],
      ['nothing of this name', 0, mostReads],
      // Two characters, as in most Chinese words; they match too many devices for a search by the index.
      ['49', all, name === 'GET /stations' ? readsOf(250) : readsOfMost[name] + mostReads * shown],
      ['电站', 0, mostReads],
    ] as const) {
      const found: string[] = []
      let total = 0
      const queries = await recorder.during(async () => {
        const reply = await many.call(name, { query: { search, pageSize: String(shown), page: '1' } })
        found.push(...(reply.data as { id: string }[]).map(({ id }) => id))
        total = reply.total ?? 0
      })
      const reads = []
      for (const each of queries) reads.push({ rows: await rowsRead(portal.db, each), text: each.text })
      const sum = reads.reduce((rows, each) => rows + each.rows, 0)
      expect({ search, sum, reads: sum > reading ? reads : [] }).toEqual({ search, sum, reads: [] })
      expect(total).toBeLessThanOrEqual(most)
      expect(found).toHaveLength(Math.min(shown, total))
      const next = await many.call(name, { query: { search, pageSize: String(shown), page: '2' } })
      expect(next.total).toBe(total)
      expect((next.data as { id: string }[]).filter(({ id }) => found.includes(id))).toEqual([])
    }
  },
)

test("the list of a device's alarm episodes reads that device alone", async () => {
  const { rows } = await portal.db.pool.query<{ id: string }>(
    'select id from device where account_id = $1 order by no desc limit 1',
    [many.accountId],
  )
  let got = 0
  const query = { deviceId: rows[0]?.id ?? '', view: 'episodes', lowLight: 'false' }
  const queries = await recorder.during(async () => {
    got = (await many.call('GET /alarms', { query: { ...query, from: '2026-01-01T00:00:00Z' } })).data.length
  })
  expect(got).toBeGreaterThan(0)
  const reads = []
  for (const each of queries) reads.push({ rows: await rowsRead(portal.db, each), text: each.text })
  const sum = reads.reduce((all, each) => all + each.rows, 0)
  expect({ sum, reads: sum > mostReads * shown ? reads : [] }).toEqual({ sum, reads: [] })
})

test('a renamed station is found at once by its new name and no longer by the former one', async () => {
  const { rows } = await portal.db.pool.query<{ id: string }>(
    'select id from station where account_id = $1 and sort_number = 7',
    [few.accountId],
  )
  const rename = (to: string) => portal.db.pool.query('update station set name = $2 where id = $1', [rows[0]?.id, to])
  const found = async (search: string) => (await few.call('GET /stations', { query: { search } })).total
  await rename('Zwölfender 北京光伏')
  expect([await found('wölfEND'), await found('京光'), await found('北京光伏'), await found('Station 7')]).toEqual([
    1, 1, 1, 0,
  ])
  await rename('Station 7')
  expect([await found('wölfEND'), await found('Station 7')]).toEqual([0, 1])
})

/** Rows of the shown page, with the stations of the shown devices and their calendars. */
const mostOfShown = 60 * shown

/** Per station: its row, its day and its devices; per device: its row, its day and its station. */
test.each([
  ['stations', 5050 * (2 + 4)],
  ['devices', 5050 * (1 + 2 * 4)],
] as const)('a ranking of %s of a past day reads each narrow row once', async (of, narrowRows) => {
  const queries = await recorder.during(async () => {
    const reply = await many.call('GET /ranking', {
      query: { of, date: '2026-06-08', page: '3', pageSize: String(shown) },
    })
    expect((reply.data as unknown[]).length).toBe(shown)
  })
  const reads = []
  for (const each of queries) reads.push({ rows: await rowsRead(portal.db, each), text: each.text })
  const sum = reads.reduce((all, { rows }) => all + rows, 0)
  expect({ sum, reads: sum > narrowRows + mostOfShown ? reads : [] }).toEqual({ sum, reads: [] })
})

test('many requests of one account do not delay another account', async () => {
  const order: string[] = []
  const ask = async (person: Person, name: string) => {
    await person.call('GET /stations', { query: { pageSize: '50', sort: 'powerW' } })
    order.push(name)
  }
  const much = Array.from({ length: 40 }, () => ask(many, 'many'))
  await Promise.all([...much, ask(few, 'few')])
  // Four requests of the other account are in work when this person's request arrives.
  expect(order.indexOf('few')).toBeLessThan(20)
})

test('the count of rows detects a statement that reads all stations for a page', async () => {
  const values = [many.accountId]
  const text = 'select id from station where account_id = $1 order by capacity_kwp * 2 limit 20'
  expect(await rowsRead(portal.db, { text, values })).toBeGreaterThan(mostReads * shown)
})

test('totals count all rows, and the totals of each status add up', async () => {
  const totalOf = async (name: EndpointName, status?: string) =>
    (await many.call(name, { query: { pageSize: '1', ...(status && { status }) } })).total ?? 0
  for (const name of ['GET /stations', 'GET /devices'] as const) {
    const all = name === 'GET /stations' ? 5000 : 20_000
    expect(await totalOf(name)).toBe(all)
    let sum = 0
    for (const status of ['normal', 'abnormal', 'standby', 'offline']) sum += await totalOf(name, status)
    expect(sum).toBe(all)
    expect(await totalOf(name, name === 'GET /stations' ? 'normal' : 'offline')).toBeGreaterThan(1000)
  }
})

test('the summary covers all stations', async () => {
  const { data: sums } = await many.call('GET /stations/summary')
  expect(sums).toMatchObject({ stations: 5000, devices: 20_000, capacityKwp: 50_000 })
  expect(sums.incomes).toMatchObject([{ currency: 'EUR', stations: 5000 }])
  const { total } = await many.call('GET /stations', { query: { attention: 'true', pageSize: '1' } })
  expect(sums.attention).toBe(total)
  expect(sums.attention).toBeGreaterThan(1000)
  expect(sums.powerOf.stations).toBe(sums.stationCounts.normal)
})

test('groups and tags belong to an account; tagging returns a result for each station', async () => {
  const person = await portal.signIn('tagger')
  const [first, second] = [await addTestPlant(portal, person), await addTestPlant(portal, person)]
  const make = async (kind: 'group' | 'tag', name: string) =>
    (await person.call('POST /station-tags', { body: { kind, name } })).data.id
  const [north, south, roof] = [await make('group', 'North'), await make('group', 'South'), await make('tag', 'Roof')]
  expect((await person.call('POST /station-tags', { body: { kind: 'tag', name: 'NORTH' } })).errorCode).toBe(
    'tag.nameTaken',
  )
  const tag = (stationTagId: string, stationIds: string[], isTagged = true) =>
    person.call('PUT /station-tags/:stationTagId/stations', {
      params: { stationTagId },
      body: { stationIds, isTagged },
    })
  const both = [first.stationId, second.stationId]
  expect((await tag(north, both)).data).toEqual(both.map((stationId) => ({ stationId, errorCode: null })))
  await tag(roof, both)
  await tag(south, [second.stationId])
  await tag(roof, [first.stationId], false)
  const found = async (id: string) =>
    (await person.call('GET /stations', { query: { tag: id } })).data.map((station) => station.id)
  expect([await found(north), await found(south), await found(roof)]).toEqual([
    [first.stationId],
    [second.stationId],
    [second.stationId],
  ])
  const counts = (await person.call('GET /station-tags')).data.map(({ name, stations }) => [name, stations])
  expect(counts).toEqual([
    ['North', 1],
    ['South', 1],
    ['Roof', 1],
  ])
  expect((await person.call('GET /station-ids', { query: { tag: roof } })).data).toEqual([second.stationId])
  // Nobody finds stations by another account's tags.
  expect((await many.call('GET /stations', { query: { tag: north } })).total).toBe(0)
  await person.call('DELETE /station-tags/:stationTagId', { params: { stationTagId: roof } })
  expect((await person.call('GET /stations', { query: { tag: roof } })).total).toBe(0)
})

test('a saved filter replaces one of the same name, and other accounts do not see it', async () => {
  const save = (name: string, query: string) =>
    few.call('POST /saved-filters', { body: { list: 'stations', name, query } })
  await save('Late', 'status=attention')
  const { data } = await save('late', 'status=attention&sort=age')
  expect((await few.call('GET /saved-filters', { query: { list: 'stations' } })).data).toEqual([data])
  expect((await few.call('GET /saved-filters', { query: { list: 'devices' } })).data).toEqual([])
  expect((await many.call('GET /saved-filters', { query: { list: 'stations' } })).data).toEqual([])
  const params = { savedFilterId: data.id }
  expect((await many.call('DELETE /saved-filters/:savedFilterId', { params })).errorCode).toBe('notFound')
  await few.call('DELETE /saved-filters/:savedFilterId', { params })
  expect((await few.call('GET /saved-filters', { query: { list: 'stations' } })).data).toEqual([])
})

test('sharing several stations at once needs a proof and returns a result for each', async () => {
  const person = await portal.signIn('giver')
  const guest = await portal.signIn('guest-of-many')
  const [first, second] = [await addTestPlant(portal, person), await addTestPlant(portal, person)]
  const body = {
    stationIds: [first.stationId, second.stationId],
    userName: 'guest-of-many',
    rights: ['view' as const],
    endsOn: null,
  }
  expect((await person.call('POST /station-shares', { body })).errorCode).toBe('session.proofRequired')
  const share = async (stationIds: string[]) =>
    (await proved(portal, person).call('POST /station-shares', { body: { ...body, stationIds } })).data
  expect(await share([first.stationId])).toEqual([{ stationId: first.stationId, errorCode: null }])
  expect(await share(body.stationIds)).toEqual([
    { stationId: first.stationId, errorCode: 'share.exists' },
    { stationId: second.stationId, errorCode: null },
  ])
  expect((await guest.call('GET /incoming-shares')).total).toBe(2)
})

test('the next list shows a station just added, renamed or removed', async () => {
  const person = await portal.signIn('writer')
  const { stationId } = await addTestPlant(portal, person, { devices: 2 })
  const names = async () => (await person.call('GET /stations')).data.map(({ name }) => name)
  const counts = async () => [(await person.call('GET /stations')).total, (await person.call('GET /devices')).total]
  expect(await names()).toHaveLength(1)
  expect(await counts()).toEqual([1, 2])
  await portal.db.kysely.updateTable('station').set({ name: 'Renamed' }).where('id', '=', stationId).execute()
  expect(await names()).toEqual(['Renamed'])
  await portal.db.kysely.deleteFrom('station').where('id', '=', stationId).execute()
  expect(await counts()).toEqual([0, 0])
})

test('the next list shows changes by time alone: a silent device, the night', async () => {
  const person = await portal.signIn('waiter')
  const { logger, devices } = await addTestPlant(portal, person)
  const [serial, startedAt] = [devices[0]?.serial ?? '', portal.clock.now]
  await logger.send({ devices: [frame(serial, startedAt, { powerW: 4000 })] })
  const found = async (status: string) => (await person.call('GET /stations', { query: { status } })).total
  const needing = async () => [
    (await person.call('GET /stations', { query: { attention: 'true' } })).total,
    (await person.call('GET /stations/summary')).data.attention,
  ]
  expect([await found('normal'), ...(await needing())]).toEqual([1, 0, 0])
  portal.clock.now = startedAt + 10 * 60_000 // A device is late after two of its intervals, and silent after three.
  expect([await found('normal'), ...(await needing())]).toEqual([1, 1, 1])
  portal.clock.now = startedAt + 15 * 60_000
  expect([await found('normal'), await found('offline'), ...(await needing())]).toEqual([0, 1, 1, 1])
  portal.clock.now = Date.parse('2026-06-10T21:00:00Z') // It fell silent in daylight, so it stays silent until its next frame.
  expect([await found('offline'), await found('standby'), ...(await needing())]).toEqual([1, 0, 1, 1])
  await logger.send({ devices: [frame(serial, Date.parse('2026-06-10T19:15:00Z'), { powerW: 10 })] })
  expect([await found('standby'), ...(await needing())]).toEqual([1, 0, 0])
  portal.clock.now = startedAt
})
