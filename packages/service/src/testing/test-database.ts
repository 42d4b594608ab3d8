import { type Database, openDatabase } from '../database/database.ts'

export interface TestDatabase {
  db: Database
  /** As the owner of the tables. */
  ownerDb: Database
  databaseUrl: string
  stop: () => Promise<void>
}

/** The migrated database that each test's is a copy of. */
export const template = 'helioport_template'

let made = 0

/** A migrated database of its own on the server of the tests (testing/server-setup.ts); `stop` drops it. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL ?? ''
  made += 1
  const name = `helioport_test_${process.pid}_${Date.now()}_${made}`
  const admin = openDatabase(server)
  await admin.pool.query(`create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const db = openDatabase(url.href)
  const ownerDb = openDatabase(url.href)
  return {
    db,
    ownerDb,
    databaseUrl: url.href,
    stop: async () => {
      await db.close()
      await ownerDb.close()
      await admin.pool.query(`drop database ${name} with (force)`)
      await admin.close()
    },
  }
}
