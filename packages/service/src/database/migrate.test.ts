import { openDatabase } from './open-database.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate, migrateTo, migrationNames, migrationsOf } from './migrate.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.stop())

async function schema(): Promise<unknown[]> {
  const { rows } = await database.ownerDb.pool.query(
    `select table_name, column_name, data_type, is_nullable from information_schema.columns
     where table_schema = 'public' and table_name not like 'kysely%' order by 1, ordinal_position`,
  )
  return rows
}

test('migrating down and up again gives the same schema', async () => {
  const before = await schema()
  expect(before.length).toBeGreaterThan(100)
  await migrate(database.ownerDb.kysely, 'none')
  expect(await schema()).toEqual([])
  await migrate(database.ownerDb.kysely)
  expect(await schema()).toEqual(before)
  expect(await migrate(database.ownerDb.kysely, 'down')).toHaveLength(1)
  await migrate(database.ownerDb.kysely)
  expect(await schema()).toEqual(before)
})

test('timestamps are read as epoch ms and dates as text', async () => {
  const db = openDatabase(database.databaseUrl)
  const { rows } = await db.pool.query("select timestamptz '2026-06-10 10:00:00.5+02' as at, date '2026-06-10' as date")
  expect(rows).toEqual([{ at: Date.parse('2026-06-10T08:00:00.500Z'), date: '2026-06-10' }])
  await db.close()
})

test('two processes that start at once run each migration once', async () => {
  const all = await migrate(database.ownerDb.kysely, 'none')
  const done = await Promise.all([migrate(database.ownerDb.kysely), migrate(database.ownerDb.kysely)])
  expect(done.map((steps) => steps.length).toSorted((a, b) => a - b)).toEqual([0, all.length])
})

test('a migration that waits for a locked table does not undo those before it', async () => {
  const busy = await startTestDatabase('template0')
  const client = await busy.ownerDb.pool.connect()
  try {
    await migrateTo(busy.ownerDb.kysely, '0149-logger-count')
    await client.query('begin; lock table alarm_card in row exclusive mode')
    const done = migrate(busy.ownerDb.kysely)
    const before = async () => (await migrationsOf(busy.ownerDb.kysely)).includes('0154-settled-days')
    while (!(await before())) await new Promise((resolve) => setImmediate(resolve))
    expect(await migrationsOf(busy.ownerDb.kysely)).not.toContain('0155-alarm-ends')
    await client.query('rollback')
    const left = migrationNames.slice(migrationNames.indexOf('0154-settled-days'))
    expect(await done).toEqual(left.map((name) => `Up ${name}`))
    expect(await migrationsOf(busy.ownerDb.kysely)).toEqual(migrationNames)
  } finally {
    client.release(true)
    await busy.stop()
  }
})
