import { startTestDatabase } from '../testing/test-database.ts'

/** In the project `postgres-15` the tests run on what they are said to run on; elsewhere on what is embedded. */
test('the server is what it is said to be', async () => {
  const database = await startTestDatabase()
  const { rows } = await database.db.pool.query<{ server_version: string }>('show server_version')
  await database.stop()
  expect(rows[0]?.server_version).toMatch(process.env.TEST_SERVER === 'postgres-15' ? /^15\./ : /^18\./)
})
