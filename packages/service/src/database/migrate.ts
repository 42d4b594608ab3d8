import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator, NO_MIGRATIONS } from 'kysely/migration'
import { accounts } from './migrations/first/0001-accounts.ts'
import { stations } from './migrations/first/0002-stations.ts'
import { telemetry } from './migrations/first/0003-telemetry.ts'
import { bulletins } from './migrations/first/0004-bulletins.ts'
import { rights } from './migrations/first/0005-rights.ts'
import { jobs } from './migrations/first/0006-jobs.ts'
import { accountSecurity } from './migrations/first/0007-account-security.ts'
import { sharing } from './migrations/first/0008-sharing.ts'
import { statistics } from './migrations/first/0009-statistics.ts'
import { records } from './migrations/first/0010-records.ts'
import { commands } from './migrations/first/0011-commands.ts'
import { accountPictures } from './migrations/first/0012-account-pictures.ts'
import { liveEvents } from './migrations/first/0013-live-events.ts'
import { stationBins } from './migrations/first/0014-station-bins.ts'
import { commandValues } from './migrations/first/0015-command-values.ts'
import { recoveryCodes } from './migrations/first/0016-recovery-codes.ts'
import { serviceRole } from './migrations/first/0017-service-role.ts'
import { declinedShares } from './migrations/first/0018-declined-shares.ts'
import { temperatures } from './migrations/first/0019-temperatures.ts'
import { intervals } from './migrations/first/0020-intervals.ts'
import { peaks } from './migrations/first/0021-peaks.ts'
import { dueRollUps } from './migrations/first/0022-due-roll-ups.ts'
import { requestKeys } from './migrations/first/0023-request-keys.ts'
import { daysKnown } from './migrations/first/0024-days-known.ts'
import { keptAside } from './migrations/second/0026-kept-aside.ts'
import { keptDays } from './migrations/second/0027-kept-days.ts'
import { acceptedValues } from './migrations/second/0028-accepted-values.ts'
import { alarmCauses } from './migrations/second/0029-alarm-causes.ts'
import { deviceModules } from './migrations/second/0031-device-modules.ts'
import { activeAccounts } from './migrations/second/0033-active-accounts.ts'
import { loggerKeys } from './migrations/second/0034-logger-keys.ts'
import { loggerClocks } from './migrations/second/0035-logger-clocks.ts'
import { earlyRows } from './migrations/second/0036-early-rows.ts'
import { deviceSerials } from './migrations/second/0038-device-serials.ts'
import { deviceCurves } from './migrations/second/0040-device-curves.ts'
import { valueEdits } from './migrations/second/0041-value-edits.ts'
import { foundDevices } from './migrations/second/0043-found-devices.ts'
import { trackerWatch } from './migrations/second/0045-tracker-watch.ts'
import { stationSensors } from './migrations/second/0046-station-sensors.ts'
import { bulletinFiles } from './migrations/second/0048-bulletin-files.ts'
import { commentKeys } from './migrations/second/0049-comment-keys.ts'
import { orders } from './migrations/second/0051-orders.ts'
import { scanProgress } from './migrations/second/0052-scan-progress.ts'
import { apiKeys } from './migrations/third/0054-api-keys.ts'
import { webhooks } from './migrations/third/0055-webhooks.ts'
import { historyImports } from './migrations/third/0057-history-imports.ts'
import { mqttMessages } from './migrations/third/0059-mqtt-messages.ts'
import { homeAssistant } from './migrations/third/0060-home-assistant.ts'
import { mailChoices } from './migrations/third/0062-mail-choices.ts'
import { ownMails } from './migrations/third/0063-own-mails.ts'
import { pushDevices } from './migrations/third/0064-push-devices.ts'
import { sessionViews } from './migrations/third/0065-session-views.ts'
import { shareOffers } from './migrations/third/0066-share-offers.ts'
import { settings } from './migrations/third/0067-settings.ts'
import { ivReviews } from './migrations/third/0068-iv-reviews.ts'
import { firstRun } from './migrations/third/0069-first-run.ts'
import { loggerClaims } from './migrations/third/0070-logger-claims.ts'
import { fleetFigures } from './migrations/third/0071-fleet-figures.ts'
import { gateways } from './migrations/third/0072-gateways.ts'
import { passkeys } from './migrations/third/0074-passkeys.ts'
import { openid } from './migrations/third/0075-openid.ts'
import { ivFiles } from './migrations/third/0076-iv-files.ts'
import { accountWrites } from './migrations/third/0078-account-writes.ts'
import { sampleDevices } from './migrations/third/0081-sample-devices.ts'
import { fleetSums } from './migrations/third/0091-fleet-sums.ts'
import { stationTags } from './migrations/third/0092-station-tags.ts'
import { smsReceipts } from './migrations/third/0096-sms-receipts.ts'
import { passkeyRequired } from './migrations/third/0097-passkey-required.ts'
import { deviceDayValues } from './migrations/fourth/0104-device-day-values.ts'
import { ownData } from './migrations/fourth/0111-own-data.ts'
import { lossShare } from './migrations/fourth/0129-loss-share.ts'
import { restartedCounters } from './migrations/fourth/0132-restarted-counters.ts'
import { shareMails } from './migrations/fourth/0141-share-mails.ts'
import { refusedRows } from './migrations/fourth/0142-refused-rows.ts'
import { signInAddresses } from './migrations/fourth/0143-sign-in-addresses.ts'
import { refusedReasons } from './migrations/fourth/0144-refused-reasons.ts'
import { loggerStamp } from './migrations/fourth/0145-logger-stamp.ts'
import { keptYields } from './migrations/fourth/0146-kept-yields.ts'
import { endStampedDays } from './migrations/fourth/0147-end-stamped-days.ts'
import { alarmCards } from './migrations/fourth/0148-alarm-cards.ts'
import { loggerCount } from './migrations/fourth/0149-logger-count.ts'
import { settledDays } from './migrations/0154-settled-days.ts'
import { alarmEnds } from './migrations/0155-alarm-ends.ts'
import { quietZone } from './migrations/0158-quiet-zone.ts'
import { untoldDays } from './migrations/0160-untold-days.ts'
import { searchTexts } from './migrations/0162-search-texts.ts'
import { orderRejection } from './migrations/0163-order-rejection.ts'
import { settledLosses } from './migrations/0166-settled-losses.ts'
import { removedDevices } from './migrations/0170-removed-devices.ts'
import { clocksBehind } from './migrations/0171-clocks-behind.ts'
import { earlierReviews } from './migrations/0174-earlier-reviews.ts'
import { stuckSensors } from './migrations/0176-stuck-sensors.ts'
import { textSigns } from './migrations/0177-text-signs.ts'
import { sensorFaults } from './migrations/0180-sensor-faults.ts'
import { orderKeys } from './migrations/0184-order-keys.ts'
import { logOrders } from './migrations/0189-log-orders.ts'
import { waitingLoggers } from './migrations/0191-waiting-loggers.ts'
import { yieldCounts } from './migrations/0188-yield-counts.ts'
import { fileObjects } from './migrations/0192-file-objects.ts'
import { isDeadlock, isLockBusy } from './errors.ts'
import { fill } from './migrations/fill.ts'
import type { Tables } from './tables.ts'

/** In the order in which they run. A published migration is never changed. */
const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-stations': stations,
  '0003-telemetry': telemetry,
  '0004-bulletins': bulletins,
  '0005-rights': rights,
  '0006-jobs': jobs,
  '0007-account-security': accountSecurity,
  '0008-sharing': sharing,
  '0009-statistics': statistics,
  '0010-records': records,
  '0011-commands': commands,
  '0012-account-pictures': accountPictures,
  '0013-live-events': liveEvents,
  '0014-station-bins': stationBins,
  '0015-command-values': commandValues,
  '0016-recovery-codes': recoveryCodes,
  '0017-service-role': serviceRole,
  '0018-declined-shares': declinedShares,
  '0019-temperatures': temperatures,
  '0020-intervals': intervals,
  '0021-peaks': peaks,
  '0022-due-roll-ups': dueRollUps,
  '0023-request-keys': requestKeys,
  '0024-days-known': daysKnown,
  '0026-kept-aside': keptAside,
  '0027-kept-days': keptDays,
  '0028-accepted-values': acceptedValues,
  '0029-alarm-causes': alarmCauses,
  '0031-device-modules': deviceModules,
  '0033-active-accounts': activeAccounts,
  '0034-logger-keys': loggerKeys,
  '0035-logger-clocks': loggerClocks,
  '0036-early-rows': earlyRows,
  '0038-device-serials': deviceSerials,
  '0040-device-curves': deviceCurves,
  '0041-value-edits': valueEdits,
  '0043-found-devices': foundDevices,
  '0045-tracker-watch': trackerWatch,
  '0046-station-sensors': stationSensors,
  '0048-bulletin-files': bulletinFiles,
  '0049-comment-keys': commentKeys,
  '0051-orders': orders,
  '0052-scan-progress': scanProgress,
  '0054-api-keys': apiKeys,
  '0055-webhooks': webhooks,
  '0057-history-imports': historyImports,
  '0059-mqtt-messages': mqttMessages,
  '0060-home-assistant': homeAssistant,
  '0062-mail-choices': mailChoices,
  '0063-own-mails': ownMails,
  '0064-push-devices': pushDevices,
  '0065-session-views': sessionViews,
  '0066-share-offers': shareOffers,
  '0067-settings': settings,
  '0068-iv-reviews': ivReviews,
  '0069-first-run': firstRun,
  '0070-logger-claims': loggerClaims,
  '0071-fleet-figures': fleetFigures,
  '0072-gateways': gateways,
  '0074-passkeys': passkeys,
  '0075-openid': openid,
  '0076-iv-files': ivFiles,
  '0078-account-writes': accountWrites,
  '0081-sample-devices': sampleDevices,
  '0091-fleet-sums': fleetSums,
  '0092-station-tags': stationTags,
  '0096-sms-receipts': smsReceipts,
  '0097-passkey-required': passkeyRequired,
  '0104-device-day-values': deviceDayValues,
  '0111-own-data': ownData,
  '0129-loss-share': lossShare,
  '0132-restarted-counters': restartedCounters,
  '0141-share-mails': shareMails,
  '0142-refused-rows': refusedRows,
  '0143-sign-in-addresses': signInAddresses,
  '0144-refused-reasons': refusedReasons,
  '0145-logger-stamp': loggerStamp,
  '0146-kept-yields': keptYields,
  '0147-end-stamped-days': endStampedDays,
  '0148-alarm-cards': alarmCards,
  '0149-logger-count': loggerCount,
  '0154-settled-days': settledDays,
  '0155-alarm-ends': alarmEnds,
  '0158-quiet-zone': quietZone,
  '0160-untold-days': untoldDays,
  '0162-search-texts': searchTexts,
  '0163-order-rejection': orderRejection,
  '0166-settled-losses': settledLosses,
  '0170-removed-devices': removedDevices,
  '0171-clocks-behind': clocksBehind,
  '0174-earlier-reviews': earlierReviews,
  '0176-stuck-sensors': stuckSensors,
  '0177-text-signs': textSigns,
  '0180-sensor-faults': sensorFaults,
  '0184-order-keys': orderKeys,
  '0188-yield-counts': yieldCounts,
  '0189-log-orders': logOrders,
  '0191-waiting-loggers': waitingLoggers,
  '0192-file-objects': fileObjects,
}

/** Names of all migrations of this version, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations)

/** Names until 2026-11-22, as databases of that time recorded them. */
const formerNames: Readonly<Record<string, string>> = {
  '2026-11-21-1-accounts': '0001-accounts',
  '2026-11-21-2-stations': '0002-stations',
  '2026-11-21-3-telemetry': '0003-telemetry',
  '2026-11-21-4-bulletins': '0004-bulletins',
  '2026-11-21-5-rights': '0005-rights',
  '2026-11-21-6-jobs': '0006-jobs',
  '2026-11-21-n10-accounts': '0007-account-security',
  '2026-11-21-n11-sharing': '0008-sharing',
  '2026-11-21-n12-statistics': '0009-statistics',
  '2026-11-21-n13-records': '0010-records',
  '2026-11-21-n14-commands': '0011-commands',
  '2026-11-21-n15-account-pictures': '0012-account-pictures',
  '2026-11-21-n16-live-events': '0013-live-events',
  '2026-11-21-n18-station-bins': '0014-station-bins',
  '2026-11-21-n19-command-values': '0015-command-values',
  '2026-11-21-n20-recovery-codes': '0016-recovery-codes',
  '2026-11-21-n21-service-role': '0017-service-role',
  '2026-11-21-n22-declined-shares': '0018-declined-shares',
  '2026-11-21-n23-temperatures': '0019-temperatures',
}

/**
 * Shorter than PostgreSQL's deadlock_timeout (1 s), so that PostgreSQL never ends a request in favour of a migration.
 */
const lockTimeout = '500ms'
const triesOfLocks = 60

/**
 * The migrations with that lock time-out: requests for the same table queue behind a migration that waits for its lock.
 */
const yielding = Object.fromEntries(
  Object.entries(migrations).map(([name, { up, ...rest }]): [string, Migration] => [
    name,
    {
      ...rest,
      up: async (db) => {
        await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(db)
        await up(db)
      },
    },
  ]),
)

/**
 * Migrates the schema to the newest state (`up`), one step back (`down`) or removes it (`none`), under an advisory
 * lock, so that two processes may start at once. Returns the names of the migrations that ran. `up` and `none` are one
 * transaction. Where an instance of the previous version holds a lock, `up` rolls back and runs each remaining
 * migration in a transaction of its own, with retries: a busy database might never grant all locks at once. Data that
 * migrations leave to be filled in is filled in afterwards (see fill.ts).
 */
export async function migrate(db: Kysely<Tables>, direction: 'up' | 'down' | 'none' = 'up'): Promise<string[]> {
  await renameFormer(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => yielding } })
  if (direction === 'none') return whenLetIn(() => doneBy(() => migrator.migrateTo(NO_MIGRATIONS)))
  if (direction === 'down') return whenLetIn(() => doneBy(() => migrator.migrateDown()))
  const done = await toLatest(migrator)
  await fill(db, whenLetIn)
  return done
}

async function toLatest(migrator: Migrator): Promise<string[]> {
  try {
    return await doneBy(() => migrator.migrateToLatest())
  } catch (error) {
    if (!givesWay(error)) throw error
    return oneByOne(migrator)
  }
}

async function oneByOne(migrator: Migrator): Promise<string[]> {
  const all: string[] = []
  for (;;) {
    const done = await whenLetIn(() => doneBy(() => migrator.migrateUp()))
    if (done.length === 0) return all
    all.push(...done)
  }
}

/** Runs `step`, with retries while it fails on a busy lock or a deadlock. */
async function whenLetIn<T>(step: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await step()
    } catch (error) {
      if (!givesWay(error) || tries === triesOfLocks) throw error
      await pause(250)
    }
}

const givesWay = (error: unknown): boolean => isLockBusy(error) || isDeadlock(error)

async function doneBy(step: () => Promise<MigrationResultSet>): Promise<string[]> {
  const { error, results } = await step()
  if (error) throw error
  return (results ?? []).map((result) => `${result.direction} ${result.migrationName}`)
}

/** Migrates an empty database up to and including `name`: the schema of a release whose last migration that was. */
export async function migrateTo(db: Kysely<Tables>, name: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(name)
  if (error) throw error
}

/** Names of the migrations that a database has, in order; none where it is empty. */
export async function migrationsOf(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ table: string | null }>`select to_regclass('kysely_migration')::text as "table"`.execute(
    db,
  )
  if (!rows[0]?.table) return []
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return done.rows.map(({ name }) => formerNames[name] ?? name).toSorted()
}

/** Idempotent; two processes may run it at once. */
async function renameFormer(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ table: string | null }>`select to_regclass('kysely_migration')::text as "table"`.execute(
    db,
  )
  if (!rows[0]?.table) return
  await sql`
    update kysely_migration set name = new.name
    from jsonb_each_text(${JSON.stringify(formerNames)}::jsonb) as new (former, name)
    where kysely_migration.name = new.former`.execute(db)
}
