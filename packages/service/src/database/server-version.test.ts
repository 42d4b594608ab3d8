import { startTestDatabase } from '../testing/test-database.ts'

/** The jest project `postgres-15` runs on PostgreSQL 15, the others on the embedded version. */
test('the test server has the PostgreSQL version of its project', async () => {
  const database = await startTestDatabase()
  const { rows } = await database.db.pool.query<{ server_version: string }>('show server_version')
  await database.stop()
  expect(rows[0]?.server_version).toMatch(process.env.TEST_SERVER === 'postgres-15' ? /^15\./ : /^18\./)
})
