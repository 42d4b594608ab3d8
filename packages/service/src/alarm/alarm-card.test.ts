import { knownAlarmCodes } from '@helioport/contract'
import { addFleet } from '../testing/fleet/fleet.ts'
import { seeded } from '../testing/bad-values.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { findAlarms } from './queries/alarm.ts'
import { type AlarmRow, findAmongAll } from './queries/alarm-row.ts'
import type { AlarmFilter } from './queries/alarm-filter.ts'
import { foldAlarmCounts } from './queries/alarm-card.ts'

/** Pages read from the narrow rows equal pages made of all episodes, in whatever order changes were written. */
const { portal, owner } = sharedPortal('2026-06-10T12:00:00Z')
const random = seeded(5)
const one = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
const codes = knownAlarmCodes.slice(0, 6)
const hour = (nth: number) => new Date(Date.parse('2026-06-01T00:00:00Z') + nth * 3_600_000)
let stationIds: string[] = []
let devices: { no: number; station_id: string }[] = []
let guest = ''

const ask = async <T extends object>(text: string, values: unknown[] = []) =>
  (await portal.db.pool.query<T>(text, values)).rows

beforeAll(async () => {
  await addFleet(portal, owner, { stations: 6, devicesEach: 3 })
  const other = await portal.signIn('other')
  guest = (await portal.signIn('guest')).accountId
  await addFleet(portal, other, { stations: 4, devicesEach: 2 })
  stationIds = (await ask<{ id: string }>('select id from station order by id')).map(({ id }) => id)
  devices = await ask('select no, station_id from device order by no')
  const theirs = await ask<{ id: string }>('select id from station where account_id = $1 order by id', [
    other.accountId,
  ])
  // With and without the right to see alarms.
  for (const [nth, { id }] of theirs.entries())
    for (const accountId of [owner.accountId, guest])
      await ask(
        `insert into station_share (station_id, account_id, name, rights, created_at, accepted_at)
         values ($1, $2, $4, $3, now(), now())`,
        [id, accountId, nth % 2 === 0 ? ['view', 'alarms'] : ['view'], accountId],
      )
})

/** A group with one to three episodes of devices of a station, some at the same time, some an echo. */
async function addGroup() {
  const stationId = one(stationIds)
  const code = one(codes)
  const [group] = await ask<{ id: string }>(
    'insert into alarm_group (station_id, code, acknowledged_at, assignee_id) values ($1, $2, $3, $4) returning id',
    [stationId, code, one([null, hour(300)]), one([null, owner.accountId])],
  )
  for (let nth = 0; nth < one([1, 1, 2, 3]); nth += 1) {
    const raised = Math.floor(random() * 40)
    await ask(
      `insert into alarm (device_no, code, source, raised_at, cleared_at, group_id, is_echo) values ($1, $2, 'device', $3, $4, $5, $6)
       on conflict do nothing`,
      [one(devices.filter((each) => each.station_id === stationId)).no, code, hour(raised), one([null, hour(raised + 1), hour(raised + 30)]), group?.id, random() < 0.1],
    ) // prettier-ignore
  }
}

const changes: (() => Promise<unknown>)[] = [
  addGroup,
  addGroup,
  addGroup,
  () => ask('update alarm set cleared_at = $1 where id = (select id from alarm order by random() limit 1)', [one([null, hour(45)])]), // prettier-ignore
  () => ask("update alarm set raised_at = raised_at - interval '7 minutes' where id = (select id from alarm order by random() limit 1)"), // prettier-ignore
  () => ask('update alarm set is_echo = not is_echo where id = (select id from alarm order by random() limit 1)'),
  () => ask('delete from alarm where id = (select id from alarm order by random() limit 1)'),
  () => ask('update alarm set lost_energy_kwh = 1'),
  () => ask(
    `update alarm own set group_id = (select other.id from alarm_group other join alarm_group mine on mine.id = own.group_id
       where other.station_id = mine.station_id and other.code = mine.code order by other.id limit 1)
     where id = (select id from alarm order by random() limit 1)`,
  ),
  () => ask('delete from alarm_group where id = (select id from alarm_group order by random() limit 1)'),
  () => portal.db.transaction(foldAlarmCounts),
] // prettier-ignore

async function compare() {
  const { db, now } = portal.service
  const [device] = await ask<{ id: string }>('select id from device where no = $1', [one(devices).no])
  const filters: AlarmFilter[] = [
    {},
    { state: 'open' },
    { state: 'closed' },
    { codes: codes.slice(0, 2) },
    { codes: codes.slice(2), state: 'open' },
    { codes: [], state: 'closed' },
    { stationId: one(stationIds) },
    { stationId: one(stationIds), state: 'closed', codes },
    { acknowledged: false },
    { acknowledged: true, assigned: 'me' },
    { assigned: 'nobody', state: 'open' },
    { userName: 'own' },
    { to: hour(20).getTime() },
    { from: hour(30).getTime() },
    { from: hour(30).getTime(), to: hour(35).getTime() },
    { from: hour(25).getTime(), to: hour(28).getTime(), codes: codes.slice(0, 4), state: 'closed' },
    { deviceId: device?.id ?? '' },
    { deviceId: device?.id ?? '', state: 'open', codes: codes.slice(1) },
    { deviceId: device?.id ?? '', from: hour(10).getTime(), to: hour(30).getTime(), acknowledged: false },
    { deviceId: device?.id ?? '', stationId: one(stationIds) },
    { deviceId: device?.id ?? '', search: 'inverter 1' },
    { search: codes[1] ?? '' },
    { search: codes[1]?.toLowerCase() ?? '', codes: codes.slice(0, 3), state: 'open' },
    { search: 'station 2' },
    { search: 'inverter 1', acknowledged: false },
    { search: '1', state: 'closed' },
    { search: 'Inverter 2', from: hour(20).getTime(), to: hour(30).getTime(), codes: codes.slice(0, 4) },
    { search: 'on 3', stationId: one(stationIds) },
    { search: 'no_hing%' },
  ]
  for (const accountId of [owner.accountId, guest])
    for (const filter of filters) {
      const whole = await findAmongAll(db.read, accountId, now(), filter, { limit: 1000, offset: 0 })
      const rows: AlarmRow[] = []
      for (let offset = 0; offset <= whole.total; offset += 9) {
        const page = await findAlarms(db.read, accountId, now(), filter, { limit: 9, offset })
        expect([filter, page.total]).toEqual([filter, whole.total])
        rows.push(...page.rows)
      }
      const begun = rows.map(({ raised_at }) => raised_at)
      expect([filter, begun]).toEqual([filter, begun.toSorted((a, b) => b - a)])
      // Groups that began at the same time are sorted by the group's own first episode, shown or not.
      const sorted = (some: AlarmRow[]) =>
        some.toSorted((a, b) => b.raised_at - a.raised_at || a.group_id.localeCompare(b.group_id))
      const isPart = [filter.from, filter.deviceId, filter.search].some((each) => each !== undefined)
      expect([filter, isPart ? sorted(rows) : rows]).toEqual([filter, isPart ? sorted(whole.rows) : whole.rows])
    }
}

test('alarm lists equal the lists made of all episodes after random writes', async () => {
  for (let nth = 0; nth < 60; nth += 1) await addGroup()
  for (let round = 0; round < 8; round += 1) {
    for (let nth = 0; nth < 40; nth += 1) await one(changes)()
    await compare()
  }
  expect((await findAlarms(portal.service.db.read, owner.accountId, portal.service.now(), {}, { limit: 1, offset: 0 })).total).toBeGreaterThan(40) // prettier-ignore
})

test('alarm lists equal the lists made of all episodes after a station moves or is deleted', async () => {
  await ask("update station set account_id = $1, name = 'Moved' where id = $2", [owner.accountId, stationIds[0]])
  await compare()
  await ask('delete from station where id = $1', [stationIds[1]])
  await compare()
  expect(await ask('select from alarm_card where station_id = $1', [stationIds[1]])).toEqual([])
})

test('folding merges the rows of alarm_count to one per account, code and state', async () => {
  await portal.db.transaction(foldAlarmCounts)
  const [row] = await ask<{ rows: string; keys: string }>(
    'select count(*) as rows, count(distinct (account_id, code, is_open)) as keys from alarm_count where groups <> 0',
  )
  expect(row?.rows).toEqual(row?.keys)
  const kept = await ask('select account_id, code, is_open, groups from alarm_count order by 1, 2, 3')
  const counted = await ask(
    `select account_id, code, cleared_at is null as is_open, count(*)::integer as groups from alarm_card
     group by 1, 2, 3 order by 1, 2, 3`,
  )
  expect(kept).toEqual(counted)
})
