import { deviceSorts, stationSorts } from '@helioport/contract'
import { allAlarms } from '../alarm/list-alarms.ts'
import { allDevices } from './device.ts'
import { allStations } from './list-stations.ts'
import { addFleetAlarms } from '../testing/fleet/fleet-alarms.ts'
import { addFleet } from '../testing/fleet/fleet.ts'
import { recordQueries, rowsRead } from '../testing/recorded-queries.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
const stations = 1200

test('the rows of an export are read once, however many pages it has', async () => {
  const recorder = recordQueries(portal.db)
  await addFleet(portal, owner, { stations, devicesEach: 1 })
  await portal.ownerDb.pool.query('analyze')
  for (const [table, all] of [
    ['station_figure', allStations],
    ['device_figure', allDevices],
  ] as const) {
    const ids = new Set<string>()
    const queries = await recorder.during(async () => {
      for (const { id } of await all(portal.service, owner.accountId)) ids.add(id)
    })
    expect(ids.size).toBe(stations)
    const finding = queries.filter(({ text }) => text.includes(`from ${table}`) && text.includes('limit'))
    let rows = 0
    for (const each of finding) rows += await rowsRead(portal.db, each)
    expect([table, rows >= stations && rows < 1.5 * stations, rows]).toEqual([table, true, rows])
  }
})

const shown = 20
/** Rows of the shown page itself, as for the first page: details, stations, calendars. */
const mostOfShown = 15 * shown

test.each([
  ['GET /stations', stationSorts],
  ['GET /devices', deviceSorts],
] as const)(
  'a page of %s in the middle reads the narrow rows up to it once, from the nearer end',
  async (name, sorts) => {
    const recorder = recordQueries(portal.db)
    for (const page of [15, 30, 45])
      for (const sort of sorts)
        for (const order of ['asc', 'desc'] as const) {
          const query = { sort, order, page: String(page), pageSize: String(shown) }
          const queries = await recorder.during(async () => {
            expect((await owner.call(name, { query })).data).toHaveLength(shown)
          })
          let rows = 0
          for (const each of queries) rows += await rowsRead(portal.db, each)
          const upTo = Math.min(page * shown, stations - (page - 1) * shown)
          expect([query, rows, rows <= upTo + mostOfShown]).toEqual([query, rows, true])
        }
  },
)

test('a search finds all alarms of 1,200 stations or inverters that have the word', async () => {
  await addFleetAlarms(portal, owner, { each: 1, codes: ['F7', 'C4'], isOpen: true })
  const total = async (query: Record<string, string>) => (await owner.call('GET /alarms', { query })).total
  expect(await total({ search: 'INVERTER 1' })).toBe(stations)
  expect(await total({ search: 'tatio' })).toBe(stations)
  expect(await total({ search: 'inverter', code: 'C4' })).toBe(stations / 2)
  expect(await total({ search: 'Station 120' })).toBe(2)
  expect(await total({ search: 'inverter 2' })).toBe(0)
})

test.each([
  ['C1', { view: 'groups' }],
  ['C2', { view: 'episodes' }],
  ['C3', { view: 'groups', search: 'inverter' }],
] as const)(
  'while alarms of %s are added, an export of alarms %j has each alarm once and re-reads no page',
  async (code, query) => {
    const ids: string[] = []
    const recorder = recordQueries(portal.db)
    const { total } = await owner.call('GET /alarms', { query: { ...query, pageSize: '1' } })
    const queries = await recorder.during(async () => {
      for await (const { id } of allAlarms(portal.service, owner.accountId, query)) {
        ids.push(id)
        if (ids.length === 300) await addFleetAlarms(portal, owner, { each: 1, codes: [code], isOpen: true })
      }
    })
    expect([ids.length, new Set(ids).size]).toEqual([total, total])
    const finding = queries.filter(
      ({ text, values }) =>
        text.includes('order by') &&
        !values.some((value) => Array.isArray(value) && value.length > 100 && value.length <= 200),
    )
    let rows = 0
    for (const each of finding) rows += await rowsRead(portal.db, each)
    expect({ rows, isMuch: rows > 10 * (total ?? 0) }).toEqual({ rows, isMuch: false })
  },
)
