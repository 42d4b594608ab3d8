import type { Kysely } from 'kysely'
import { type Migration, Migrator, NO_MIGRATIONS } from 'kysely/migration'
import { accounts } from './migrations/2026-11-21-1-accounts.ts'
import { bulletins } from './migrations/2026-11-21-4-bulletins.ts'
import { stations } from './migrations/2026-11-21-2-stations.ts'
import { telemetry } from './migrations/2026-11-21-3-telemetry.ts'
import { jobs } from './migrations/2026-11-21-6-jobs.ts'
import { rights } from './migrations/2026-11-21-5-rights.ts'
import type { Tables } from './tables.ts'

/** Applied in the order of their names; a published one is never changed. */
const migrations: Record<string, Migration> = {
  '2026-11-21-1-accounts': accounts,
  '2026-11-21-2-stations': stations,
  '2026-11-21-3-telemetry': telemetry,
  '2026-11-21-4-bulletins': bulletins,
  '2026-11-21-5-rights': rights,
  '2026-11-21-6-jobs': jobs,
}

/** 10 comes after 9. */
const nameComparator = new Intl.Collator('en', { numeric: true }).compare

/**
 * Brings the schema to its newest state (`up`), one step back (`down`) or away (`none`), in one transaction and
 * under an advisory lock, so that two processes may start at once. Returns the names of what was done.
 */
export async function migrate(db: Kysely<Tables>, direction: 'up' | 'down' | 'none' = 'up'): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, nameComparator })
  const { error, results } =
    direction === 'up'
      ? await migrator.migrateToLatest()
      : direction === 'down'
        ? await migrator.migrateDown()
        : await migrator.migrateTo(NO_MIGRATIONS)
  if (error) throw error
  return (results ?? []).map((result) => `${result.direction} ${result.migrationName}`)
}
