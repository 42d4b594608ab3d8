import { rebuildDays } from '../energy/kept/rebuild.ts'
import { computeDueRollUps } from '../energy/kept/due-roll-ups.ts'
import { takeOutImports } from '../file-import/undo-import.ts'
import { editStation } from '../testing/edit-station.ts'
import { replaceDevice } from '../testing/replace-device.ts'
import { sharedPlant } from '../testing/shared-portal.ts'
import { analyseAll, framesOf, sendAll } from '../testing/test-days.ts'
import { addTestPlant, proved } from '../testing/test-portal.ts'
import { keepDueYields } from './keep-yields.ts'
import { foldYieldCounts } from './queries/yield-page.ts'
import { wholeRanking } from './ranking.ts'

/** Kept rankings equal those computed from the days, after late, corrected, undone, removed and replaced data. */
const { portal, owner, plant } = sharedPlant('2026-06-10T12:30:00Z', { devices: 3, installedOn: '2026-03-01' })
const periods = ['today', 'week', 'month', 'year', 'total'] as const
const stepMs = 30 * 60_000
const powerAt = (at: number, device: number) =>
  Math.max(0, Math.sin(((at / 3_600_000 - 4) / 14) * Math.PI)) * (5000 + 1000 * device)
const isStep = (at: number) => at % stepMs === 0
const params = () => ({ stationId: plant.stationId })
const idOf = (device: number) => plant.devices[device]?.id ?? ''

beforeAll(async () => {
  await sendAll(plant, framesOf(plant, '2026-05-20T00:00:00Z', '2026-06-10T12:00:00Z', (at, device) => ({ powerW: powerAt(at, device) }), isStep)) // prettier-ignore
  const other = await addTestPlant(portal, owner, { devices: 2, installedOn: '2026-05-01' })
  await sendAll(other, framesOf(other, '2026-06-08T00:00:00Z', '2026-06-10T12:00:00Z', (at) => ({ powerW: powerAt(at, 0) }), isStep)) // prettier-ignore
})

const dates = [undefined, '2026-06-02', '2026-05-25', '2026-04-10', '2025-12-31']
/** Sums of the same days in another order differ after the ninth digit. */
const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(9)))

/** For each ranking, the reply and the ranking computed from the days. */
async function rankings(): Promise<{ told: unknown[]; days: unknown[] }> {
  const told: unknown[] = []
  const days: unknown[] = []
  for (const subject of ['stations', 'devices'] as const)
    for (const period of periods)
      for (const date of period === 'total' ? [undefined] : dates) {
        const query = { of: subject, period, ...(date !== undefined && { date }) }
        const reply = await owner.call('GET /ranking', { query })
        const whole = await wholeRanking(portal.service, owner.accountId, query)
        const lines = (entries: typeof whole.data) =>
          entries
            .map((own) => ({
              ...own,
              asked: [subject, period, date],
              energyKwh: rounded(own.energyKwh),
              specificYield: rounded(own.specificYield),
              coverage: rounded(own.coverage),
            }))
            .toSorted((a, b) => ((a.deviceId ?? a.stationId) < (b.deviceId ?? b.stationId) ? -1 : 1))
        told.push(reply.total, ...lines(reply.data))
        days.push(whole.total, ...lines(whole.data))
      }
  return { told, days }
}

async function settle() {
  await takeOutImports(portal.service, Infinity)
  await rebuildDays(portal.service, Infinity)
  await computeDueRollUps(portal.service, Infinity)
  await analyseAll(portal)
}

/** Imports a file with data of a device from before all sent frames. */
async function bringIn(): Promise<string> {
  const { data } = await owner.call('POST /stations/:stationId/imports', {
    params: params(),
    body: { fileName: 'history.csv', fingerprint: 'file-0001', rows: 96, refused: 0 },
  })
  const importId = data.id
  const rows = Array.from({ length: 96 }, (_, nth) => [Date.parse('2026-04-12T22:00:00Z') + nth * stepMs, 3000, null, null, null]) // prettier-ignore
  const body = { seq: 0, deviceId: idOf(0), intervalS: 1800, rows }
  const { status } = await owner.call('POST /stations/:stationId/imports/:importId/rows', { params: { ...params(), importId }, body }) // prettier-ignore
  expect(status).toBe(200)
  await owner.call('POST /stations/:stationId/imports/:importId/end', { params: { ...params(), importId } })
  return importId
}

let imported = ''
const changes: [string, () => Promise<unknown>][] = [
  ['at first', async () => {}],
  [
    'frames that come weeks late',
    () =>
      sendAll(
        plant,
        framesOf(plant, '2026-05-04T05:00:00Z', '2026-05-04T18:00:00Z', () => ({ powerW: 4000 }), isStep),
      ),
  ],
  [
    'values that a person takes out',
    () =>
      owner.call('POST /stations/:stationId/value-edits', {
        params: params(),
        body: {
          deviceId: idOf(1),
          from: '2026-06-02T08:00:00Z',
          to: '2026-06-02T12:00:00Z',
          values: ['powerW', 'energyTotalKwh'],
          factor: null,
          note: 'Wrong',
        },
      }),
  ],
  ['a file of history', async () => (imported = await bringIn())],
  [
    'the same taken back',
    () =>
      owner.call('POST /stations/:stationId/imports/:importId/undo', { params: { ...params(), importId: imported } }),
  ],
  [
    'an inverter of another size',
    () =>
      replaceDevice(
        portal,
        owner,
        { id: idOf(2), serial: plant.devices[2]?.serial ?? '' },
        '2026-06-05T04:00:00.000Z',
        20_000,
      ),
  ],
  ['another time zone', () => editStation(owner, plant.stationId, { timeZone: 'America/Los_Angeles' })],
  ['an earlier day of installation', () => portal.db.pool.query("update device set installed_on = '2026-01-15' where id = $1", [idOf(1)])], // prettier-ignore
  ['an inverter that is removed', () => proved(portal, owner).call('DELETE /devices/:deviceId', { params: { deviceId: idOf(0) } })], // prettier-ignore
  [
    'the next day, on which nothing came',
    async () => {
      portal.clock.now += 36 * 3_600_000
    },
  ],
  [
    'days that are gone',
    async () => {
      for (const table of ['device_day', 'station_day'])
        await portal.db.pool.query(`delete from ${table} where station_id = $1 and date < '2026-06-01'`, [
          plant.stationId,
        ])
    },
  ],
]

test.each(changes)('kept rankings equal those computed from the days: %s', async (_, change) => {
  await change()
  await settle()
  const { told, days } = await rankings()
  expect(told).toEqual(days)
  expect((await portal.db.pool.query('select from yield_due')).rowCount).toBe(0)
  await portal.db.transaction(foldYieldCounts)
  expect(await countedYields()).toEqual(await storedCounts())
})

const key = 'account_id, kind, period, first_day::text, time_zone'
const storedCounts = async () =>
  (await portal.db.pool.query(`select ${key}, figures from yield_count order by ${key}`)).rows
const countedYields = async () =>
  (
    await portal.db.pool.query(
      `select own.account_id, kind, period, first_day::text, time_zone, count(*) as figures from (
         select account_id, station_id, 'station' as kind, period, first_day from station_yield
         union all select account_id, station_id, 'device', period, first_day from device_yield
       ) own join station on station.id = own.station_id group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
    )
  ).rows

test('deleting a station deletes its counts', async () => {
  const gone = await addTestPlant(portal, owner, { devices: 1, installedOn: '2026-06-01' })
  await sendAll(
    gone,
    framesOf(gone, '2026-06-10T08:00:00Z', '2026-06-10T12:00:00Z', () => ({ powerW: 4000 }), isStep),
  )
  await settle()
  await rankings()
  const { pool } = portal.ownerDb
  const { rowCount } = await pool.query('select from device_yield where station_id = $1', [gone.stationId])
  expect(rowCount).toBeGreaterThan(0)
  await pool.query('delete from station where id = $1', [gone.stationId])
  await portal.db.transaction(foldYieldCounts)
  expect(await countedYields()).toEqual(await storedCounts())
})

test('rankings that are not kept yet are computed as a whole until the job has kept them', async () => {
  const { pool } = portal.db
  await pool.query('delete from device_yield')
  await pool.query('delete from station_yield')
  // More stations than a request updates by itself.
  for (let nth = 0; nth < 20; nth += 1) await addTestPlant(portal, owner)
  await pool.query("insert into yield_due select id, $1, '-infinity', 'infinity' from station", [owner.accountId])
  const { told, days } = await rankings()
  expect(told).toEqual(days)
  expect((await pool.query('select from device_yield')).rowCount).toBe(0)
  await keepDueYields(portal.service)
  expect((await pool.query('select from device_yield')).rowCount).toBeGreaterThan(0)
  expect((await rankings()).told).toEqual(told)
})

test('at the turn of a month each station is ranked in the month of its own time zone', async () => {
  portal.clock.now = Date.parse('2026-07-01T02:00:00Z')
  await settle()
  const { told, days } = await rankings()
  expect(told).toEqual(days)
})
