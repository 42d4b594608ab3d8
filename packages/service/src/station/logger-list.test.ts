import { addFleet } from '../testing/fleet/fleet.ts'
import { recordQueries, rowsRead } from '../testing/recorded-queries.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import type { Person } from '../testing/test-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
let stationIds: string[] = []
let other: Person

/** 1,200 stations with a logger each; every fourth logger waits for a station, and the first station has five. */
beforeAll(async () => {
  await addFleet(portal, owner, { stations: 1200, devicesEach: 1 })
  other = await portal.signIn('other')
  const { pool } = portal.ownerDb
  const { rows } = await pool.query<{ id: string }>(
    'select id from station where account_id = $1 order by sort_number',
    [owner.accountId],
  )
  stationIds = rows.map(({ id }) => id)
  await pool.query('update device set station_id = null where station_id = any($1::uuid[])', [stationIds.slice(900)])
  await pool.query('update logger set station_id = null where station_id = any($1::uuid[])', [stationIds.slice(900)])
  await pool.query('update logger set station_id = $1 where station_id = any($2::uuid[])', [
    stationIds[0],
    stationIds.slice(1, 5),
  ])
  await pool.query('analyze')
})

const list = async (person: Person, query: Record<string, string>) => {
  const { data, total } = await person.call('GET /loggers', { query })
  return { stationIds: data.map(({ stationId }) => stationId), total }
}

test('a list of the loggers of a station has these alone, in pages', async () => {
  const first = stationIds[0] ?? ''
  expect(await list(owner, { stationId: first })).toEqual({ stationIds: Array(5).fill(first), total: 5 })
  expect(await list(owner, { stationId: first, page: '2', pageSize: '3' })).toEqual({
    stationIds: [first, first],
    total: 5,
  })
  expect(await list(owner, { stationId: stationIds[3] ?? '' })).toEqual({ stationIds: [], total: 0 })
  expect(await list(other, { stationId: first })).toEqual({ stationIds: [], total: 0 })
})

test('a list of the loggers without a station has these alone', async () => {
  const { stationIds: places, total } = await list(owner, { waiting: 'true', pageSize: '200' })
  expect([places.length, total, new Set(places)]).toEqual([200, 300, new Set([null])])
  expect((await list(other, { waiting: 'true' })).total).toBe(0)
  expect((await list(owner, { waiting: 'false' })).total).toBe(1200)
})

test('the loggers of one station are found without reading those of the fleet', async () => {
  const recorder = recordQueries(portal.db)
  const queries = await recorder.during(() => list(owner, { stationId: stationIds[0] ?? '' }))
  let sum = 0
  for (const each of queries) sum += await rowsRead(portal.db, each)
  expect(sum).toBeLessThan(100)
})
