import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../database/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { migrate } from '../database/migrate.ts'

export interface TestDatabase {
  db: Database
  embedded: EmbeddedPostgres
  stop: () => Promise<void>
}

/** A real PostgreSQL on a folder of its own, migrated; `stop` ends it and removes the folder. About 1 s. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-test-'))
  // mkdtemp gives 0700; where the tests run as root, the database's user has to pass.
  chmodSync(folder, 0o755)
  const embedded = await startEmbeddedPostgres(folder, () => {})
  const db = openDatabase(embedded.connection)
  await migrate(db.kysely)
  return {
    db,
    embedded,
    stop: async () => {
      await db.close()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
