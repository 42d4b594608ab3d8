import { randomUUID } from 'node:crypto'
import { startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { fillAtOnce } from './fill.ts'
import { migrate, migrateTo } from '../migrate.ts'

/** More than one batch. */
const groups = 2 * fillAtOnce + 10

let database: TestDatabase

beforeEach(async () => {
  database = await startTestDatabase('template0')
  await migrateTo(database.ownerDb.kysely, '0147-end-stamped-days')
  const [account, station, logger] = [randomUUID(), randomUUID(), randomUUID()]
  await run(
    `insert into account (id, user_name, email, password_hash, role, state_name, nickname, created_at)
     values ($1, 'ada', 'ada@example.org', '', 'owner', '', '', now())`,
    [account],
  )
  await run(
    `insert into station (id, account_id, name, installed_on, capacity_kwp, energy_base_kwh, temperature_coefficient,
       description, latitude, longitude, time_zone, address, currency, sort_number, created_at)
     values ($1, $2, 'Roof', '2020-01-01', 10, 0, -0.004, '', 52.5, 13.4, 'Europe/Berlin', '', 'EUR', 1, now())`,
    [station, account],
  )
  await run(
    `insert into logger (id, account_id, station_id, serial, created_at) values ($1, $2, $3, 'L-0123456789ab', now())`,
    [logger, account, station],
  )
  await run(
    `insert into device (logger_id, account_id, station_id, serial, name, model, rated_power_w, capacity_kwp, mppt_count,
       string_count, installed_on, supports_reactive_power, supports_iv_scan, sort_number, created_at)
     values ($1, $2, $3, 'D-0123456789ab', 'Inverter', 'PV10', 10000, 10, 2, 4, '2020-01-01', true, true, 1, now())`,
    [logger, account, station],
  )
  await raise(groups)
})
afterEach(() => database?.stop())

const run = async (text: string, values: unknown[] = []) =>
  (await database.ownerDb.pool.query<Record<string, unknown>>(text, values)).rows

const raising = `
  with own as (select gen_random_uuid() as id, nth from generate_series(1, $1::integer) nth),
  made as (insert into alarm_group (id, station_id, code) select own.id, station.id, 'F7' from own, station returning id)
  insert into alarm (device_no, code, source, raised_at, cleared_at, group_id)
  select no, 'F7', 'device', timestamptz '2026-06-10T09:00:00Z' - nth * interval '1 minute' - $2::interval,
    case when nth > 3 then timestamptz '2026-06-10T09:30:00Z' end, own.id
  from own join made using (id), device`

const raise = (count: number, before = '0') => run(raising, [count, before])

const counted = async () => [
  (await run('select count(*)::integer as cards, count(distinct alarm_id)::integer as alarms from alarm_card'))[0],
  ...(await run('select is_open, sum(groups)::integer as groups from alarm_count group by 1 order by 1')),
]

test('cards of old alarms are filled in batches while new alarms come in', async () => {
  await migrateTo(database.ownerDb.kysely, '0148-alarm-cards')
  expect(await counted()).toEqual([{ cards: 0, alarms: 0 }])
  const other = await database.ownerDb.pool.connect()
  try {
    // The fill waits for this lock, and nobody waits for the fill.
    await other.query('begin; lock table alarm_card_due')
    const done = migrate(database.ownerDb.kysely)
    while ((await run(`select from kysely_migration where name = '0162-search-texts'`)).length === 0);
    const logger = await database.ownerDb.pool.connect()
    await logger.query(`set statement_timeout = '10s'`)
    await logger.query(raising, [1, '1 year'])
    logger.release()
    expect(await counted()).toEqual([
      { cards: 1, alarms: 1 },
      { is_open: true, groups: 1 },
    ])
    await other.query('rollback')
    await done
  } finally {
    other.release(true)
  }
  expect(await counted()).toEqual([
    { cards: groups + 1, alarms: groups + 1 },
    { is_open: false, groups: groups - 3 },
    { is_open: true, groups: 4 },
  ])
  expect(await run('select from alarm_card_due')).toEqual([])
})

test('an interrupted fill resumes at the next start; two at once fill once', async () => {
  await migrateTo(database.ownerDb.kysely, '0148-alarm-cards')
  await run('select keep_alarm_cards(array(select group_id from alarm_card_due order by group_id limit 10))')
  await run(
    'delete from alarm_card_due where group_id in (select group_id from alarm_card_due order by group_id limit 10)',
  )
  await Promise.all([migrate(database.ownerDb.kysely), migrate(database.ownerDb.kysely)])
  expect((await counted())[0]).toEqual({ cards: groups, alarms: groups })
  expect(await migrate(database.ownerDb.kysely)).toEqual([])
})
