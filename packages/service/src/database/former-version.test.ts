import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { findSignedIn, signIn } from '../account/sign-in.ts'
import type { Service } from '../base/service.ts'
import { type Mailbox, openMailbox, testSettings } from '../testing/mailbox.ts'
import { serviceUser, startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { Database } from './open-database.ts'
import { migrate } from './migrate.ts'
import { grantServiceRole } from './service-role.ts'

/** pg_dump (PostgreSQL 15) of a portal of that day's version, with rows of every kind and two days of frames. */
const dump = gunzipSync(readFileSync(join(import.meta.dirname, 'fixtures/2026-11-22.sql.gz'))).toString()

let former: TestDatabase
let fresh: TestDatabase
let mailbox: Mailbox

beforeAll(async () => {
  ;[former, fresh] = await Promise.all([startTestDatabase('template0'), startTestDatabase()])
  mailbox = openMailbox()
  const client = new pg.Client(former.ownerUrl)
  await client.connect()
  await client.query(dump)
  await client.end()
})
afterAll(async () => {
  mailbox?.remove()
  await Promise.all([former?.stop(), fresh?.stop()])
})

const rowsOf = async ({ pool }: Database, text: string) => (await pool.query<Record<string, unknown>>(text)).rows

const counts = async (db: Database) => {
  const tables = await rowsOf(db, "select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition and relname not like 'kysely%' order by 1") // prettier-ignore
  return Promise.all(
    tables.map(async ({ relname }) => [
      relname,
      (await rowsOf(db, `select count(*) from "${String(relname)}"`))[0]?.['count'],
    ]),
  )
}

const schemaOf = (db: Database) =>
  Promise.all(
    [
      `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
       where table_schema = 'public' and table_name !~ '^kysely|_[0-9]{4}_[0-9]{2}$' order by 1, 2`,
      `select tablename, indexdef from pg_indexes where schemaname = 'public' and tablename !~ '^kysely|_[0-9]{4}_[0-9]{2}$'
       order by 1, 2`,
      `select tgrelid::regclass::text as table, tgname from pg_trigger
       where not tgisinternal and tgrelid::regclass::text !~ '_[0-9]{4}_[0-9]{2}$' order by 1, 2`,
      `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1, 2`,
    ].map((text) => rowsOf(db, text)),
  )

test('migrating a database of a former version keeps all rows and gives the schema of a new one', async () => {
  const before = await counts(former.ownerDb)
  expect(new Map(before as [string, number][]).get('device_sample')).toBe(244)
  const energy = await rowsOf(former.ownerDb, 'select station_id, date, energy_kwh from device_day order by 1, 2')
  const done = await migrate(former.ownerDb.kysely)
  await grantServiceRole(former.ownerDb, serviceUser)
  expect(done.filter((step) => /\b00(0\d|1\d)-/.test(step))).toEqual([])
  const after = new Map((await counts(former.ownerDb)) as [string, number][])
  for (const [table, count] of before) expect([table, after.get(String(table))]).toEqual([table, count])
  expect(await rowsOf(former.ownerDb, 'select station_id, date, energy_kwh from device_day order by 1, 2')).toEqual(
    energy,
  )
  expect(await schemaOf(former.ownerDb)).toEqual(await schemaOf(fresh.ownerDb))
  expect(await migrate(former.ownerDb.kysely)).toEqual([])
})

test('an account of the former version signs in', async () => {
  const now = Date.parse('2026-06-10T11:00:00Z')
  const service: Service = { db: former.db, now: () => now, settings: testSettings, courier: mailbox.courier }
  const caller = { ip: '10.0.0.1', token: null, browser: null, wait: null, setWait: () => {}, userAgent: 'test' }
  const { token } = await signIn(service, { account: 'owner', password: 'password of owner' }, caller)
  expect((await findSignedIn(service, token))?.userName).toBe('owner')
})
