import { addFleet } from '../testing/fleet/fleet.ts'
import { seeded } from '../testing/bad-values.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { wholeRanking } from './ranking.ts'

/** Pages of a past day equal those of the whole ranking, with its order and its ranks. */
const { portal, owner } = sharedPortal('2026-06-10T12:00:00Z')
const dates = ['2026-06-02', '2026-06-05', '2026-06-08', '2026-06-10', '2026-06-20']

beforeAll(async () => {
  const { pool } = portal.db
  await addFleet(portal, owner, { stations: 24, devicesEach: 3 })
  const random = seeded(11)
  const one = (choices: readonly (string | number | null)[]) => choices[Math.floor(random() * choices.length)] ?? null
  const { rows: stations } = await pool.query<{ id: string }>('select id from station order by sort_number')
  for (const [nth, { id }] of stations.entries())
    await pool.query(
      'update station set sort_number = $2, name = $3, time_zone = $4, capacity_kwp = $5 where id = $1',
      [
        id,
        nth % 5,
        `${one(['b', 'B', 'a'])} ${nth}`,
        one(['Europe/Berlin', 'America/Los_Angeles', 'Asia/Shanghai']),
        one([10, 20]),
      ],
    )
  const { rows: devices } = await pool.query<{ no: number; station_id: string }>(
    'select no, station_id from device order by no',
  )
  for (const { no, station_id } of devices) {
    await pool.query(
      'update device set capacity_kwp = $2, sort_number = $3, name = $4, installed_on = $5, removed_at = $6 where no = $1',
      [
        no,
        one([5, 10, 10, 20]),
        one([1, 1, 2]),
        one(['x', 'X', 'y']),
        one(['2020-01-01', '2026-06-04', '2026-06-06', '2026-06-09']),
        one([null, null, null, '2026-06-07T22:30:00Z', '2026-06-03T12:00:00Z']),
      ],
    )
    if (random() < 0.3)
      for (const until of ['2026-06-03T20:00:00Z', '2026-06-06T07:30:00Z'])
        await pool.query(
          "insert into former_serial (device_no, serial, model, until, capacity_kwp) values ($1, 'former', 'PV', $2, $3)",
          [no, until, one([null, 8, 16])],
        )
    for (const date of dates.slice(0, 4))
      if (random() < 0.8)
        await pool.query(
          `insert into device_day (device_no, station_id, date, energy_kwh, samples, daylight_bins, spliced_kwh, resets, outliers,
             quarter_w, expected_bins, known_bins) values ($1, $2, $3, $4, $5, 170, 0, 0, 0, '{}', 170, 160)`,
          [no, station_id, date, one([null, 0, 10, 20, 40.1]), one([0, 288])],
        )
  }
  await pool.query(
    `insert into station_day (station_id, date, energy_kwh, due_at, is_final, expected_bins, known_bins)
     select station_id, date, sum(energy_kwh), null, true, sum(expected_bins), sum(known_bins) from device_day group by 1, 2`,
  )
  await pool.query('delete from device_latest where device_no in (select no from device where removed_at is not null)')
  // A station without a device, and one of somebody else that is shared.
  await pool.query(
    "delete from device where station_id = (select id from station where name ilike 'a%' order by id limit 1)",
  )
  const other = await portal.signIn('other')
  await addFleet(portal, other, { stations: 2, devicesEach: 1 })
  await pool.query(
    `insert into station_share (station_id, account_id, name, rights, created_at, accepted_at)
     select id, $1, 'owner', '{view}', now(), now() from station where account_id = $2 order by sort_number limit 1`,
    [owner.accountId, other.accountId],
  )
})

test.each(['stations', 'devices'] as const)(
  "pages of a past day's ranking of %s equal the whole ranking",
  async (of) => {
    const { rows } = await portal.db.pool.query<{ id: string }>('select id from station where account_id = $1 limit 1', [owner.accountId]) // prettier-ignore
    let ties = 0
    for (const date of dates)
      for (const only of [{}, { stationId: rows[0]?.id ?? '' }]) {
        const query = { of, date, ...only }
        const whole = await wholeRanking(portal.service, owner.accountId, { ...query, page: 1, pageSize: 200 })
        const ranks = whole.data.flatMap(({ rank }) => rank ?? [])
        ties += ranks.length - new Set(ranks).size
        const told: unknown[] = []
        for (let page = 1; page <= Math.ceil(whole.total / 7); page += 1) {
          const reply = await owner.call('GET /ranking', { query: { ...query, page: String(page), pageSize: '7' } })
          expect(reply.total).toBe(whole.total)
          told.push(...reply.data)
        }
        expect(told).toEqual(whole.data)
      }
    expect(ties).toBeGreaterThan(10)
  },
)
