import { runBackup } from '../backup/backup.ts'
import { placeOf, readServing } from './place.ts'
import { databaseNow, inspect, withDatabase } from './source.ts'
import { handOver, programs } from './programs.ts'
import { Refusal } from './refusal.ts'
import { programName, type Told } from './settings.ts'

/**
 * Run after the new version was laid into the folder, with the portal stopped: backup, migrations, releases of changed
 * parts. Migrations are one transaction: if one fails, the former version can serve the unchanged database.
 */
export async function runUpgrade(told: Told): Promise<number> {
  if (told.dryRun) return tellUpgrade(told)
  const place = placeOf(told)
  const serving = readServing(place.data)
  if (serving !== null)
    throw new Refusal(`the portal still runs (process ${serving.pid})`, `systemctl stop helioport, or kill ${serving.pid}`) // prettier-ignore
  await runBackup(told)
  const done = await withDatabase(told, ({ migrate }) => migrate()).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new Refusal(`a migration failed, and the database is as it was: ${why}`, `git checkout the former version, then ${programName} serve`, { cause: error }) // prettier-ignore
  })
  console.log(done.length > 0 ? done.join('\n') : 'no migrations to do')
  const packed = told.packed === undefined ? [] : ['--packed', told.packed]
  const args = ['publish', 'all', '--if-changed', '--reason', 'upgrade', '--init', '--data', place.releases, ...packed]
  const code = await handOver(programs.releaseCommands, args, told.environment)
  if (code !== 0) throw new Refusal('not everything was released', `${programName} release status --data ${place.releases}`) // prettier-ignore
  console.log(`  next: ${programName} serve, or systemctl start helioport`)
  return 0
}

/** What an upgrade would do, judged by the database alone; only a build shows whether a part changed. */
async function tellUpgrade(told: Told): Promise<number> {
  const place = placeOf(told)
  if (databaseNow(told) === 'none')
    throw new Refusal(`there is no portal in ${place.data}`, `${programName} serve --data ${place.data}`)
  const { version, bytes, migrations } = await inspect(told)
  const { unknown, missing } = migrations
  if (unknown.length > 0)
    throw new Refusal(`the database is of a newer version: ${unknown.join(', ')}`, 'git checkout the version that it is of') // prettier-ignore
  const steps = [
    `backup to ${told.backups ?? 'a folder, which is not said yet (--to)'}: the database has ${Math.ceil(bytes / 1e6)} MB (PostgreSQL ${version})`,
    missing.length === 0
      ? 'no migrations to do'
      : `${missing.length} migrations, in one transaction: ${missing.join(', ')}`,
    told.packed === undefined
      ? `each part whose sources changed is built and released in ${place.releases}`
      : `each part of which another release lies in ${told.packed} is released in ${place.releases}`,
  ]
  const serving = readServing(place.data)
  if (serving !== null) steps.unshift(`the portal (process ${serving.pid}) is to be stopped before`)
  console.log(steps.join('\n'))
  console.log(`  next: ${programName} upgrade${told.backups === undefined ? ' --to /var/backups/helioport' : ''}`)
  return 0
}
