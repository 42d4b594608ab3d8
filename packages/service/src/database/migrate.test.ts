import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await startTestDatabase()
}, 60_000)
afterAll(() => database?.stop())

async function schema(): Promise<unknown[]> {
  const { rows } = await database.db.pool.query(
    `select table_name, column_name, data_type, is_nullable from information_schema.columns
     where table_schema = 'public' and table_name not like 'kysely%' order by 1, ordinal_position`,
  )
  return rows
}

test('down undoes up, and up again gives the same schema', async () => {
  const before = await schema()
  expect(before.length).toBeGreaterThan(100)
  await migrate(database.db.kysely, 'none')
  expect(await schema()).toEqual([])
  await migrate(database.db.kysely)
  expect(await schema()).toEqual(before)
  expect(await migrate(database.db.kysely, 'down')).toHaveLength(1)
  await migrate(database.db.kysely)
  expect(await schema()).toEqual(before)
})

test('two processes that start at once migrate once', async () => {
  await migrate(database.db.kysely, 'none')
  const done = await Promise.all([migrate(database.db.kysely), migrate(database.db.kysely)])
  expect(done.map((steps) => steps.length).toSorted()).toEqual([0, 4])
})
