import { keepDueFigures } from '../station/figures/keep-figures.ts'
import { addFleet } from '../testing/fleet/fleet.ts'
import { addFleetAlarms } from '../testing/fleet/fleet-alarms.ts'
import { recordQueries, rowsRead } from '../testing/recorded-queries.ts'
import { sharedPortal } from '../testing/shared-portal.ts'

const { portal, owner } = sharedPortal('2026-06-10T10:00:00Z')
const shown = 20
const mostReads = 20

test('alarm lists read few rows among thousands of closed alarms; totals are kept', async () => {
  const recorder = recordQueries(portal.db)
  await addFleet(portal, owner, { stations: 5, devicesEach: 4 })
  // Serials that contain no alarm code by chance.
  await portal.ownerDb.pool.query(`update device set serial = 'SERIAL-' || 1000 + no`)
  await addFleetAlarms(portal, owner, { each: 100, codes: ['F7'], isOpen: false })
  await addFleetAlarms(portal, owner, { each: 1, codes: ['E3'], isOpen: true })
  const all = 20 * 101
  // All F7 alarms but the newest end after a second; the newest keep their later end.
  await portal.ownerDb.pool.query(
    `update alarm set cleared_at = raised_at + interval '1 second' where code = 'F7' and raised_at < '2026-06-10T08:29:30Z'`,
  )
  await portal.ownerDb.pool.query('analyze alarm; analyze alarm_group; analyze alarm_card')
  const { data: devices } = await owner.call('GET /devices', { query: {} })
  const [{ id: deviceId, serial } = { id: '', serial: '' }] = devices
  for (const [query, total] of [
    [{ state: 'open' }, 20],
    [{ state: 'open', acknowledged: 'false', lowLight: 'false' }, 20],
    [{ state: 'closed' }, 20 * 100],
    [{}, all],
    [{ page: '101' }, all],
    [{ page: '1000' }, all],
    // A code that is rare among all.
    [{ code: 'E3' }, 20],
    [{ deviceId }, 101],
    [{ deviceId, code: 'F7', page: '3' }, 100],
    [{ deviceId, state: 'closed', acknowledged: 'false' }, 100],
    [{ search: 'e3' }, 20],
    [{ search: 'F7', page: '2' }, 20 * 100],
    [{ search: 'Station 3' }, 4 * 101],
    [{ search: 'station 3', state: 'open' }, 4],
    [{ search: serial }, 101],
    [{ search: serial, code: 'F7', from: '2026-01-01T00:00:00Z', to: '2026-06-11T00:00:00Z' }, 100],
    [{ search: 'nothing of the kind' }, 0],
    [{ from: '2026-06-10T09:20:00Z' }, 50],
    [{ from: '2026-06-10T09:20:00Z', to: '2026-06-11T00:00:00Z' }, 50],
  ] as const) {
    let found: { total?: number | undefined; data: unknown[] } = { data: [] }
    const queries = await recorder.during(async () => {
      found = await owner.call('GET /alarms', { query: { ...query, pageSize: String(shown) } })
    })
    expect([query, found.total, found.data.length]).toEqual([
      query,
      total,
      'page' in query && query.page === '1000' ? 0 : Math.min(total, 20),
    ])
    const reads = []
    for (const each of queries) reads.push({ rows: await rowsRead(portal.db, each), text: each.text })
    const sum = reads.reduce((rows, read) => rows + read.rows, 0)
    // A device's list also reads the alarms of that device. Hits of a name are counted and sorted (with a time, their
    // episodes, too); counts by code are kept.
    const isNamed = 'search' in query && query.search.length > 2
    const most = mostReads * shown + ('deviceId' in query ? total : isNamed ? ('from' in query ? 6 : 2) * total : 0)
    expect({ query, sum, reads: sum > most ? reads : [] }).toEqual({ query, sum, reads: [] })
  }
})

test('a search of one or two characters, as in Chinese, does not read all names', async () => {
  const chinese = await portal.signIn('chinese')
  await addFleet(portal, chinese, { stations: 500, devicesEach: 4 })
  await addFleetAlarms(portal, chinese, { each: 1, codes: ['F7'], isOpen: false })
  const own = [chinese.accountId]
  await portal.ownerDb.pool.query(
    `update station set name = '北京光伏电站' where account_id = $1 and sort_number = 7`,
    own,
  )
  await portal.ownerDb.pool.query(
    `update device set name = '南楼逆变器' where no = (select max(no) from device where account_id = $1)`,
    own,
  )
  await keepDueFigures(portal.service)
  // A removed inverter keeps its alarms.
  await portal.ownerDb.pool.query(
    `update device set name = '旧楼逆变器', removed_at = now() where no = (select min(no) from device where account_id = $1)`,
    own,
  )
  await portal.ownerDb.pool.query('analyze')
  const recorder = recordQueries(portal.db)
  for (const [search, total] of [
    ['旧', 1],
    ['电站', 4],
    ['京', 4],
    ['南楼', 1],
    ['没有', 0],
  ] as const) {
    let found: number | undefined
    const queries = await recorder.during(async () => {
      found = (await chinese.call('GET /alarms', { query: { search, pageSize: String(shown) } })).total
    })
    const reads = []
    for (const each of queries) reads.push({ rows: await rowsRead(portal.db, each), text: each.text })
    const sum = reads.reduce((rows, read) => rows + read.rows, 0)
    expect({ search, found, reads: sum > mostReads * shown ? reads : [] }).toEqual({ search, found: total, reads: [] })
  }
})
