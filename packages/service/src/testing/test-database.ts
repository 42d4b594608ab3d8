import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../database/database.ts'
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { migrate } from '../database/migrate.ts'

export interface TestDatabase {
  db: Database
  databaseUrl: string
  stop: () => Promise<void>
}

/**
 * A real PostgreSQL on a folder of its own, migrated; `stop` ends it and removes the folder. About 1 s.
 * With TEST_DATABASE_URL in the environment: a new database on that server, whose role may create databases.
 */
export async function startTestDatabase(server = process.env.TEST_DATABASE_URL): Promise<TestDatabase> {
  if (server) return createTestDatabase(server)
  const folder = mkdtempSync(join(tmpdir(), 'helioport-test-'))
  // mkdtemp gives 0700; where the tests run as root, the database's user has to pass.
  chmodSync(folder, 0o755)
  const embedded = await startEmbeddedPostgres(folder, () => {})
  const { host, user, password, database } = embedded.connection
  const databaseUrl = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`
  const db = openDatabase(databaseUrl)
  await migrate(db.kysely)
  return {
    db,
    databaseUrl,
    stop: async () => {
      await db.close()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function createTestDatabase(server: string): Promise<TestDatabase> {
  const name = `helioport_test_${process.pid}_${Date.now()}`
  const admin = openDatabase(server)
  await admin.pool.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const db = openDatabase(url.href)
  await migrate(db.kysely)
  return {
    db,
    databaseUrl: url.href,
    stop: async () => {
      await db.close()
      await admin.pool.query(`drop database ${name} with (force)`)
      await admin.close()
    },
  }
}
