import type { Kysely } from 'kysely'
import { type Migration, Migrator, NO_MIGRATIONS } from 'kysely/migration'
import { accounts } from './migrations/2026-11-21-1-accounts.ts'
import { accountSecurity } from './migrations/2026-11-21-10-accounts.ts'
import { accountPictures } from './migrations/2026-11-21-15-account-pictures.ts'
import { recoveryCodes } from './migrations/2026-11-21-20-recovery-codes.ts'
import { bulletins } from './migrations/2026-11-21-4-bulletins.ts'
import { stations } from './migrations/2026-11-21-2-stations.ts'
import { intervals } from './migrations/2026-11-22-intervals.ts'
import { telemetry } from './migrations/2026-11-21-3-telemetry.ts'
import { commands } from './migrations/2026-11-21-14-commands.ts'
import { liveEvents } from './migrations/2026-11-21-16-live-events.ts'
import { commandValues } from './migrations/2026-11-21-19-command-values.ts'
import { jobs } from './migrations/2026-11-21-6-jobs.ts'
import { declinedShares } from './migrations/2026-11-21-22-declined-shares.ts'
import { serviceRole } from './migrations/2026-11-21-21-service-role.ts'
import { records } from './migrations/2026-11-21-13-records.ts'
import { stationBins } from './migrations/2026-11-21-18-station-bins.ts'
import { statistics } from './migrations/2026-11-21-12-statistics.ts'
import { rights } from './migrations/2026-11-21-5-rights.ts'
import { sharing } from './migrations/2026-11-21-11-sharing.ts'
import { temperatures } from './migrations/2026-11-21-23-temperatures.ts'
import type { Tables } from './tables.ts'

/**
 * Applied in the order of their names as texts, so two digits bear an n: 10 would come before 2. A published one is
 * never changed.
 */
const migrations: Record<string, Migration> = {
  '2026-11-21-1-accounts': accounts,
  '2026-11-21-2-stations': stations,
  '2026-11-21-3-telemetry': telemetry,
  '2026-11-21-4-bulletins': bulletins,
  '2026-11-21-5-rights': rights,
  '2026-11-21-6-jobs': jobs,
  '2026-11-21-n11-sharing': sharing,
  '2026-11-21-n10-accounts': accountSecurity,
  '2026-11-21-n12-statistics': statistics,
  '2026-11-21-n13-records': records,
  '2026-11-21-n14-commands': commands,
  '2026-11-21-n15-account-pictures': accountPictures,
  '2026-11-21-n16-live-events': liveEvents,
  '2026-11-21-n18-station-bins': stationBins,
  '2026-11-21-n19-command-values': commandValues,
  '2026-11-21-n20-recovery-codes': recoveryCodes,
  '2026-11-21-n21-service-role': serviceRole,
  '2026-11-21-n22-declined-shares': declinedShares,
  '2026-11-21-n23-temperatures': temperatures,
  '2026-11-22-intervals': intervals,
}

/**
 * Brings the schema to its newest state (`up`), one step back (`down`) or away (`none`), in one transaction and
 * under an advisory lock, so that two processes may start at once. Returns the names of what was done.
 */
export async function migrate(db: Kysely<Tables>, direction: 'up' | 'down' | 'none' = 'up'): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } =
    direction === 'up'
      ? await migrator.migrateToLatest()
      : direction === 'down'
        ? await migrator.migrateDown()
        : await migrator.migrateTo(NO_MIGRATIONS)
  if (error) throw error
  return (results ?? []).map((result) => `${result.direction} ${result.migrationName}`)
}
