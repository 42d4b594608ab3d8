import { runBackup } from '../backup/backup.ts'
import { placeOf, readServing } from './place.ts'
import { withDatabase } from './source.ts'
import { handOver, programs } from './programs.ts'
import { Refusal } from './refusal.ts'
import { programName, type Told } from './settings.ts'

/** After the new version was laid into the folder, with the portal stopped: backup, migrations, releases of what changed. */
export async function runUpgrade(told: Told): Promise<number> {
  const place = placeOf(told)
  const serving = readServing(place.data)
  if (serving !== null)
    throw new Refusal(`the portal still runs (process ${serving.pid})`, `systemctl stop helioport, or kill ${serving.pid}`) // prettier-ignore
  await runBackup(told)
  const done = await withDatabase(told, ({ migrate }) => migrate())
  console.log(done.length > 0 ? done.join('\n') : 'no migrations to do')
  const args = ['publish', 'all', '--if-changed', '--reason', 'upgrade', '--init', '--data', place.releases]
  const code = await handOver(programs.releaseCommands, args, told.environment)
  if (code !== 0) throw new Refusal('not everything was released', `${programName} release status --data ${place.releases}`) // prettier-ignore
  console.log(`  next: ${programName} serve, or systemctl start helioport`)
  return 0
}
