import { deviceSorts, stationSorts } from '@helioport/contract'
import type { EndpointName } from '@helioport/contract/endpoints'
import { addFleet } from '../testing/fleet/fleet.ts'
import { addFleetAlarms } from '../testing/fleet/fleet-alarms.ts'
import { addFleetDays } from '../testing/fleet/fleet-days.ts'
import { type Recorder, recordQueries, rowsRead } from '../testing/recorded-queries.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import type { Person } from '../testing/test-portal.ts'

/** Pages next to a page in the middle of a list cost as little as the first page, and have the same rows. */
const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
const [stations, shown, mostReads] = [1200, 20, 20]
let recorder: Recorder
let few: Person

type Query = Record<string, string>
type List = [name: EndpointName, query: Query]
const directions = ['asc', 'desc'] as const
const sorted = (name: EndpointName, sorts: readonly string[]): List[] =>
  sorts.flatMap((sort) => directions.map((order): List => [name, { sort, order }]))
const lists: List[] = [
  ['GET /stations', {}],
  ...sorted('GET /stations', stationSorts),
  ['GET /stations', { attention: 'true' }],
  ['GET /stations', { status: 'normal' }],
  ['GET /devices', {}],
  ...sorted('GET /devices', deviceSorts),
  ['GET /devices', { status: 'normal', sort: 'name' }],
  ['GET /remote-settings/devices', {}],
  ['GET /loggers', {}],
  ['GET /alarms', {}],
  ['GET /alarms', { state: 'closed' }],
  ['GET /alarms', { lowLight: 'false', class: 'fault' }],
  ['GET /ranking', {}],
  ['GET /ranking', { of: 'devices' }],
  ['GET /ranking', { of: 'devices', period: 'month' }],
  ['GET /ranking', { of: 'devices', period: 'year' }],
]

beforeAll(async () => {
  few = await portal.signIn('few')
  for (const [person, count] of [
    [owner, stations],
    [few, 51],
  ] as const) {
    await addFleet(portal, person, { stations: count, devicesEach: 2 })
    await addFleetDays(portal, person, 12)
    await addFleetAlarms(portal, person, { each: 2, codes: ['F7', 'C4', 'A2'], isOpen: false })
  }
  // Rows with unknown values in each list.
  for (const [table, own] of [
    ['station_figure', 'well_share = null, measured_at = null, open_alarms = sort_number % 4'],
    ['device_figure', 'hours_total = null, cabinet_c = null'],
  ])
    await portal.ownerDb.pool.query(
      `update ${table} set power_w = null, energy_today_kwh = null, yield_today = null, energy_total_kwh = null,
         income_currency = null, income_today = null, ${own} where hashtext(station_id::text) % 3 = 0`,
    )
  await forgetDays()
  await portal.ownerDb.pool.query('analyze')
  recorder = recordQueries(portal.db)
})

/** Takes away all days of the newest entries, and of one of long ago: rankings have no figures of them. */
async function forgetDays() {
  const { pool } = portal.ownerDb
  for (const [kind, order, key] of [
    ['station', 'sort_number, name_key, station_id', 'station_id'],
    ['device', 'place', 'device_no'],
  ] as const) {
    const own = 'partition by account_id'
    const { rows } = await pool.query<{ id: string }>(
      `select id from (
         select ${kind}_id as id, row_number() over (${own} order by ${order}) as nth, count(*) over (${own}) as of
         from ${kind}_figure
       ) placed where nth > 0.8 * of or nth = 5`,
    )
    const ids = rows.map(({ id }) => id)
    const keys = kind === 'device' ? 'select no from device where id = any($1::uuid[])' : 'select unnest($1::uuid[])'
    for (const table of [`${kind}_day`, `${kind}_month`])
      await pool.query(`delete from ${table} where ${key} in (${keys})`, [ids])
    await pool.query(`delete from ${kind}_yield where ${kind}_id = any($1::uuid[])`, [ids])
  }
  await pool.query('delete from yield_due; delete from station_due')
}

interface Page {
  ids: string[]
  position: string | undefined
  total: number
}

async function ask(person: Person, [name, query]: List, page: number, near?: string, size = shown): Promise<Page> {
  const asked = { ...query, page: String(page), pageSize: String(size), ...(near !== undefined && { near }) }
  const reply = await person.call(name, { query: asked })
  const { position } = reply.response.json<{ position?: string }>()
  const rows = reply.data as { id?: string; deviceId?: string | null; stationId?: string }[]
  const ids = rows.map((row) => row.id ?? row.deviceId ?? row.stationId ?? '')
  return { ids, position, total: reply.total ?? 0 }
}

/** Rows that a page reads; `reads`: by which statements, where they are too many. */
async function costOf(work: () => Promise<Page>) {
  let ids: string[] = []
  const queries = await recorder.during(async () => {
    ids = (await work()).ids
  })
  const reads = []
  for (const each of queries) reads.push({ rows: await rowsRead(portal.db, each), text: each.text })
  const sum = reads.reduce((all, { rows }) => all + rows, 0)
  return { ids, sum, reads: sum > mostReads * shown ? reads : [] }
}

test.each(lists)('pages adjacent to a page of %s %j read at most 20 rows per shown row', async (...list) => {
  const { total } = await ask(owner, list, 1)
  const middle = Math.floor(total / shown / 2)
  const here = await ask(owner, list, middle)
  expect(here.ids).toHaveLength(shown)
  for (const page of [middle + 1, middle - 1, middle + 2]) {
    const counted = await ask(owner, list, page)
    const { ids, sum, reads } = await costOf(() => ask(owner, list, page, here.position))
    expect({ page, ids }).toEqual({ page, ids: counted.ids })
    expect({ page, sum, reads }).toEqual({ page, sum, reads: [] })
  }
})

test.each(lists)('%s %j: the last two pages are read from the end', async (...list) => {
  const { total } = await ask(owner, list, 1)
  const last = Math.ceil(total / shown)
  for (const page of [last, last - 1]) {
    const { ids, sum, reads } = await costOf(() => ask(owner, list, page))
    expect(ids).toHaveLength(Math.min(shown, total - (page - 1) * shown))
    expect({ page, sum, reads }).toEqual({ page, sum, reads: [] })
  }
})

test.each(lists)('paging through %s %j, forth and back, lists each row once', async (...list) => {
  const size = 7
  const { total, ...first } = await ask(few, list, 1, undefined, size)
  const last = Math.ceil(total / size)
  const there = [...first.ids]
  let near = first.position
  for (let page = 2; page <= last; page += 1) {
    const { ids, position } = await ask(few, list, page, near, size)
    there.push(...ids)
    near = position ?? near
  }
  expect(new Set(there).size).toBe(total)
  const back: string[] = []
  for (let page = last; page >= 1; page -= 1) {
    const { ids, position } = await ask(few, list, page, near, size)
    back.unshift(...ids)
    near = position ?? near
  }
  expect(back).toEqual(there)
})
