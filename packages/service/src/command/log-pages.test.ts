import type { EndpointName } from '@helioport/contract/endpoints'
import { addFleet } from '../testing/fleet/fleet.ts'
import { type Recorder, recordQueries, rowsRead } from '../testing/recorded-queries.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

/** Pages of long logs: from any page its neighbours are read, and cost as much as they show. */
const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
const [shown, mostReads] = [20, 20]
let recorder: Recorder

type List = [name: EndpointName, query: Record<string, string>]
const lists: List[] = [
  ['GET /operations', {}],
  ['GET /operations', { outcome: 'done' }],
  ['GET /operations', { search: 'station' }],
  ['GET /sign-ins', {}],
  ['GET /sign-ins', { outcome: 'refused' }],
  ['GET /commands', {}],
  ['GET /commands', { kind: 'powerLimit' }],
]

/** 100,000 rows of the log, also at one instant and by others; 20,000 sign-ins, 6,000 commands. */
beforeAll(async () => {
  await addFleet(portal, owner, { stations: 60, devicesEach: 1 })
  const other = await portal.signIn('other')
  const run = (text: string) =>
    portal.ownerDb.pool.query(
      `with asked as (select $1::uuid as own, $2::uuid as other, timestamptz '2026-06-10T09:00:00Z' as now),
       place as (select id, name, row_number() over (order by sort_number) - 1 as at from asked join station on account_id = own)
       ${text}`,
      [owner.accountId, other.accountId],
    )
  await run(
    `insert into operation (day, no, id, at, account_id, user_name, action, station_id, station_name, error_code, trace_id, hash)
     select date '2026-05-01' + nth / 40000, nth, gen_random_uuid(), now - (100000 - nth) / 3 * interval '1 minute',
       case when nth % 3 = 0 then other else own end, 'owner', 'PUT /stations/:stationId', place.id, place.name,
       case when nth % 4 = 0 then 'access.denied' end, 'trace', ''
     from asked cross join generate_series(1, 100000) nth join place on place.at = nth % 60`,
  )
  await run(
    `insert into sign_in (account_id, at, error_code, address, agent)
     select own, now - nth / 3 * interval '1 minute', case when nth % 2 = 0 then 'session.wrongCredentials' end, '192.0.2.1', 'Firefox'
     from asked cross join generate_series(1, 20000) nth`,
  )
  await run(
    `insert into command (kind, cause, station_id, account_id, power_factor, created_at, expires_at)
     select case when nth % 2 = 0 then 'powerLimit' else 'reactivePower' end, 'person', place.id, own, 1,
       now - nth / 3 * interval '1 minute', now
     from asked cross join generate_series(1, 6000) nth join place on place.at = nth % 60`,
  )
  await portal.ownerDb.pool.query('analyze')
  recorder = recordQueries(portal.db)
})

async function ask([name, query]: List, page: number, near?: string, size = shown) {
  const asked = { ...query, page: String(page), pageSize: String(size), ...(near !== undefined && { near }) }
  const reply = await owner.call(name, { query: asked })
  const { position } = reply.response.json<{ position?: string }>()
  return { ids: (reply.data as { id: string }[]).map(({ id }) => id), position, total: reply.total ?? 0 }
}

test.each(lists)('%s %j: pages beside one in the middle read at most 20 rows for each shown', async (...list) => {
  const { total } = await ask(list, 1)
  const middle = Math.floor(total / shown / 2)
  const here = await ask(list, middle)
  for (const page of [middle + 1, middle - 1, middle, middle + 2]) {
    const counted = await ask(list, page)
    let got = counted
    const queries = await recorder.during(async () => {
      got = await ask(list, page, here.position)
    })
    expect({ page, ids: got.ids, total: got.total }).toEqual({ page, ids: counted.ids, total })
    const reads = []
    for (const each of queries) reads.push({ rows: await rowsRead(portal.db, each), text: each.text })
    const sum = reads.reduce((all, { rows }) => all + rows, 0)
    expect({ page, sum, reads: sum > mostReads * shown ? reads : [] }).toEqual({ page, sum, reads: [] })
  }
})

test.each(lists)('%s %j: walking from the end to the middle shows each row once', async (...list) => {
  const size = 97
  const { total } = await ask(list, 1, undefined, size)
  const last = Math.ceil(total / size)
  const met: string[] = []
  let near: string | undefined
  for (let page = last; page > last - 12; page -= 1) {
    const { ids, position } = await ask(list, page, near, size)
    met.unshift(...ids)
    near = position
  }
  const forwards: string[] = []
  near = undefined
  for (let page = last - 11; page <= last; page += 1) {
    const { ids, position } = await ask(list, page, near, size)
    forwards.push(...ids)
    near = position
  }
  expect(new Set(met).size).toBe(total - (last - 12) * size)
  expect(forwards).toEqual(met)
})

test('a reader who stays on a page of a log sees the new total in time', async () => {
  const list: List = ['GET /sign-ins', {}]
  let { position, total } = await ask(list, 3)
  await portal.ownerDb.pool.query(
    `insert into sign_in (account_id, at, address, agent) values ($1, '2026-06-10T09:30:00Z', '192.0.2.1', 'Firefox')`,
    [owner.accountId],
  )
  for (let minute = 0; minute < 6; minute += 1) {
    const next = await ask(list, 3, position)
    position = next.position ?? position
    total = next.total
    portal.clock.now += 60_000
  }
  expect(total).toBe((await ask(list, 1)).total)
})
