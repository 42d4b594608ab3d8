import { checksumOf } from '../testing/checksum.ts'
import { addTestPlant, frame, startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { grantServiceRole } from './service-role.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  const owner = await portal.signIn('owner')
  const { logger, devices } = await addTestPlant(portal, owner)
  await logger.send({ devices: [frame(devices[0]?.serial ?? '', portal.clock.now, { powerW: 5000 })] })
})
afterAll(() => portal?.stop())

const changesOfTables = [
  'create table another ()',
  'create table another as select 1',
  'create view another as select 1',
  'create materialized view another as select 1',
  'create sequence another',
  'create type another as (a integer)',
  'create domain another as integer',
  'create schema another',
  "create function another() returns integer language sql as 'select 1'",
  'create index on account (email)',
  'create index on device_sample_2026_06 (device_no)',
  'create trigger another after update on account for each row execute function refuse_change()',
  'create rule another as on delete to account do instead nothing',
  'create policy another on account',
  'create table another partition of device_sample default',
  'alter table account add column another integer',
  'alter table account rename to another',
  'alter table account disable trigger all',
  'alter table operation disable trigger operation_only_added',
  'alter table account owner to current_user',
  'alter function refuse_change() owner to current_user',
  "comment on table account is 'another'",
  'drop table session',
  'drop table device_sample_2026_06',
  'drop function append_operation',
  'truncate session',
  'truncate device_sample_2026_06',
  'reindex table account',
  'cluster account using account_pkey',
  'insert into kysely_migration values (1)',
]

const changesOfTheServer = [
  'create database another',
  'create role another',
  'create role another superuser',
  "alter role helioport password 'another'",
  'alter role current_user superuser',
  'create tablespace another location $$/tmp$$',
  'create publication another for all tables',
  'create event trigger another on ddl_command_start execute function refuse_change()',
  'create foreign data wrapper another',
  "alter system set log_statement = 'all'",
  'set session_replication_role = replica',
]

const reachOut = [
  "copy (select 1) to program 'true'",
  "copy account to program 'cat'",
  "copy account from program 'echo'",
  "copy (select 1) to '/tmp/helioport-copy'",
  "copy account from '/etc/passwd'",
  "select pg_read_file('/etc/passwd')",
  "select pg_ls_dir('/')",
  "select lo_import('/etc/passwd')",
  'select pg_reload_conf()',
  'set role helioport',
  'set role postgres',
  'set session authorization helioport',
  'grant helioport to current_user',
]

const changesOfLogs = [
  "update operation set user_name = 'another'",
  'delete from operation',
  'truncate operation',
  'select 1 from operation for update',
  "insert into operation select '2030-01-01', 1, id, at, null, '', '', null, null, null, null, null, '', hash from operation",
  'update audit_head set rows = 1',
  'delete from audit_head',
  "update command_step set state = 'FAILED'",
  'delete from command_step',
  'truncate command_step',
]

test.each([...changesOfTables, ...changesOfTheServer, ...reachOut, ...changesOfLogs])(
  "the service's role is refused: %s",
  async (statement) => {
    await expect(portal.db.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  },
)

test("statements refused to the service's role change nothing", async () => {
  const before = await checksumOf(portal)
  const tables = () => portal.ownerDb.pool.query('select relname, relowner, relacl::text from pg_class order by oid')
  const { rows: tablesBefore } = await tables()
  for (const statement of [
    ...changesOfTables,
    ...changesOfTheServer,
    ...reachOut,
    ...changesOfLogs,
    'grant all on account to public',
  ]) {
    await portal.db.pool.query(statement).catch(() => {})
  }
  expect(await checksumOf(portal)).toBe(before)
  expect((await tables()).rows).toEqual(tablesBefore)
})

test('functions of the owner reject unexpected arguments', async () => {
  const { pool } = portal.db
  for (const call of [
    "drop_raw_month('account', '2026-06-01')",
    "drop_raw_month('device_sample', '2030-01-01')",
    "drop_raw_month('device_sample_2026_06; drop table account; --', '2026-06-01')",
    "cluster_raw_month('station_day', '2026-06-01')",
    "make_sample_partitions('2026-06-02')",
    "make_sample_partitions('0001-01-01')",
  ]) {
    await expect(pool.query(`select ${call}`)).rejects.toMatchObject({ code: '22023' })
  }
  await expect(pool.query("select sample_partition('device_sample', '2026-06-01')")).rejects.toMatchObject({
    code: '42501',
  })
})

test('a temporary table does not shadow a table in a function of the owner', async () => {
  const client = await portal.db.pool.connect()
  try {
    await client.query('create temp table station_day (due_at timestamptz, is_final boolean, date date)')
    const { rows } = await client.query("select drop_raw_month('device_sample', '2026-06-01') as dropped")
    expect(rows).toEqual([{ dropped: false }])
  } finally {
    client.release(true)
  }
})

test("the next start revokes excess rights of the service's role", async () => {
  await portal.ownerDb.pool.query(
    'grant create on schema public to public; grant update, delete on operation to helioport_service',
  )
  await Promise.all([1, 2, 3].map(() => grantServiceRole(portal.ownerDb, 'helioport_service')))
  for (const statement of ['create table another ()', 'delete from operation']) {
    await expect(portal.db.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
})
